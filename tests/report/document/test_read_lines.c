#include "report/document/read_lines.h"

#include "report/sample.h"
#include "support/expect.h"

/* Sets the counts of reads of both ranks, which have 2001 rows together. 200 reads have a reuse distance of
 * 64 KiB, and 40 of these would have it in a favourable ordering, too. 100 reads have a distance of 4 MiB,
 * but none in a favourable ordering. There are 50 cold reads, and 10 in a favourable ordering. Their distance
 * counts as 10 MB, the size of all data of a product. */
static void count_reads(sample *s) {
  const double cache[TC_LEVELS] = {1120.0, 32768.0, 1048576.0, 33554432.0};
  for (int r = 0; r < 2; r++) {
    tc_measurement *m = &s->measured[r];
    m->reuse = (tc_reuse){.rows = m->rows, .lines = 160000.0, .cold = 25.0};
    m->reuse.scattered[20] = 100.0;
    m->reuse.scattered[32] = 50.0;
    m->excess_reuse = m->reuse;
    m->excess_reuse.scattered[20] = 80.0;
    m->excess_reuse.cold = 20.0;
  }
  memcpy(s->report.machine.level_cache_B, cache, sizeof cache);
}

static void expect_rows(double lines_a_row, double lines) {
  cr_assert_float_eq(lines_a_row, lines / 2001, 1e-12, "%g, not %g", lines_a_row * 2001, lines);
}

Test(reads, lines_behind_levels) {
  static sample s;
  sample_fill(&s);
  cr_assert(isnan(tc_read_lines_beyond(&s.report, s.result, 1)), "reads were not counted");
  count_reads(&s);
  expect_rows(tc_read_lines_beyond(&s.report, s.result, 1), 350);
  expect_rows(tc_read_lines_beyond(&s.report, s.result, 2), 150);
  expect_rows(tc_read_lines_beyond(&s.report, s.result, 3), 0);
  expect_rows(tc_read_lines_favourable(&s.report, s.result, 1), 50);
  expect_rows(tc_read_lines_favourable(&s.report, s.result, 2), 10);
  s.report.machine.level_cache_B[2] = 0.0;
  cr_assert(isnan(tc_read_lines_beyond(&s.report, s.result, 2)), "the size of L2 is unknown");
}

/* ---- advice about the ordering ---- */

static const tc_result *advised_result;
static void write_advice(const tc_report *report, tc_section *out) {
  tc_read_lines_advice(report, advised_result, out);
}

static void expect_advice(sample *s, const char *wanted) {
  advised_result = s->result;
  char *text = sample_text(&s->report, write_advice);
  cr_assert_str_eq(text, wanted);
  free(text);
}

/* Sets the forecast of the model `hierarchy` to (1 + more) times the forecast of `refined`. */
static void forecast_reads(sample *s, double more) {
  sample_refine(s, 0.0);
  s->result[0].forecast[TC_MODEL_hierarchy] = s->result[0].forecast[TC_MODEL_refined];
  s->result[0].forecast[TC_MODEL_hierarchy].total_s *= 1.0 + more;
}

#define LINE                                                                                                 \
  "  reads of x: 0.07 cache lines per row are loaded from beyond L2 (best ordering: 0.00): order.method "    \
  "rcm would save about 20 % of the time\n"

Test(reads, advice) {
  static sample s;
  sample_fill(&s);
  count_reads(&s);
  s.result[0].order = "none";
  expect_advice(&s, ""); /* the models have no forecasts */
  forecast_reads(&s, 0.25);
  expect_advice(&s, LINE);
  s.result[0].order = "rcm";
  expect_advice(&s, "");
  s.result[0].order = "metis"; /* the ordering of blocks of 64 cells */
  expect_advice(&s, LINE);
  s.result[0].order_block = 0; /* the ordering has one block per rank */
  expect_advice(&s, "");
  s.result[0].order = NULL;
  expect_advice(&s, "");
}

Test(reads, advice_is_given_for_more_than_little) {
  static sample s;
  sample_fill(&s);
  count_reads(&s);
  s.result[0].order = "random";
  forecast_reads(&s, 0.05);
  expect_advice(&s, "");
  forecast_reads(&s, 0.06);
  expect_advice(&s, "  reads of x: 0.07 cache lines per row are loaded from beyond L2 (best ordering: 0.00): "
                    "order.method rcm would "
                    "save about 6 % of the time\n");
}

/* If a better ordering would save no reads from beyond L2, the advice must name L1. If the sizes of the
 * caches are unknown, it must name no level. */
Test(reads, advice_for_small_meshes) {
  static sample s;
  sample_fill(&s);
  count_reads(&s);
  s.result[0].order = "none";
  forecast_reads(&s, 0.25);
  for (int r = 0; r < 2; r++)
    s.measured[r].reuse.scattered[32] = s.measured[r].excess_reuse.scattered[32] = 0.0;
  for (int r = 0; r < 2; r++) s.measured[r].excess_reuse.cold = 0.0;
  expect_advice(&s, "  reads of x: 0.12 cache lines per row are loaded from beyond L1 (best ordering: 0.04): "
                    "order.method rcm would "
                    "save about 20 % of the time\n");
  memset(s.report.machine.level_cache_B, 0, sizeof s.report.machine.level_cache_B);
  expect_advice(&s, "  reads of x: order.method rcm would save about 20 % of the time\n");
}
