/* Parameters of Table 1 and values of Table 2 as printed by Langguth et al. 2015, and the list of other
 * figures of the paper. */
#include "machine/limits/levels.h"

tc_memory_levels tc_memory_levels_published(void) {
  return (tc_memory_levels){{140, 4000, 32000, 2500000}, {35.31e9, 35.14e9, 30.22e9, 17.16e9}, 8};
}

const tc_memory_levels_column tc_memory_levels_published_columns[TC_MEMORY_LEVELS_SETS] = {
    {140, {6.07, 6.04, 5.19, 2.95}, 2.95, 2.27},     {4000, {1.24, 6.04, 5.19, 2.95}, 1.24, 2.00},
    {32000, {1.21, 1.34, 5.19, 2.95}, 1.21, 1.02},   {500000, {1.21, 1.22, 1.09, 2.95}, 1.09, 0.62},
    {2500000, {1.21, 1.21, 1.04, 2.95}, 1.04, 0.44},
};

static const tc_memory_levels_limit limits[] = {
#define TC_LIMIT(what, formula, unit, printed, note) {what, #formula, unit, formula, printed, note},
#include "machine/limits/levels_limits.def"
#undef TC_LIMIT
};

int tc_memory_levels_limit_count(void) { return (int)(sizeof limits / sizeof *limits); }

const tc_memory_levels_limit *tc_memory_levels_limit_at(int index) { return &limits[index]; }
