#include "report/document/read_lines.h"

#include "graph/order.h"
#include "sparse/reuse_distance.h"
#include <math.h>

enum { second = 2 };

/* Returns the number of cache lines of x per row that the product loads from beyond a memory level, minus the
 * number in a favourable ordering, averaged over the rows of all ranks. */
static double lines_beyond(const tc_report *report, const tc_result *result, int level) {
  const double cache_B = report->machine.level_cache_B[level];
  double lines = 0.0, rows = 0.0;
  for (int r = 0; r < result->ranks; r++) {
    const tc_measurement *m = &result->measured[r];
    lines += tc_reuse_cache_misses(&m->excess_reuse, tc_reuse_row_bytes(report->width), cache_B);
    rows += m->reuse.rows;
  }
  return lines / rows;
}

double tc_read_lines_beyond(const tc_report *report, const tc_result *result, int level) {
  const double cache_B = report->machine.level_cache_B[level];
  double lines = 0.0, rows = 0.0;
  for (int r = 0; r < result->ranks; r++) {
    const tc_reuse *reuse = &result->measured[r].reuse;
    lines += tc_reuse_cache_misses(reuse, tc_reuse_row_bytes(report->width), cache_B);
    rows += reuse->rows;
  }
  return cache_B > 0.0 && rows > 0.0 ? lines / rows : (double)NAN;
}

double tc_read_lines_best(const tc_report *report, const tc_result *result, int level) {
  return tc_read_lines_beyond(report, result, level) - lines_beyond(report, result, level);
}

/* True if the ordering of the result sorts all cells of a rank by levels (breadth-first), or if the ordering
 * is unknown. */
static bool is_well_ordered(const tc_result *result) {
  const tc_order *order = result->order ? tc_order_find(result->order) : NULL;
  return !order || (order->by_levels && (!order->in_blocks || result->order_block == 0));
}

/* Returns the share of a step that a favourable ordering would save: 1 minus the ratio of the forecasts of
 * the models refined and hierarchy; 0 without both forecasts. */
static double saved_share(const tc_result *result) {
  const tc_forecast *all = &result->forecast[TC_MODEL_hierarchy], *good = &result->forecast[TC_MODEL_refined];
  return all->phase_s && good->phase_s ? 1.0 - good->total_s / all->total_s : 0.0;
}

/* Returns the number of the cache level to report: 2 for L2, or 1 for L1 if a favourable ordering would load
 * as many lines from beyond L2 as this ordering does. */
static int telling_level(const tc_report *report, const tc_result *result) {
  const double least = 0.01;
  return tc_read_lines_beyond(report, result, second) - tc_read_lines_best(report, result, second) < least
             ? second - 1
             : second;
}

void tc_read_lines_advice(const tc_report *report, const tc_result *result, tc_section *out) {
  const double worth = 0.05, saved = saved_share(result);
  if (is_well_ordered(result) || !(saved > worth)) return;
  const int level = telling_level(report, result);
  const double lines = tc_read_lines_beyond(report, result, level);
  tc_section_print(out, "  reads of x: ");
  if (!isnan(lines))
    tc_section_append(out, "%.2f cache lines per row from beyond L%d (best ordering: %.2f): ", lines, level,
                      tc_read_lines_best(report, result, level));
  tc_section_append(out, "order.method rcm would save about %.0f %%", 100.0 * saved);
}
