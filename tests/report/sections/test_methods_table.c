/* Tests of the table that compares methods and preconditioners. */
#include "report/json_report.h"
#include "support/golden.h"

static char *table_of(const sample *s) { return sample_text(&s->report, tc_report_methods); }

/* Fills in two methods and one that failed. The second method is slower and has no forecast. */
static void fill_methods(sample *s, tc_result_solver *second, tc_measurement slow[2], tc_failure *failure) {
  sample_fill(s);
  sample_solve(s);
  s->solver.field_difference = NAN;
  *second = s->solver;
  s->solver.record.set_up = second->record.set_up = (tc_setup_times){.transpose = 0.5, .factors = 1.0};
  s->solver.set_up = (tc_setup_times){.transpose = 0.5, .factors = 1.5};
  second->set_up = (tc_setup_times){.transpose = 0.5, .factors = NAN};
  second->options.solver.preconditioner = tc_preconditioner_find("none");
  second->trial = 0;
  second->field_difference = 2.5e-9;
  for (int r = 0; r < 2; r++) {
    slow[r] = s->measured[r];
    slow[r].total_s *= 2.0;
  }
  s->result[1] = s->result[0];
  s->result[1].solver = second;
  s->result[1].measured = slow;
  s->result[1].forecast[TC_MODEL_paper].phase_s = NULL;
  *failure = (tc_failure){"cgs", "jacobi", "condensed", 512, "step 1: cgs diverged", 0, 0};
  s->report.failures = 1;
  s->report.failure = failure;
}

Test(methods, a_line_each) {
  static sample s;
  static tc_measurement slow[2];
  static tc_result_solver second;
  static tc_failure failure;
  fill_methods(&s, &second, slow, &failure);
  char *text = table_of(&s);
  expect_golden("report", "methods.txt", text);
  free(text);
}

/* Long names must not shift the numbers away from their headings. */
Test(methods, columns_hold_together) {
  static sample s;
  static tc_measurement slow[2];
  static tc_result_solver second;
  static tc_failure failure;
  fill_methods(&s, &second, slow, &failure);
  failure.preconditioner = "ilut(10, 0.001, rank) of a long name";
  char *text = table_of(&s);
  const char *head = strstr(text, "\n  method "), *line = strstr(text, "\n  cg  "),
             *failed = strstr(text, "\n  cgs  ");
  cr_assert(head && line && failed, "%s", text);
  const ptrdiff_t column = strstr(head, " strategy") - head;
  cr_expect_eq(strstr(line, " condensed") - line, column, "%s", text);
  cr_expect_eq(strstr(failed, " condensed") - failed, column, "%s", text);
  cr_expect_eq(strchr(head, '|') - head, strchr(line, '|') - line, "%s", text);
  free(text);
}

/* The reported field and balance must be those of the first valid result, even if another one is the
 * fastest. */
Test(methods, the_first_that_went_well) {
  static sample s;
  static tc_measurement slow[2];
  static tc_result_solver second;
  static tc_failure failure;
  fill_methods(&s, &second, slow, &failure);
  const tc_result fast = s.result[0];
  s.result[0] = s.result[1];
  s.result[1] = fast;
  s.result[0].field.max = 0.125;
  char *text = table_of(&s);
  cr_expect_not_null(strstr(text, "\n  fastest: cg with jacobi, strategy condensed; "), "%s", text);
  const char *first = strstr(text, "\n  outcome of cg with none, strategy condensed:\n");
  cr_expect(first && strstr(first, "max 0.125"), "%s", text);
  free(text);
}

Test(methods, all_may_fail) {
  static sample s;
  static tc_measurement slow[2];
  static tc_result_solver second;
  static tc_failure failure;
  fill_methods(&s, &second, slow, &failure);
  s.report.results = 0;
  char *text = table_of(&s);
  cr_expect(strstr(text, "failed: step 1") && !strstr(text, "fastest"), "%s", text);
  free(text);
}

/* Fills in two methods. The first one is slower than the second one, and the setup of the second one takes
 * `setup_s` seconds. */
static void fill_solves(sample *s, tc_result_solver *second, tc_measurement slow[2], double setup_s) {
  static tc_failure failure;
  fill_methods(s, second, slow, &failure);
  s->report.dt = 0.0;
  s->result[0].measured = slow;
  s->result[1].measured = s->measured;
  s->solver.record.set_up = (tc_setup_times){.transpose = 3.0, .factors = 0.25};
  second->record.set_up = (tc_setup_times){.transpose = 3.0, .factors = setup_s};
}

/* The iterations of the two methods take 0.125 s and 0.0625 s. In a single solve the setup counts, so the
 * first method must be the fastest. */
Test(methods, a_single_solve_counts_its_setup) {
  static sample s;
  static tc_measurement slow[2];
  static tc_result_solver second;
  fill_solves(&s, &second, slow, 1.0);
  s.solver.record.solves = second.record.solves = 1;
  char *text = table_of(&s);
  cr_expect_not_null(strstr(text,
                            "\n  fastest of one solve: cg with jacobi, strategy condensed, 375 ms (setup "
                            "250 ms, iterations 125 ms); "),
                     "%s", text);
  cr_expect_not_null(strstr(text, "\n  fastest iterations: cg with none, strategy condensed, 62.5 ms (setup "
                                  "1.00 s); faster for 13 or more solves with one setup\n"),
                     "%s", text);
  free(text);
}

/* If the same method is the fastest with and without its setup, one line suffices. The time of the transpose
 * must have no effect. */
Test(methods, the_fastest_with_and_without_setup) {
  static sample s;
  static tc_measurement slow[2];
  static tc_result_solver second;
  fill_solves(&s, &second, slow, 0.25);
  char *text = table_of(&s);
  cr_expect_not_null(strstr(text, "\n  fastest of one solve: cg with none, strategy condensed, 312 ms (setup "
                                  "250 ms, iterations 62.5 ms); "),
                     "%s", text);
  cr_expect_null(strstr(text, "fastest iterations"), "%s", text);
  free(text);
}

/* All methods have failed, so no result shows that the command solves systems. The heading must nevertheless
 * contain the word solves. */
Test(methods, failed_solves) {
  static sample s;
  static tc_measurement slow[2];
  static tc_result_solver second;
  fill_solves(&s, &second, slow, 0.25);
  s.report.results = 0;
  char *text = table_of(&s);
  cr_expect_not_null(strstr(text, "\niterations of a solve; "), "%s", text);
  free(text);
}

Test(methods, json) {
  static sample s;
  static tc_measurement slow[2];
  static tc_result_solver second;
  static tc_failure failure;
  folder f = folder_make();
  fill_methods(&s, &second, slow, &failure);
  char *text = json_of(&f, &s);
  expect_word(text, "results.0.solver.difference", "null");
  expect_number(text, "results.1.solver.difference", 2.5e-9);
  expect_word(text, "failures.0.method", "\"cgs\"");
  expect_word(text, "failures.0.preconditioner", "\"jacobi\"");
  expect_word(text, "failures.0.strategy", "\"condensed\"");
  expect_number(text, "failures.0.block_size", 512);
  expect_word(text, "failures.0.reason", "\"step 1: cgs diverged\"");
  free(text);
  folder_remove(&f);
}
