#include "solve/trial.h"

#include <math.h>

#include "solve/spectrum.h"
#include "solve/step.h"
#include "support/inputs.h"
#include "support/parallel.h"
#include "support/problems.h"

static const cutting symmetric = {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7};

static double *wave(const tc_problem *p) {
  double *v = calloc((size_t)p->space->owned + 1, sizeof *v);
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = 2.0 + noise((uint64_t)p->space->id[i]);
  return v;
}

/* What one rank needs in a trial is what many need in their first step, with any strategy and format. */
ParallelTest(trial, says_what_the_first_step_needs) {
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.1);
  twin t = twin_make(symmetric.scheme, mesh);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  tc_spectrum spectrum;
  tc_solve_record record;
  tc_measure measure;
  tc_trial trial;
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  for (double times = 10.0; times < 1e4; times *= 10.0) {
    tc_implicit_steps implicit = {tc_implicit_standard(), spectrum.largest, &record, NULL, NULL};
    const double dt = times * tc_spectrum_step_bound(&spectrum);
    implicit.choice.relative_to_start = true;
    implicit.choice.solver.preconditioner = tc_preconditioner_find("none");
    const tc_stepping how = {.problem = t.problem, .dt = dt, .implicit = &implicit};
    double *v = wave(p), *alone = wave(t.problem);
    expect_ok(tc_trial_make(&how, alone, &trial));
    const tc_step_choice choice = {tc_integrator_find("implicit"),
                                   tc_strategy_find("condensed"),
                                   tc_format_at(tc_format_count() - 1),
                                   1,
                                   dt,
                                   true,
                                   NULL,
                                   &implicit};
    expect_ok(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure));
    cr_assert(trial.solved && trial.method == tc_method_find("cg"));
    cr_assert(trial.iterations == record.first && trial.iterations > 5);
    cr_assert_eq(tc_work_difference(&trial.work, &measure.ledger.work), -1);
    cr_assert(trial.bound >= trial.iterations && (trial.bound <= 3 * trial.iterations || times > 100.0),
              "%g: %d, %d", times, (int)trial.iterations, (int)trial.bound);
    implicit.choice.solver.most_iterations = 2;
    expect_error(tc_trial_make(&how, alone, &trial), TC_NUMERICAL, "step 1: cg reached");
    cr_assert(!trial.solved && trial.iterations == 2);
    free(v);
    free(alone);
  }
  tc_problem_destroy(&p);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

/* The input begins anew, and jacobi's matrix is another one. */
ParallelTest(trial, what_enters) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  entry e = entry_make(p, TC_BOUNDARY_VALUE, "1 + x + sin(t)", NULL);
  tc_implicit_steps implicit = {.choice = tc_implicit_standard(), .largest = 1000.0};
  const tc_stepping how = {.problem = p, .dt = 0.1, .input = e.input, .implicit = &implicit};
  double *v = wave(p);
  tc_trial trial[2];
  for (int k = 0; k < 2; k++) expect_ok(tc_trial_make(&how, v, &trial[k]));
  cr_assert(trial[0].solved && trial[0].bound == 0 && trial[0].iterations > 3);
  cr_assert(trial[0].iterations == trial[1].iterations);
  free(v);
  entry_free(&e);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* By hand: 10 and 1e-8 give ln(2 sqrt(10) 1e8) / ln((sqrt(10) + 1) / (sqrt(10) - 1)) = 20.265 / 0.65530. */
ParallelTest(trial, the_bound) {
  (void)world;
  cr_assert_eq(tc_iterations_bound(10.0, 1e-8), 31);
  cr_assert_eq(tc_iterations_bound(1.0, 1e-8), 1);
  cr_assert_eq(tc_iterations_bound(10.0, 1.0), 0);
}
