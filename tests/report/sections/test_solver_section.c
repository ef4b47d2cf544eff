/* Tests of what tables and JSON reports contain about the solver of linear systems. */
#include "report/sections/solver_section.h"

#include "report/json_report.h"
#include "support/golden.h"

static char *lines_of(const sample *s) { return sample_text(&s->report, tc_report_table); }

Test(solver, lines_of_a_table) {
  static sample s;
  sample_fill(&s);
  sample_solve(&s);
  char *text = lines_of(&s);
  expect_golden("report", "solver.txt", text);
  const char *none = strstr(text, "\nnone, ");
  cr_expect(none && !strstr(none, "iterations"), "the second result has no solver: %s", text);
  free(text);
}

Test(solver, what_is_not_known_is_left_out) {
  static sample s;
  sample_fill(&s);
  sample_solve(&s);
  s.solver.trial = s.solver.bound = 0;
  s.solver.options.solver.preconditioner = tc_preconditioner_find("none");
  s.solver.options.solver.iterations = 45;
  s.solver.record.bitwise = false;
  s.report.run.stable_step = NULL;
  for (int m = 0; m < TC_MODEL_COUNT; m++) s.result[0].forecast[m].phase_s = NULL;
  char *text = lines_of(&s);
  expect_golden("report", "solver_unknown.txt", text);
  free(text);
}

/* A ratio near 1 is written as "about as long", because "1 times slower" would be misleading. */
Test(solver, explicit_steps_beside) {
  static sample s;
  static const char *const phrase[] = {"about as long\n", "times slower\n", "times faster\n"};
  static const double times[] = {1.0, 3.0, 0.2};
  sample_fill(&s);
  sample_solve(&s);
  tc_forecast *forecast = &s.result[0].forecast[s.report.model];
  const tc_seconds *slowest = &forecast->phase_s[tc_result_slowest(&s.result[0], s.report.model)];
  const double steps =
      ceil(s.report.dt / (0.9 * tc_spectrum_step_bound(&s.report.run.stable_step->spectrum)));
  double products_s = 0.0;
  for (int p = 0; p < TC_PHASE_COUNT; p++)
    if (tc_phase_in_product(p)) products_s += slowest->by_index[p];
  s.solver.products = 10;
  for (int k = 0; k < 3; k++) {
    forecast->total_s = steps * products_s / 10.0 / times[k];
    char *text = lines_of(&s);
    const char *line = strstr(text, "\n  explicit steps  ");
    cr_assert(line && strstr(line, phrase[k]) && strstr(line, phrase[k]) < strchr(line + 1, '\n') + 1,
              "%s: %s", phrase[k], text);
    free(text);
  }
}

/* If the cases have different numbers of iterations in the trial step, the table has a column of
 * iterations. */
Test(solver, trials_of_imagined_runs) {
  static sample s;
  static tc_result_solver other;
  sample_fill(&s);
  sample_solve(&s);
  s.solver.record.solves = 0;
  s.solver.bound = 0;
  for (int i = 0; i < 2; i++) s.result[i].dry_run = true;
  char *text = sample_text(&s.report, tc_report_prediction);
  expect_golden("report", "solver_trial.txt", text);
  free(text);
  other = s.solver;
  other.trial = 61;
  s.result[1].solver = &other;
  s.result[1].block_size = 2 * s.result[0].block_size;
  text = sample_text(&s.report, tc_report_prediction);
  expect_golden("report", "solver_trials.txt", text);
  free(text);
}

Test(solver, failures_that_were_accepted) {
  static sample s;
  const tc_solve_result failed = {.reason = TC_REASON_limit, .iterations = 1000};
  const tc_work work = {.products = 1002};
  sample_fill(&s);
  sample_solve(&s);
  tc_solve_statistics_add(&s.solver.record, &failed, 1e-3, &work);
  char *text = lines_of(&s);
  expect_golden("report", "solver_accepted.txt", text);
  free(text);
}

