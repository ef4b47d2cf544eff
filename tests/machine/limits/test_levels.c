#include "machine/limits/levels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/approximately.h"

/* ---- formulas of the limits ---- */

Test(levels, hits) {
  cr_expect_eq(tc_memory_levels_hit_ratio(140, 140), 1.0);
  cr_expect_eq(tc_memory_levels_hit_ratio(140, 10), 1.0, "the ratio must not exceed 1");
  cr_expect_eq(tc_memory_levels_hit_ratio(4000, 16000), 0.25);
}

/* Returns the number of words that a memory level moves per FLOP (WpF, equation (4) of the paper). `stream`
 * words always move. Each of the `reused` words moves alone on a hit, and with its cache line on a miss. */
static double words_per_flop(double stream, double reused, double hits, double line) {
  return stream + reused * (hits + (1.0 - hits) * line);
}

/* Compares with values computed by hand. Equation (6) counts 8 words, and a cache line for each miss of the
 * four neighbours. Equation (4) also counts the words of hits. */
Test(levels, words) {
  expect_near(tc_memory_levels_scheme_words_per_flop(1.0, 8), 8 / 11.0);
  expect_near(tc_memory_levels_scheme_words_per_flop(0.0, 8), 40 / 11.0);
  expect_near(tc_memory_levels_scheme_words_per_flop(0.75, 4), 12 / 11.0);
  expect_near(words_per_flop(8 / 11.0, 4 / 11.0, 0.0, 8), 40 / 11.0);
  expect_near(words_per_flop(8 / 11.0, 4 / 11.0, 1.0, 8), 12 / 11.0);
}

/* Equations (4) and (5) as printed give 4.05 GFLOP/s for 140 words in L1. Table 2 has 6.07, which follows
 * from equation (6). */
Test(levels, as_printed_registers_would_count) {
  const double printed = tc_memory_levels_flops(35.31e9, words_per_flop(8 / 11.0, 4 / 11.0, 1.0, 8));
  cr_expect_lt(fabs(1e-9 * printed - 4.05), 0.005, "%g", printed);
}

/* For the number of accesses in equations (2) and (3), the cache must need the same time as memory needs for
 * 64 bytes. */
Test(levels, balance) {
  const double gpu = tc_memory_levels_balance(394.1e9, 208e9, 32),
               cpu = tc_memory_levels_balance(30.22e9, 17.16e9, 64);
  expect_near(tc_memory_levels_roofline(394.1e9, 32 * gpu), tc_memory_levels_roofline(208e9, 64));
  expect_near(tc_memory_levels_roofline(30.22e9, 64 * cpu), tc_memory_levels_roofline(17.16e9, 64));
  expect_near(gpu, 2 * 394.1 / 208);
  expect_near(cpu, 30.22 / 17.16);
}

Test(levels, of_a_machine) {
  const tc_params core = {.cache_line_B = 64,
                          .level_cache_B = {1120, 32000, 256000, 20e6},
                          .level_Bps = {35.31e9, 35.14e9, 30.22e9, 17.16e9}};
  const tc_memory_levels levels = tc_memory_levels_from_params(&core),
                         published = tc_memory_levels_published();
  cr_expect_eq(memcmp(&levels, &published, sizeof levels), 0);
}

/* In the worst case a row moves 192 bytes on the GPU and 320 bytes on the CPU, according to the paper. */
Test(levels, worst_row) {
  cr_expect_eq(tc_memory_levels_worst_row_B(32), 192.0);
  cr_expect_eq(tc_memory_levels_worst_row_B(64), 320.0);
}

Test(levels, not_known) {
  tc_memory_levels levels = tc_memory_levels_published();
  double flops[TC_LEVELS];
  levels.words[2] = 0.0;
  cr_expect(isnan(tc_memory_levels_forecast(&levels, 4000, flops)) && isnan(flops[2]));
  cr_expect(flops[1] > 0.0 && flops[3] > 0.0, "the other levels must be valid");
  levels.line = 0.0;
  cr_expect(isnan(tc_memory_levels_forecast(&levels, 4000, flops)) && isnan(flops[1]));
}

/* ---- Table 2 of the paper ---- */

static long hundredths(double GFLOPs) { return lround(100.0 * GFLOPs); }

static bool is_low(int level, int set) {
  return (level == 0 && (set == 1 || set == 2)) || (level == 2 && set == 4);
}

/* 17 of the 20 cells of Table 2 must equal the computed values rounded to two decimals. In the other three
 * cells, the paper has truncated values. */
