#include "report/report.h"

#include "report/sample.h"
#include "support/expect.h"

/* Each part has its own slowest rank; the total has its own as well and is no sum of parts. */
Test(report, largest_over_ranks) {
  static sample s;
  sample_fill(&s);
  for (int p = 0; p < TC_PART_COUNT; p++) {
    cr_assert_eq(tc_result_measured_s(s.result, 2, p), 0x1p-9 * (p + 1));
    cr_assert_eq(tc_result_measured_s(s.result, 1, p), 0x1p-10 * (p + 1) * (p == TC_PART_COUNT - 1 ? 2 : 1));
    cr_assert_eq(tc_result_predicted_s(s.result, 2, p), 0x1p-9 * (p + 1));
  }
  cr_assert_eq(tc_result_measured_s(s.result, 2, -1), 0x1p-4);
  cr_assert_eq(tc_result_measured_s(s.result, 1, -1), 0x1p-5);
  s.result[0].predicted_total_s = 0.75;
  cr_assert_eq(tc_result_predicted_s(s.result, 2, -1), 0.75);
}

Test(report, counts_and_memory_are_added) {
  static sample s;
  sample_fill(&s);
  tc_traffic sum = tc_result_traffic(s.result, 2), first = tc_result_traffic(s.result, 1);
  for (int c = 0; c < tc_traffic_count(); c++) {
    cr_assert_eq(*tc_traffic_at(&sum, c), 200 * c + 7);
    cr_assert_eq(*tc_traffic_at(&first, c), 100 * c);
  }
  cr_assert_eq(tc_result_memory_B(s.result, 2), 3e6);
}