/* The requested tolerance is reported, even if it is below rounding and solves are repeated to reach it. */
Test(solver, less_than_rounding_was_asked_for) {
  static sample s;
  sample_fill(&s);
  sample_solve(&s);
  s.solver.record.requested_tolerance = 1e-17;
  s.report.dt = 0.0;
  char *text = lines_of(&s);
  expect_golden("report", "solver_below_rounding.txt", text);
  free(text);
}

/* The table has the number of colours of the sweeps, and the number of solves that ended at the absolute
 * tolerance. */
Test(solver, colours_and_absolute) {
  static sample s;
  const tc_solve_result far = {.reason = TC_REASON_converged_absolute};
  const tc_work work = {.products = 1};
  sample_fill(&s);
  sample_solve(&s);
  s.solver.options.solver.preconditioner = tc_preconditioner_find("ssor");
  s.solver.options.solver.preconditioner_options.relaxation = 1.0;
  s.solver.options.solver.absolute = 0.5;
  s.solver.record.colours = 5;
  tc_solve_statistics_add(&s.solver.record, &far, 0.25, &work);
  char *text = lines_of(&s);
  expect_golden("report", "solver_colours.txt", text);
  free(text);
}

/* The table has the measured setup of the solver, with the forecast of each stage that has one. */
Test(solver, set_up) {
  static sample s;
  sample_fill(&s);
  sample_solve(&s);
  char *text = lines_of(&s);
  cr_expect_null(strstr(text, "  setup "), "the solver has no setup: %s", text);
  free(text);
  s.solver.record.set_up = (tc_setup_times){.transpose = 1e-3, .factors = 2.5};
  s.solver.set_up = (tc_setup_times){.transpose = 2e-3, .factors = NAN};
  text = lines_of(&s);
  expect_golden("report", "solver_setup.txt", text);
  free(text);
  s.result[0].dry_run = true;
  s.solver.set_up.colours = 1.0;
  text = lines_of(&s);
  expect_golden("report", "solver_setup_dry_run.txt", text);
  free(text);
}

/* Fills in a solve with multigrid of two levels. Its cycles and setup took twice as long as forecast. */
static void sample_multigrid(sample *s) {
  sample_solve(s);
  s->solver.options.solver.preconditioner = tc_preconditioner_find("multigrid");
  s->solver.record.multigrid =
      (tc_multigrid_figures){.levels = 2,
                             .level = {{.rows = 2001, .entries = 8000, .aggregation = "plain", .ranks = 2},
                                       {.rows = 200, .aggregation = "direct", .ranks = 1}},
                             .aggregates_s = 0.75,
                             .coarse_matrices_s = 1.25};
  s->solver.record.set_up = (tc_setup_times){.aggregates = 0.75, .coarse_matrices = 1.25};
  s->solver.set_up = (tc_setup_times){.aggregates = 0.5, .coarse_matrices = 0.5};
  s->solver.cycle.exchanges = 6;
  s->solver.cycle_s = 0x1p-13;
  for (int r = 0; r < 2; r++) s->measured[r].iteration.precond = 0x1p-13 * (1 + r);
}

Test(solver, seconds_of_multigrid) {
  static sample s;
  folder f = folder_make();
  sample_fill(&s);
  sample_multigrid(&s);
  char *text = lines_of(&s);
  cr_expect(strstr(text, "\n  one cycle           measured 244 us  forecast 122 us -50 % *  6 exchanges, 0 "
                         "reductions\n"),
            "%s", text);
  free(text);
  text = json_of(&f, &s);
  expect_number(text, "results.0.solver.multigrid.cycle.measured_s", 0x1p-12);
  expect_number(text, "results.0.solver.multigrid.cycle.predicted_s", 0x1p-13);
  expect_number(text, "results.0.solver.multigrid.cycle.error", -0.5);
  expect_number(text, "results.0.solver.multigrid.cycle.exchanges", 6);
  expect_number(text, "results.0.solver.multigrid.setup.measured_s", 2.0);
  expect_number(text, "results.0.solver.multigrid.setup.predicted_s", 1.0);
  expect_number(text, "results.0.solver.multigrid.setup.error", -0.5);
  free(text);
  s.solver.cycle_s = s.solver.set_up.aggregates = NAN;
  text = json_of(&f, &s);
  expect_word(text, "results.0.solver.multigrid.cycle.predicted_s", "null");
  expect_word(text, "results.0.solver.multigrid.cycle.error", "null");
  expect_word(text, "results.0.solver.multigrid.setup.predicted_s", "null");
  free(text);
  folder_remove(&f);
}

