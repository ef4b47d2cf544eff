/* Tests of the tables for a linear system that the user provides as a matrix file. Its rows replace the cells
 * of a mesh. */
#include "report/sample.h"
#include "support/golden.h"

static const tc_system_facts facts = {.file = "a.mtx",
                                      .format = "Matrix Market coordinate",
                                      .title = "a matrix",
                                      .key = "",
                                      .rows = 2001,
                                      .entries = 10005,
                                      .off_diagonal = 8004,
                                      .right_sides = 2};

/* Changes the sample to the report of a solve of such a system on two ranks. */
static void fill(sample *s) {
  sample_fill(s);
  sample_solve(s);
  s->report.title = s->report.scheme = s->report.method = NULL;
  s->report.system = &facts;
  s->report.dt = 0.0;
  s->report.results = 1;
  s->report.initial = NULL;
}

/* The table of a dry run has the counts of one product on each rank and of all sweeps. The solve has 12
 * products. */
Test(system_tables, prediction) {
  static sample s;
  fill(&s);
  s.result[0].dry_run = true;
  s.solver.record = (tc_solve_statistics){.bitwise = true};
  s.solver.trial = 10;
  s.solver.bound = 0;
  s.solver.products = 12;
  for (int r = 0; r < 2; r++) {
    tc_ledger *ledger = &s.measured[r].ledger;
    ledger->work = (tc_work){.products = 12, .reductions = 21, .row_flops = 90};
    ledger->count = (tc_counts){.local_messages = 1, .local_values = 100, .remote_individual = 2};
    ledger->sweep_counts = (tc_counts){.local_messages = 5, .local_values = 7};
  }
  char *text = sample_text(&s.report, tc_report_prediction);
  expect_golden("report", "prediction_system.txt", text);
  cr_assert_not_null(strstr(text, "34 messages, 48 single reads; 0.0197 MB moved"), "%s", text);
  cr_assert_not_null(strstr(text, "; 0.4202 MFLOP, "), "%s", text);
  free(text);
}

/* Checks the table that the command solve appends to its own output. */
Test(system_tables, solve) {
  static sample s;
  fill(&s);
  s.solver.record.set_up.factors = 2e-3;
  s.solver.set_up.factors = 1e-3;
  char *text = sample_text(&s.report, tc_report_solve);
  expect_golden("report", "solve.txt", text);
  free(text);
}

/* The comparison of methods must contain the difference of x, and no field statistics, because there is no
 * mesh. */
Test(system_tables, methods) {
  static sample s;
  fill(&s);
  s.solver.field_difference = NAN;
  char *text = sample_text(&s.report, tc_report_methods);
  cr_assert_not_null(strstr(text, "difference of x from that of the first line"), "%s", text);
  cr_assert_not_null(strstr(text, "a.mtx: a matrix: 2001 rows, 10005 entries, not symmetric"), "%s", text);
  cr_assert_null(strstr(text, "integral"), "%s", text);
  free(text);
}
