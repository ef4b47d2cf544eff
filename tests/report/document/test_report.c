#include "report/document/report.h"

#include "report/sample.h"
#include "support/expect.h"

/* The time of a phase is its maximum over the ranks. The total is the time of the slowest rank, not the sum
 * of these maxima. */
Test(report, largest_over_ranks) {
  static sample s;
  sample_fill(&s);
  tc_result first = s.result[0];
  first.ranks = 1;
  for (int p = 0; p < TC_PHASE_COUNT; p++) {
    cr_assert_eq(tc_result_measured_s(s.result, p), 0x1p-9 * (p + 1));
    cr_assert_eq(tc_result_measured_s(&first, p), 0x1p-10 * (p + 1) * (p == TC_PHASE_COUNT - 1 ? 2 : 1));
    cr_assert_eq(tc_result_predicted_s(s.result, TC_MODEL_paper, p), 0x1p-9 * (p + 1));
  }
  cr_assert_eq(tc_result_measured_s(s.result, -1), 0x1p-4);
  cr_assert_eq(tc_result_measured_s(&first, -1), 0x1p-5);
  s.result[0].forecast[TC_MODEL_paper].total_s = 0.75;
  cr_assert_eq(tc_result_predicted_s(s.result, TC_MODEL_paper, -1), 0.75);
}

Test(report, each_model_has_its_own_forecast) {
  static sample s;
  sample_fill(&s);
  sample_refine(&s, 1.0);
  for (int p = 0; p < TC_PHASE_COUNT; p++) {
    cr_assert_eq(tc_result_predicted_s(s.result, TC_MODEL_paper, p), 0x1p-9 * (p + 1));
    cr_assert_eq(tc_result_predicted_s(s.result, TC_MODEL_refined, p), 0x1p-8 * (p + 1));
  }
  cr_assert_eq(tc_result_predicted_s(s.result, TC_MODEL_paper, -1), 0x1p-4);
  cr_assert_eq(tc_result_predicted_s(s.result, TC_MODEL_refined, -1), 0x1p-3);
}

/* If the user chooses no model, the main model is the one with forecasts of the most results. If there are
 * several, the last in the registry is chosen. */
Test(report, main_model) {
  static sample s;
  sample_fill(&s);
  cr_assert_eq(tc_report_main_model(TC_MODEL_AUTO, 2, s.result), TC_MODEL_paper);
  cr_assert_eq(tc_report_main_model(TC_MODEL_refined, 2, s.result), TC_MODEL_refined, "as chosen");
  sample_refine(&s, 1.0);
  cr_assert_eq(tc_report_main_model(TC_MODEL_AUTO, 2, s.result), TC_MODEL_refined);
  cr_assert_eq(tc_report_main_model(TC_MODEL_paper, 2, s.result), TC_MODEL_paper, "as chosen");
  s.result[1].forecast[TC_MODEL_paper] = s.result[0].forecast[TC_MODEL_paper];
  cr_assert_eq(tc_report_main_model(TC_MODEL_AUTO, 2, s.result), TC_MODEL_paper,
               "it has forecasts of both results");
  cr_assert_eq(tc_report_main_model(TC_MODEL_AUTO, 0, NULL), TC_MODEL_paper);
}

Test(report, counts_and_memory_are_added) {
  static sample s;
  sample_fill(&s);
  tc_result one = s.result[0];
  one.ranks = 1;
  tc_counts sum = tc_result_counts(s.result), first = tc_result_counts(&one);
  for (int c = 0; c < TC_COUNT_COUNT; c++) {
    cr_assert_eq(sum.by_index[c], 200 * c + 7);
    cr_assert_eq(first.by_index[c], 100 * c);
  }
  cr_assert_eq(tc_result_memory_B(s.result), 3e6);
}

/* The slowest rank of a run has the longest measured work. In a dry run it has the longest forecast work. */
Test(report, slowest_rank) {
  static sample s;
  sample_fill(&s);
  cr_assert_eq(tc_result_slowest(s.result, TC_MODEL_paper), 1);
  s.measured[0].total_s = 1.0;
  cr_assert_eq(tc_result_slowest(s.result, TC_MODEL_paper), 0);
  s.result[0].dry_run = true; /* forecast work: 41 * 2^-10 s on rank 0, 58 * 2^-10 s on rank 1 */
  cr_assert_eq(tc_result_measured_s(s.result, -1), 0.0);
  cr_assert_eq(tc_result_slowest(s.result, TC_MODEL_paper), 1);
  s.predicted[0].compute = 2.0;
  cr_assert_eq(tc_result_slowest(s.result, TC_MODEL_paper), 0);
  cr_assert_eq(tc_result_slowest(s.result, TC_MODEL_refined), -1);
}

/* Barriers make the steps of all ranks equally long. The slowest rank is therefore the one with the most
 * work, which includes transfers but not waits. */
Test(report, waiting_is_not_work) {
  static sample s;
  sample_fill(&s);
  s.measured[0].total_s = 10e-3;
  s.measured[1].total_s = 10.1e-3;
  s.measured[0].ledger.seconds = (tc_seconds){.wait = 1e-3, .compute = 9e-3};
  s.measured[1].ledger.seconds = (tc_seconds){.wait = 6e-3, .compute = 4e-3};
  cr_assert_eq(tc_result_slowest(s.result, TC_MODEL_paper), 0);
  s.measured[1].ledger.seconds = (tc_seconds){.transfer = 6e-3, .compute = 4e-3};
  cr_assert_eq(tc_result_slowest(s.result, TC_MODEL_paper), 1);
  s.result[0].dry_run = true;
  s.predicted[0] = (tc_seconds){.wait = 1e-3, .compute = 9e-3};
  s.predicted[1] = (tc_seconds){.wait = 7e-3, .compute = 4e-3};
  cr_assert_eq(tc_result_slowest(s.result, TC_MODEL_paper), 0);
}