Test(solver, json) {
  static sample s;
  folder f = folder_make();
  sample_fill(&s);
  sample_solve(&s);
  s.solver.record.set_up.transpose = 0.5;
  s.solver.set_up = (tc_setup_times){.transpose = 0.25, .factors = NAN};
  char *text = json_of(&f, &s);
  expect_word(text, "method", "\"implicit\"");
  expect_word(text, "results.0.solver.method", "\"cg\"");
  expect_word(text, "results.0.solver.preconditioner", "\"jacobi\"");
  expect_word(text, "results.0.solver.scope", "\"global\"");
  expect_word(text, "results.0.solver.bitwise", "true");
  expect_word(text, "results.0.solver.symmetric", "true");
  expect_word(text, "results.0.solver.relative_to", "\"rhs\"");
  expect_number(text, "results.0.solver.tolerance", 1e-8);
  expect_number(text, "results.0.solver.colours", 0);
  expect_number(text, "results.0.solver.flops", 47 * 2.0 * 5 * (1000 + 1001));
  expect_number(text, "results.0.solver.iterations.first", 48);
  expect_number(text, "results.0.solver.iterations.median", 45);
  expect_number(text, "results.0.solver.iterations.most", 48);
  expect_number(text, "results.0.solver.iterations.total", 48 + 7 * 45);
  expect_number(text, "results.0.solver.expected.trial", 50);
  expect_number(text, "results.0.solver.expected.bound", 155);
  expect_number(text, "results.0.solver.reasons.converged", 8);
  cr_expect_null(json_find(text, "results.0.solver.reasons.limit"), "there was none");
  expect_number(text, "results.0.solver.true_residual", 0.5e-8);
  expect_number(text, "results.0.solver.setup_s.transpose", 0.5);
  expect_word(text, "results.0.solver.setup_s.colours", "null");
  expect_word(text, "results.0.solver.setup_s.factors", "null");
  expect_number(text, "results.0.solver.setup_predicted_s.transpose", 0.25);
  expect_word(text, "results.0.solver.setup_predicted_s.factors", "null");
  expect_number(text, "results.0.solver.per_iteration.measured_s.total", 0x1p-11);
  expect_number(text, "results.0.solver.per_iteration.measured_s.vector", 0x1p-13);
  expect_number(text, "results.0.solver.per_iteration.predicted_s.total", 0x1p-4 / 50);
  expect_number(text, "results.0.solver.per_iteration.error", 0x1p-4 / 50 / 0x1p-11 - 1.0);
  expect_number(text, "results.0.solver.products", 8 * 47);
  expect_number(text, "results.0.solver.reductions", 8 * 93);
  expect_number(text, "results.0.solver.work.products", 47);
  expect_word(text, "results.1.solver", "null");
  free(text);
  s.solver.trial = s.solver.bound = 0;
  text = json_of(&f, &s);
  expect_word(text, "results.0.solver.expected.trial", "null");
  expect_word(text, "results.0.solver.per_iteration.predicted_s", "null");
  expect_word(text, "results.0.solver.per_iteration.error", "null");
  free(text);
  folder_remove(&f);
}

/* Fills in a dry run whose trial step was made on one rank. */
static void fill_dry(sample *s) {
  sample_fill(s);
  sample_solve(s);
  const tc_work work = s->solver.record.work;
  s->solver.record = (tc_solve_statistics){.method = "cg", .bitwise = true, .symmetric = true};
  s->solver.products = work.products;
  for (int r = 0; r < 2; r++) s->measured[r].ledger.work = work;
  s->result[0].dry_run = s->result[1].dry_run = true;
}

