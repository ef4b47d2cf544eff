#include "solve/step/trial_step.h"

#include <math.h>

#include "solve/stability/spectrum.h"
#include "solve/step/step.h"
#include "support/forcing.h"
#include "support/parallel.h"
#include "support/problems.h"
#include "support/work_difference.h"

static const cutting symmetric = {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7};

static double *wave(const tc_problem *p) {
  double *v = calloc((size_t)p->space->owned + 1, sizeof *v);
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = 2.0 + noise((uint64_t)p->space->id[i]);
  return v;
}

/* The trial step on one rank must count the iterations and the work of the first step on all ranks. The run
 * uses another matrix format. */
ParallelTest(trial, says_what_the_first_step_needs) {
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.1);
  twin t = twin_make(symmetric.scheme, mesh);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  tc_spectrum spectrum;
  tc_solve_statistics record;
  tc_measurement measure;
  tc_trial_step trial;
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  for (double times = 10.0; times < 1e4; times *= 10.0) {
    tc_implicit_steps implicit = {tc_implicit_options_default(), spectrum.largest, &record, NULL, NULL};
    const double dt = times * tc_spectrum_step_bound(&spectrum);
    implicit.options.relative_to_start = true;
    implicit.options.solver.preconditioner = tc_preconditioner_find("none");
    const tc_integrator_setup how = {.problem = t.problem, .dt = dt, .implicit = &implicit};
    double *v = wave(p), *alone = wave(t.problem);
    expect_ok(tc_trial_step_run(tc_integrator_find("implicit"), &how, alone, &trial));
    const tc_step_options choice = {.integrator = tc_integrator_find("implicit"),
                                    .strategy = tc_strategy_find("condensed"),
                                    .format = tc_format_at(tc_format_count() - 1),
                                    .steps = 1,
                                    .dt = dt,
                                    .proved = true,
                                    .implicit = &implicit};
    expect_ok(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure));
    cr_assert(trial.solved && trial.method == tc_method_find("cg"));
    cr_assert(trial.iterations == record.first && trial.iterations > 5);
    cr_assert_eq(work_difference(&trial.work, &measure.ledger.work), -1);
    cr_assert(trial.bound >= trial.iterations && (trial.bound <= 3 * trial.iterations || times > 100.0),
              "%g: %d, %d", times, (int)trial.iterations, (int)trial.bound);
    implicit.options.solver.most_iterations = 2;
    expect_error(tc_trial_step_run(tc_integrator_find("implicit"), &how, alone, &trial), TC_NUMERICAL,
                 "step 1: cg reached");
    cr_assert(!trial.solved && trial.iterations == 2);
    free(v);
    free(alone);
  }
  tc_problem_destroy(&p);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

/* A trial step must restart the forcing, so that a second trial needs the same iterations. */
ParallelTest(trial, what_enters) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  entry e = entry_make(p, TC_BOUNDARY_VALUE, "1 + x + sin(t)", NULL);
  tc_spectrum spectrum;
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  tc_implicit_steps implicit = {.options = tc_implicit_options_default(), .largest = spectrum.largest};
  const tc_integrator_setup how = {.problem = p, .dt = 0.1, .input = e.input, .implicit = &implicit};
  double *v = wave(p);
  tc_trial_step trial[2];
  for (int k = 0; k < 2; k++)
    expect_ok(tc_trial_step_run(tc_integrator_find("implicit"), &how, v, &trial[k]));
  cr_assert(trial[0].solved && trial[0].bound >= trial[0].iterations && trial[0].iterations > 3);
  cr_assert(trial[0].iterations == trial[1].iterations);
  free(v);
  entry_free(&e);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Performs a trial step with a preconditioner. The result contains the number of iterations and its
 * theoretical bound. */
static tc_trial_step run_trial(const tc_problem *p, const tc_spectrum *spectrum, double multiple,
                               const char *name, int degree) {
  tc_implicit_steps implicit = {tc_implicit_options_default(), spectrum->largest, NULL, NULL, NULL};
  implicit.options.relative_to_start = true;
  implicit.options.solver.preconditioner = tc_preconditioner_find(name);
  implicit.options.solver.preconditioner_options.degree = degree;
  const tc_integrator_setup how = {.problem = p,
                                   .dt = multiple * tc_spectrum_step_bound(spectrum),
                                   .implicit = &implicit};
  double *v = wave(p);
  tc_trial_step trial;
  expect_ok(tc_trial_step_run(tc_integrator_find("implicit"), &how, v, &trial));
  free(v);
  return trial;
}

/* The number of iterations must not exceed the bound, which depends on the degree of the polynomial
 * preconditioner. At 100 times the explicit step, the bound for degree 8 must be less than half the bound
 * without a preconditioner. For ssor no bound is known. */
ParallelTest(trial, polynomials_need_no_more_than_their_bound) {
  static const struct {
    const char *name;
    int most;
  } kind[] = {{"none", 0}, {"jacobi", 0}, {"neumann", 5}, {"least_squares", 9}};
  tc_mesh *mesh = mesh_box(6, 6, 6, 0.1);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  tc_spectrum spectrum;
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  for (double multiple = 1.0; multiple < 2e3; multiple *= 10.0)
    for (size_t k = 0; k < sizeof kind / sizeof *kind; k++)
      for (int degree = 0; degree <= kind[k].most; degree++) {
        const tc_trial_step trial = run_trial(p, &spectrum, multiple, kind[k].name, degree);
        cr_expect(trial.bound >= trial.iterations &&
                      (trial.bound <= 4 * trial.iterations + 4 || multiple > 100.0),
                  "%g, %s %d: %d, at most %d", multiple, kind[k].name, degree, (int)trial.iterations,
                  (int)trial.bound);
      }
  cr_expect_lt(2 * run_trial(p, &spectrum, 100.0, "least_squares", 8).bound,
               run_trial(p, &spectrum, 100.0, "none", 0).bound);
  cr_expect_lt(run_trial(p, &spectrum, 100.0, "neumann", 3).bound,
               run_trial(p, &spectrum, 100.0, "jacobi", 0).bound);
  cr_expect_eq(run_trial(p, &spectrum, 100.0, "ssor", 0).bound, 0);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* For the condition number 10 and the tolerance 1e-8, the bound of cg is ln(2 sqrt(10) 1e8) / ln((sqrt(10) +
 * 1) / (sqrt(10) - 1)) = 20.265 / 0.65530 = 30.9, rounded up to 31. */
ParallelTest(trial, the_bound) {
  (void)world;
  cr_assert_eq(tc_cg_iteration_bound(10.0, 10.0, 1e-8), 31);
  cr_assert_eq(tc_cg_iteration_bound(1.0, 1.0, 1e-8), 1);
  cr_assert_eq(tc_cg_iteration_bound(10.0, 10.0, 1.0), 0);
  cr_assert_eq(tc_cg_iteration_bound(1000.0, 10.0, 1e-8), 35, "ln(2 sqrt(1000) 1e8) / 0.65530");
}
