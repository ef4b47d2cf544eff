#include "report/document/report.h"
#include "report/sample.h"
#include "support/expect.h"
#include "support/golden.h"

static char *comparison_of(const sample *s) { return sample_text(&s->report, tc_report_comparison); }

/* Copies the line that begins with `begin` to `line`, without its newline. */
static void line_of(const char *text, const char *begin, char line[256]) {
  char head[64];
  snprintf(head, sizeof head, "\n%s", begin);
  const char *at = strstr(text, head);
  cr_assert_not_null(at, "no line \"%s\" in %s", begin, text);
  snprintf(line, 256, "%.*s", (int)strcspn(at + 1, "\n"), at + 1);
}

/* A line must contain the phases and the total of the slowest rank, the forecast, its error, and the number
 * of the slowest rank. */
Test(comparison, columns) {
  static sample s;
  sample_fill(&s);
  sample_forecast(&s, (double[TC_PHASE_COUNT]){0}, 1.0);
  s.measured[1].rank = 17;
  char *text = comparison_of(&s);
  expect_golden("report", "comparison.txt", text);
  free(text);
}

Test(comparison, columns_of_the_second_model) {
  static sample s;
  sample_fill(&s);
  sample_refine(&s, 1.0);
  char *text = comparison_of(&s);
  expect_golden("report", "comparison_second_model.txt", text);
  free(text);
  s.report.model = TC_MODEL_refined;
  text = comparison_of(&s);
  expect_golden("report", "comparison_main_model_refined.txt", text);
  free(text);
}

/* The fastest of three results (strategy `none`) is not a solution. The table must report the fastest of the
 * others. */
Test(comparison, fastest) {
  static sample s;
  static tc_measurement slow[2], fast[2];
  char line[256];
  sample_fill(&s);
  for (int r = 0; r < 2; r++) {
    slow[r] = fast[r] = s.measured[r];
    slow[r].total_s *= 2.0;
    fast[r].total_s /= 2.0;
  }
  const tc_result three[3] = {{.strategy = "none", .block_size = 64, .measured = fast},
                              {.strategy = "block", .block_size = 128, .measured = slow},
                              {.strategy = "fine", .block_size = 256, .measured = s.measured}};
  tc_result result[3];
  for (int i = 0; i < 3; i++) {
    result[i] = s.result[0];
    result[i].strategy = three[i].strategy;
    result[i].block_size = three[i].block_size;
    result[i].measured = three[i].measured;
    result[i].valid = i > 0;
  }
  s.report.result = result;
  s.report.results = 3;
  char *text = comparison_of(&s);
  line_of(text, "  fastest: ", line);
  cr_assert_eq(strncmp(line, "  fastest: fine with blocks of 256; ", 36), 0, "%s", line);
  cr_assert_not_null(strstr(line, "boundary takes 31 % of the step, "),
                     "the bottleneck of the fastest result: %s", line);
  free(text);
  result[0].valid = true; /* with one rank, the field of `none` is a solution */
  text = comparison_of(&s);
  cr_assert_not_null(strstr(text, "\n  fastest: none with blocks of 64; "), "%s", text);
  free(text);
}

/* The table must report the setup of the solver for the fastest result, after the line of this result. */
Test(comparison, set_up) {
  static sample s;
  sample_fill(&s);
  sample_solve(&s);
  s.solver.record.set_up = (tc_setup_times){.factors = 3e-3, .transpose = 1e-3};
  s.solver.set_up = (tc_setup_times){.factors = 4e-3, .transpose = 2e-3};
  char *text = comparison_of(&s);
  const char *found = strstr(text, "\n  setup               factors 3.00 ms (forecast 4.00 ms)\n"
                                   "  transpose           1.00 ms (forecast 2.00 ms), to check symmetry");
  cr_assert(found && found > strstr(text, "\n  fastest: "), "%s", text);
  free(text);
}

/* The table prints the field statistics of the first result whose field is a solution. If no field is a
 * solution, the table has neither field statistics nor a fastest result. */
Test(comparison, field) {
  static sample s;
  sample_fill(&s);
  s.result[0].strategy = "none";
  s.result[0].valid = false;
  s.result[0].field.hash = 0xBAD;
  s.result[1].strategy = "condensed";
  s.result[1].valid = true;
  char *text = comparison_of(&s);
  cr_assert_not_null(strstr(text, "hash 00c0ffee00000001"), "%s", text);
  cr_assert_null(strstr(text, "bad"), "%s", text);
  free(text);
  s.result[1].valid = false;
  text = comparison_of(&s);
  cr_assert_null(strstr(text, "hash"), "%s", text);
  cr_assert_null(strstr(text, "fastest"), "%s", text);
  free(text);
}

/* Expects that no line of the table is longer than `most`. */
static void expect_width(sample *s, size_t most) {
  char *text = comparison_of(s);
  for (const char *at = text; *at; at += strcspn(at, "\n") + 1)
    cr_assert_leq(strcspn(at, "\n"), most, "%.*s", (int)strcspn(at, "\n"), at);
  free(text);
}

/* Even with very long numbers, the table has at most 150 columns, or 168 for a problem with forcing. */
Test(comparison, width_of_the_table) {
  static sample s;
  sample_fill(&s);
  sample_refine(&s, 98.0);
  sample_forecast(&s, (double[TC_PHASE_COUNT]){0}, -0.99);
  s.result[0].valid = false;
  s.result[0].block_size = INT32_MAX;
  s.measured[1].rank = 9999;
  for (int r = 0; r < 2; r++)
    for (int p = TC_PHASE_vector; p <= TC_PHASE_precond; p++)
      s.measured[r].ledger.seconds.by_index[p] = s.predicted[r].by_index[p] = s.refined[r].by_index[p] = 0.0;
  expect_width(&s, 168);
  for (int r = 0; r < 2; r++)
    for (int p = TC_PHASE_compute + 1; p < TC_PHASE_COUNT; p++)
      s.measured[r].ledger.seconds.by_index[p] = s.predicted[r].by_index[p] = s.refined[r].by_index[p] = 0.0;
  expect_width(&s, 150);
}
