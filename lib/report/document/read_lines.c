#include "report/document/read_lines.h"

#include "graph/order/order.h"
#include "sparse/reuse_distance.h"
#include <math.h>

enum { l2 = 2 };

/* Returns the number of cache lines of x per row that the product loads from beyond the memory level `level`.
 * The number of lines that it would load with a favourable ordering of the cells is subtracted. The result is
 * the mean over the rows of all ranks. */
static double excess_lines_beyond(const tc_report *report, const tc_result *result, int level) {
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

double tc_read_lines_favourable(const tc_report *report, const tc_result *result, int level) {
  return tc_read_lines_beyond(report, result, level) - excess_lines_beyond(report, result, level);
}

/* True if the ordering of the result sorts all cells of a rank by breadth-first levels of the dual graph, or
 * if the ordering is unknown. */
static bool has_favourable_order(const tc_result *result) {
  const tc_order *order = result->order ? tc_order_find(result->order) : NULL;
  return !order || (order->by_levels && (!order->in_blocks || result->order_block == 0));
}

/* Returns the share of the step time that a favourable ordering would save: 1 - forecast of the model
 * `refined` (favourable ordering) / forecast of the model `hierarchy` (actual ordering). Returns 0 unless
 * both models have a forecast. */
static double compute_saving(const tc_result *result) {
  const tc_forecast *hierarchy = &result->forecast[TC_MODEL_hierarchy],
                    *refined = &result->forecast[TC_MODEL_refined];
  return hierarchy->phase_s && refined->phase_s ? 1.0 - refined->total_s / hierarchy->total_s : 0.0;
}

/* Returns the cache level to report. This is L2, or L1 if a favourable ordering would load about the same
 * number of lines from beyond L2. */
static int select_level(const tc_report *report, const tc_result *result) {
  const double min_difference = 0.01;
  return tc_read_lines_beyond(report, result, l2) - tc_read_lines_favourable(report, result, l2) <
                 min_difference
             ? l2 - 1
             : l2;
}

void tc_read_lines_advice(const tc_report *report, const tc_result *result, tc_section *out) {
  const double min_saving = 0.05, saving = compute_saving(result);
  if (has_favourable_order(result) || !(saving > min_saving)) return;
  const int level = select_level(report, result);
  const double lines = tc_read_lines_beyond(report, result, level);
  tc_section_print(out, "  reads of x: ");
  if (!isnan(lines))
    tc_section_append(out,
                      "%.2f cache lines per row are loaded from beyond L%d (best ordering: %.2f): ", lines,
                      level, tc_read_lines_favourable(report, result, level));
  tc_section_append(out, "order.method rcm would save about %.0f %% of the time", 100.0 * saving);
}
