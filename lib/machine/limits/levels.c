#include "machine/limits/levels.h"

#include <math.h>

enum { word_B = 8 };

const char *tc_memory_levels_name(int level) {
  static const char *const names[TC_LEVELS] = {"L1", "L2", "L3", "memory"};
  return names[level];
}

tc_memory_levels tc_memory_levels_from_params(const tc_params *machine) {
  tc_memory_levels levels = {.line = machine->cache_line_B / word_B};
  for (int level = 0; level < TC_LEVELS; level++) {
    levels.words[level] = machine->level_cache_B[level] / word_B;
    levels.Bps[level] = machine->level_Bps[level];
  }
  return levels;
}

double tc_memory_levels_hit_ratio(double cache_words, double words) { return fmin(1.0, cache_words / words); }

double tc_memory_levels_scheme_words_per_flop(double hits, double line) {
  return (8.0 + 4.0 * (1.0 - hits) * line) / TC_FV_FLOPS;
}

double tc_memory_levels_flops(double Bps, double words) { return Bps / (word_B * words); }

static double level_flops(const tc_memory_levels *levels, int level, double words) {
  const double cache_words = levels->words[level], Bps = levels->Bps[level];
  if (!(cache_words > 0.0 && Bps > 0.0 && levels->line > 0.0)) return NAN;
  return tc_memory_levels_flops(Bps,
                                tc_memory_levels_scheme_words_per_flop(tc_memory_levels_hit_ratio(cache_words,
                                                                                                  words),
                                                                       levels->line));
}

double tc_memory_levels_forecast(const tc_memory_levels *levels, double words, double flops[TC_LEVELS]) {
  double min_flops = INFINITY;
  for (int level = 0; level < TC_LEVELS; level++) {
    flops[level] = level_flops(levels, level, words);
    if (isnan(flops[level]) || flops[level] < min_flops)
      min_flops = flops[level]; /* a limit that is NaN makes the result NaN, because no later limit compares
                                   as smaller than NaN */
  }
  return min_flops;
}

double tc_memory_levels_roofline(double Bps, double row_B) { return Bps * TC_FV_FLOPS / row_B; }

double tc_memory_levels_worst_row_B(double access_B) { return TC_FV_ROW_B + 4.0 * access_B; }

double tc_memory_levels_balance(double cache_Bps, double memory_Bps, double access_B) {
  return TC_FV_ROW_B / access_B * cache_Bps / memory_Bps;
}
