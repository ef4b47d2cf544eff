#include "report/document/report.h"
#include "report/sample.h"
#include "support/expect.h"
#include "support/golden.h"

static char *orders_of(const sample *s) { return sample_text(&s->report, tc_report_orders); }

/* Sets the counts of reads of both ranks, which have 2001 rows together. 100 reads have a reuse distance of
 * 64 KiB. There are 50 cold reads, whose distance counts as 10 MB, the size of all data of a product. */
static void count_reads(sample *s) {
  for (int r = 0; r < 2; r++) {
    tc_reuse *reuse = &s->measured[r].reuse;
    reuse->rows = s->measured[r].rows;
    reuse->lines = 160000.0;
    reuse->scattered[20] = 50.0;
    reuse->cold = 25.0;
  }
  const double cache[TC_LEVELS] = {1120.0, 32768.0, 1048576.0, 33554432.0};
  memcpy(s->report.machine.level_cache_B, cache, sizeof cache);
}

/* If the fields of the orderings differ, each line must contain the hash of its field. The outcome below the
 * table must then name the ordering to which it belongs. */
Test(orders, whose_fields_differ) {
  static sample s;
  sample_fill(&s);
  s.result[0].order = "metis";
  s.result[0].order_block = 0;
  s.result[1].order = "random";
  s.result[1].valid = true;
  char *text = orders_of(&s);
  cr_assert_null(strstr(text, "differ"), "the fields are equal: %s", text);
  cr_assert_not_null(strstr(text, "hash 00c0ffee00000001"), "%s", text);
  free(text);
  s.result[1].field.hash = 0x1234;
  text = orders_of(&s);
  expect_golden("report", "orders_different_fields.txt", text);
  free(text);
  sample_solve(&s);
  s.solver.record.bitwise = false;
  text = orders_of(&s);
  expect_golden("report", "orders_different_fields_by_rank.txt", text);
  free(text);
  s.result[0].valid = s.result[1].valid = false;
  text = orders_of(&s);
  cr_assert_null(strstr(text, "differ"), "the fields are not solutions: %s", text);
  free(text);
}

/* Phase 5 is compute. It takes 6 * 2^-9 s for the 1001 rows of rank 1, which is 11.7 us per row. */
Test(orders, columns) {
  static sample s;
  sample_fill(&s);
  s.result[1].order = "metis";
  s.result[0].forecast[TC_MODEL_paper].phase_s = NULL;
  char *text = orders_of(&s);
  expect_golden("report", "orders_without_forecast.txt", text);
  free(text);
  sample_forecast(&s, (double[TC_PHASE_COUNT]){0}, 1.0);
  s.result[1].forecast[TC_MODEL_paper] = s.result[0].forecast[TC_MODEL_paper];
  text = orders_of(&s);
  cr_assert_null(strstr(text, "shortest by"), "the forecasts of the model are equal: %s", text);
  free(text);
  s.result[1].forecast[TC_MODEL_paper].total_s = 0x1p-5;
  count_reads(&s);
  text = orders_of(&s);
  expect_golden("report", "orders.txt", text);
  free(text);
}