Test(levels, table_2) {
  const tc_memory_levels levels = tc_memory_levels_published();
  int same = 0;
  for (int set = 0; set < TC_MEMORY_LEVELS_SETS; set++) {
    double flops[TC_LEVELS], measured = tc_memory_levels_published_columns[set].measured;
    const double least =
        1e-9 * tc_memory_levels_forecast(&levels, tc_memory_levels_published_columns[set].words, flops);
    double printed = INFINITY;
    for (int level = 0; level < TC_LEVELS; level++) {
      const double value = 1e-9 * flops[level], cell = tc_memory_levels_published_columns[set].level[level];
      same += hundredths(value) == hundredths(cell);
      cr_expect_eq(hundredths(value) - hundredths(cell), is_low(level, set), "%s, %g: %.4f",
                   tc_memory_levels_name(level), tc_memory_levels_published_columns[set].words, value);
      if (is_low(level, set)) cr_expect_eq((long)(100.0 * value), hundredths(cell), "cut: %.4f", value);
      printed = fmin(printed, cell);
    }
    cr_expect_eq(tc_memory_levels_published_columns[set].min, printed,
                 "the last but one line is the least of the others");
    cr_expect(hundredths(least) - hundredths(printed) <= 1, "%.4f", least);
    cr_expect_gt(measured, 0.0);
  }
  cr_expect_eq(same, 17);
}

/* These values were computed by hand to four decimal places. */
Test(levels, table_2_to_four_digits) {
  static const long wanted[TC_LEVELS][TC_MEMORY_LEVELS_SETS] = {{60689, 12487, 12180, 12141, 12138},
                                                                {60397, 60397, 13422, 12157, 12095},
                                                                {51941, 51941, 51941, 10949, 10496},
                                                                {29494, 29494, 29494, 29494, 29494}};
  const tc_memory_levels levels = tc_memory_levels_published();
  for (int set = 0; set < TC_MEMORY_LEVELS_SETS; set++) {
    double flops[TC_LEVELS];
    tc_memory_levels_forecast(&levels, tc_memory_levels_published_columns[set].words, flops);
    for (int level = 0; level < TC_LEVELS; level++)
      cr_expect_eq(lround(1e-5 * flops[level]), wanted[level][set], "%s, %g", tc_memory_levels_name(level),
                   tc_memory_levels_published_columns[set].words);
  }
}

/* Relative errors in % of the forecast that the paper publishes. */
Test(levels, the_papers_own_error) {
  static const long percent[TC_MEMORY_LEVELS_SETS] = {30, -38, 19, 76, 136};
  for (int set = 0; set < TC_MEMORY_LEVELS_SETS; set++)
    cr_expect_eq(lround(100.0 * (tc_memory_levels_published_columns[set].min /
                                     tc_memory_levels_published_columns[set].measured -
                                 1.0)),
                 percent[set]);
}

/* ---- other figures of the paper ---- */

/* Formats `value` with the number of decimal places of `like`. */
static void round_as(const char *like, double value, char *out, size_t size) {
  const char *point = strchr(like, '.');
  snprintf(out, size, "%.*f", point ? (int)strlen(point + 1) : 0, value);
}

Test(levels, limits) {
  int noted = 0;
  for (int i = 0; i < tc_memory_levels_limit_count(); i++) {
    const tc_memory_levels_limit *limit = tc_memory_levels_limit_at(i);
    char digits[32];
    cr_expect_gt(limit->value, 0.0, "%s", limit->what);
    if (!*limit->printed) continue;
    round_as(limit->printed, limit->value, digits, sizeof digits);
    noted += *limit->note != '\0';
    cr_expect_eq(strcmp(digits, limit->printed) == 0, *limit->note == '\0',
                 "%s: %s by the formula, %s printed", limit->what, digits, limit->printed);
  }
  cr_expect_eq(noted, 5, "misprints, cut and round figures");
  cr_expect_geq(tc_memory_levels_limit_count(), 30);
}

/* Returns the value of the entry `what` in the list. The functions must give the same values as the formulas
 * of the list. */
static double limit_of(const char *what) {
  for (int i = 0; i < tc_memory_levels_limit_count(); i++)
    if (!strcmp(tc_memory_levels_limit_at(i)->what, what)) return tc_memory_levels_limit_at(i)->value;
  cr_expect_fail("no limit '%s'", what);
  return NAN;
}

Test(levels, limits_by_the_functions) {
  const tc_memory_levels core = tc_memory_levels_published();
  expect_near(limit_of("K20: bound by memory bandwidth"), tc_memory_levels_roofline(208, 64));
  expect_near(limit_of("K20: worst case, 192 bytes a row"), tc_memory_levels_roofline(208, 192));
  expect_near(limit_of("CPU: bound by memory bandwidth of a node"), tc_memory_levels_roofline(102.4, 64));
  expect_near(limit_of("K20: a* of (2), peak bandwidth"), tc_memory_levels_balance(394.1, 208, 32));
  expect_near(limit_of("CPU: a* of (3), Table 1"), tc_memory_levels_balance(core.Bps[2], core.Bps[3], 64));
}
