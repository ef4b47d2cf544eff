/* Parameters of Table 1 and values of Table 2 as printed by Langguth et al. 2015, and the list of further
 * figures. */
#include "machine/limits/levels.h"

tc_memory_levels tc_memory_levels_published(void) {
  return (tc_memory_levels){{140, 4000, 32000, 2500000}, {35.31e9, 35.14e9, 30.22e9, 17.16e9}, 8};
}

double tc_memory_levels_published_set(int set) {
  static const double wanted[TC_MEMORY_LEVELS_SETS] = {140, 4000, 32000, 500000, 2500000};
  return wanted[set];
}

double tc_memory_levels_published_cell(int level, int set) {
  static const double GFLOPs[TC_LEVELS][TC_MEMORY_LEVELS_SETS] = {{6.07, 1.24, 1.21, 1.21, 1.21},
                                                                  {6.04, 6.04, 1.34, 1.22, 1.21},
                                                                  {5.19, 5.19, 5.19, 1.09, 1.04},
                                                                  {2.95, 2.95, 2.95, 2.95, 2.95}};
  return GFLOPs[level][set];
}

double tc_memory_levels_published_min(int set) {
  static const double GFLOPs[TC_MEMORY_LEVELS_SETS] = {2.95, 1.24, 1.21, 1.09, 1.04};
  return GFLOPs[set];
}

double tc_memory_levels_published_measured(int set) {
  static const double GFLOPs[TC_MEMORY_LEVELS_SETS] = {2.27, 2.00, 1.02, 0.62, 0.44};
  return GFLOPs[set];
}

static const tc_memory_levels_limit limits[] = {
#define TC_LIMIT(what, formula, unit, printed, note) {what, #formula, unit, formula, printed, note},
#include "machine/limits/levels_limits.def"
#undef TC_LIMIT
};

int tc_memory_levels_limit_count(void) { return (int)(sizeof limits / sizeof *limits); }

const tc_memory_levels_limit *tc_memory_levels_limit_at(int index) { return &limits[index]; }