Test(solver, work_of_a_dry_run) {
  static sample s;
  folder f = folder_make();
  fill_dry(&s);
  char *text = json_of(&f, &s);
  expect_number(text, "results.0.solver.flops", 47 * 2.0 * 5 * (1000 + 1001));
  expect_number(text, "results.0.solver.products", 8 * 47);
  expect_number(text, "results.0.solver.reductions", 8 * 93);
  expect_number(text, "results.0.solver.work.products", 47);
  expect_number(text, "results.0.solver.work.reductions", 93);
  expect_number(text, "results.0.solver.iterations.first", 50);
  expect_number(text, "results.0.solver.iterations.total", 8 * 50);
  free(text);
  text = sample_text(&s.report, tc_report_prediction);
  expect_golden("report", "solver_dry_run.txt", text);
  free(text);
  folder_remove(&f);
}

/* Unknown counts of a dry run must be null in JSON, and not 0. */
Test(solver, unknown_work_of_a_dry_run) {
  static sample s;
  static const char *const unknown[] =
      {"flops",           "products",        "reductions", "work.products",     "work.iterations",
       "solves",          "accepted",        "uncertain",  "iterations.median", "iterations.first",
       "iterations.most", "iterations.total"};
  static const char *const of_ranks[] = {"work.sweep_messages", "work.sweep_values", "iterations.most"};
  folder f = folder_make();
  char path[80];
  fill_dry(&s);
  char *text = json_of(&f, &s);
  for (size_t k = 0; k < sizeof of_ranks / sizeof *of_ranks; k++) {
    snprintf(path, sizeof path, "results.0.solver.%s", of_ranks[k]);
    expect_word(text, path, "null");
  }
  free(text);
  s.solver.trial = 0;
  text = json_of(&f, &s);
  for (size_t k = 0; k < sizeof unknown / sizeof *unknown; k++) {
    snprintf(path, sizeof path, "results.0.solver.%s", unknown[k]);
    expect_word(text, path, "null");
  }
  free(text);
  folder_remove(&f);
}

/* A sweep solves with one triangle, which needs half the operations of a product. The operations of factors
 * with fill are unknown. */
Test(solver, flops_of_sweeps) {
  static sample s;
  folder f = folder_make();
  sample_fill(&s);
  sample_solve(&s);
  s.solver.record.work.sweeps = 90;
  s.solver.options.solver.preconditioner = tc_preconditioner_find("ssor");
  char *text = json_of(&f, &s);
  expect_number(text, "results.0.solver.flops", (47 + 45) * 2.0 * 5 * (1000 + 1001));
  free(text);
  s.solver.options.solver.preconditioner = tc_preconditioner_find("ilut");
  text = json_of(&f, &s);
  expect_word(text, "results.0.solver.flops", "null");
  free(text);
  folder_remove(&f);
}

/* A name is followed by the parameters that the method or preconditioner uses, if there are any. */
Test(solver, names_with_parameters) {
  tc_result_solver s = {.options.solver = {.method_options = {.restart = 30, .relaxation = 1.5},
                                           .preconditioner_options = tc_preconditioner_options_default()}};
  s.options.solver.preconditioner_options.scope = TC_SCOPE_RANK;
  s.options.solver.preconditioner_options.relaxation = 1.5;
  static const struct {
    const char *method, *preconditioner, *wanted;
  } cases[] = {{"cg", "jacobi", "cg + jacobi"},
               {"gmres", "ssor", "gmres(30) + ssor(1.5, rank)"},
               {"bicgstab", "ilut", "bicgstab + ilut(10, 0.001, rank)"},
               {"cg", "neumann", "cg + neumann(3)"},
               {"cg", "multigrid", "cg + multigrid(2)"},
               {"sor", "none", "sor(1.5, rank) + none"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    tc_line line = {0};
    s.options.solver.method = tc_method_find(cases[k].method);
    s.options.solver.preconditioner = tc_preconditioner_find(cases[k].preconditioner);
    if (!s.options.solver.method || !s.options.solver.preconditioner) continue;
    tc_report_format_method(&s, &line);
    tc_line_add(&line, " + ");
    tc_report_format_preconditioner(&s, &line);
    cr_expect_str_eq(line.text, cases[k].wanted);
  }
}
