/* Tests of integrators with operator splitting: order in time, equal bits on all ranks, restart data, and
 * conservation. */
#include "solve/step/splitting.h"

#include <math.h>
#include <string.h>

#include "solve/observe/balance.h"
#include "solve/space/field.h"
#include "solve/split_case.h"
#include "solve/step/step.h"
#include "solve/step/trial_step.h"
#include "support/large_steps.h"

static const cutting usual = {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7};
static const char *const integrators[] = {"euler", "implicit", "rkl2"};
static const tc_local_steps godunov = {TC_SPLITTING_GODUNOV, 2}, strang = {TC_SPLITTING_STRANG, 1};
static const char source_text[] = "sin(3*t) + 2*x - 4*v*w", rate_text[] = "v - 2*w + x*t";

static const tc_stabilised_steps stages = {.stages = 20};

static tc_step_options options_of(const char *integrator, const tc_implicit_steps *implicit,
                                  tc_forcing *input, int64_t steps, double dt) {
  tc_step_options choice = large_steps(integrator, implicit, input, steps, dt);
  choice.stabilised = choice.integrator->stabilised ? &stages : NULL;
  choice.implicit = choice.integrator->solves ? implicit : NULL;
  choice.proved = false;
  return choice;
}

static void set_cosine(const tc_problem *p, double *v) {
  for (int32_t i = 0; i < p->space->owned; i++) {
    const double *at = p->space->centroid + 3 * (size_t)i;
    v[i] = 1.0 + 0.5 * cos(M_PI * at[0]) * cos(M_PI * at[1]);
  }
}

/* Makes `steps` equal steps with operator splitting from t = 0 to t = `end`. */
static void run_to(tc_problem *p, const char *integrator, const tc_local_steps *local, double end,
                   int64_t steps, double *v) {
  const tc_implicit_steps implicit = exact_steps(0.5);
  tc_measurement measure;
  split_case s;
  split_case_open(p, source_text, rate_text, NULL, local, &s);
  const tc_step_options choice = options_of(integrator, &implicit, s.e.input, steps, end / (double)steps);
  set_cosine(p, v);
  expect_ok(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure));
  tc_counts counts = {{0}};
  tc_forcing_count(s.e.input, choice.stabilised ? stages.stages : 0, &counts);
  cr_assert_eq(counts.source_cells, tc_local_steps_evaluations(local) * p->space->owned);
  cr_assert_eq(measure.ledger.count.source_cells, counts.source_cells);
  split_case_close(&s);
}

/* Checks that the order in time is between `lowest` and `highest`. `exact` is a field computed with short
 * steps. The integrator has order 2. */
static void check_order(tc_problem *p, const char *integrator, const tc_local_steps *local, double end,
                        const double *exact, double lowest, double highest) {
  enum { coarsest = 8, halvings = 2 };
  double *v = problem_zeros(p), error[halvings], largest;
  for (int k = 0; k < halvings; k++) {
    run_to(p, integrator, local, end, coarsest << k, v);
    expect_ok(tc_field_compare(p->space, v, exact, &error[k], &largest));
  }
  const double order = log2(error[0] / error[1]);
  cr_expect(order > lowest && order < highest, "%s: errors %g, %g", integrator, error[0], error[1]);
  free(v);
}

ParallelTest(splitting, the_order_in_time_is_that_of_the_splitting) {
  const double end[] = {0.0, 0.5, 0.1};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  double *exact = problem_zeros(p);
  for (int k = 1; k < 3; k++) {
    run_to(p, integrators[k], &strang, end[k], 80, exact);
    check_order(p, integrators[k], &godunov, end[k], exact, 0.85, 1.2);
    check_order(p, integrators[k], &strang, end[k], exact, 1.85, 3.0);
  }
  free(exact);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Performs the steps without the splitting code, as a sequence of local steps and of runs of one diffusion
 * step without forcing. */
static void step_plainly(const tc_problem *p, const split_case *s, const tc_step_options *run, double *v) {
  const tc_local_steps *local = tc_forcing_split(s->e.input);
  const int count = tc_local_steps_count(local);
  tc_step_options one = *run;
  one.steps = 1;
  one.input = NULL;
  expect_ok(tc_source_init_states(s->source));
  for (int64_t l = 0; l < run->steps; l++) {
    const double t = (double)l * run->dt, length = run->dt / count;
    tc_measurement measure;
    tc_source_advance_local(s->source, local, 0, t, length, v, NULL);
    expect_ok(tc_step_run(p, &one, NULL, 0, NULL, v, &measure));
    if (count > 1) tc_source_advance_local(s->source, local, 1, t + length, length, v, NULL);
  }
}

/* The field of all ranks and strategies must have the bits of the plain steps on one rank. */
ThreadedTest(splitting, bits_are_those_of_plain_steps) {
  static const tc_local_steps *const all[] = {&godunov, &strang};
  const tc_implicit_steps implicit = exact_steps(0.5);
  const double dt = 0x1p-10;
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  twin t = twin_make(usual.scheme, mesh);
  double *v = problem_zeros(p), *alone = problem_zeros(t.problem);
  for (int k = 0; k < 6; k++) {
    split_case s, whole;
    tc_measurement measure;
    split_case_open(p, source_text, rate_text, NULL, all[k / 3], &s);
    split_case_open(t.problem, source_text, rate_text, NULL, all[k / 3], &whole);
    const tc_step_options choice = options_of(integrators[k % 3], &implicit, s.e.input, 5, dt);
    set_cosine(p, v);
    set_cosine(t.problem, alone);
    step_plainly(t.problem, &whole, &choice, alone);
    expect_ok(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure));
    for (int32_t i = 0; i < p->space->owned; i++) {
      const tc_gid cell = p->space->id[i];
      cr_assert_eq(v[i], alone[cell], "%s: cell %d: %g", integrators[k % 3], (int)cell, v[i] - alone[cell]);
      cr_assert_eq(tc_source_state(s.source, 0)[i], tc_source_state(whole.source, 0)[cell]);
    }
    split_case_close(&s);
    split_case_close(&whole);
  }
  free(v);
  free(alone);
  tc_problem_destroy(&p);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

/* Inflow and source must equal the change of the integral, although the source acts between the steps of the
 * diffusion. */
static void expect_balanced(tc_problem *p, const char *integrator, const char *flux,
                            const tc_local_steps *local) {
  const tc_implicit_steps implicit = exact_steps(0.5);
  tc_balance *balance = NULL;
  tc_measurement measure;
  double *v = problem_zeros(p), integral;
  split_case s;
  split_case_open(p, source_text, rate_text, flux, local, &s);
  const tc_step_options choice = options_of(integrator, &implicit, s.e.input, 20, 1e-3);
  set_cosine(p, v);
  expect_ok(tc_balance_create(p, tc_source_value(s.source), &balance));
  tc_hook hook = tc_balance_hook(balance);
  expect_ok(tc_step_run(p, &choice, &hook, 1, NULL, v, &measure));
  expect_ok(tc_balance_update(balance));
  expect_ok(tc_field_integral(p->space, v, &integral));
  cr_assert_lt(tc_balance_error(balance, integral), 1e-13, "%s: %g", integrator,
               tc_balance_error(balance, integral));
  cr_assert_gt(fabs(balance->cumulative[balance->markers]), 1e-4, "the source must matter");
  free(v);
  tc_balance_destroy(&balance);
  split_case_close(&s);
}

ParallelTest(splitting, the_source_is_part_of_the_balance) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  for (int k = 0; k < 3; k++) {
    static const char flux[] = "1 + x + sin(9*t)";
    tc_problem *p = problem_make(world, &usual, mesh);
    expect_balanced(p, integrators[k], flux, &godunov);
    expect_balanced(p, integrators[k], flux, &strang);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* With operator splitting, the trial step must count the same iterations and products as the first step of
 * the run. */
ParallelTest(splitting, the_trial_step_includes_the_local_step) {
  tc_solve_statistics record;
  tc_implicit_steps implicit = exact_steps(1.0);
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  double *v = problem_zeros(p);
  tc_measurement measure;
  tc_trial_step trial;
  split_case s;
  implicit.record = &record;
  split_case_open(p, "100*x", rate_text, NULL, &strang, &s);
  const tc_integrator_setup how = {.problem = p,
                                   .dt = 0.5,
                                   .implicit = &implicit,
                                   .input = s.e.input,
                                   .control = NULL};
  const tc_step_options choice = options_of("implicit", &implicit, s.e.input, 1, 0.5);
  expect_ok(tc_trial_step_run(choice.integrator, &how, v, &trial));
  expect_ok(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure));
  cr_assert_gt(trial.iterations, 0, "without the local step the field is 0");
  cr_assert_eq(trial.iterations, record.first);
  cr_assert_eq(trial.work.products, measure.ledger.work.products);
  free(v);
  split_case_close(&s);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* If the slopes of the source become so large that the parts of local steps are unstable, the run must end
 * with an error. */
ParallelTest(splitting, steep_sources_end_the_run) {
  const tc_implicit_steps implicit = exact_steps(1.0);
  const tc_error_control control = {.tolerance = 1e-3, .unit = 1e-3, .end = 0.1};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  double *v = problem_zeros(p);
  tc_measurement measure;
  split_case s;
  split_case_open(p, "-500*(v - 1)", NULL, NULL, &strang, &s);
  tc_step_options choice = options_of("implicit", &implicit, s.e.input, 4, 0.0079);
  set_cosine(p, v);
  expect_ok(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure));
  choice.dt = 0.0081;
  set_cosine(p, v);
  expect_error(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure), TC_NUMERICAL,
               "the slope ds/dv of the source is too large for steps of 0.0081: set time.dt below 0.008");
  choice.control = &control;
  choice.steps = INT64_MAX;
  expect_error(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure), TC_USAGE,
               "time.splitting: steps with error control do not support splitting");
  free(v);
  split_case_close(&s);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Performs `steps` steps to the time 0.1 with a source that grows with time. The watchdog checks the
 * field. */
static void run_watched(tc_problem *p, const char *integrator, const char *flux, const tc_output_times *times,
                        int64_t steps) {
  const tc_implicit_steps implicit = exact_steps(1.0);
  double *v = problem_zeros(p);
  tc_status stop = TC_OK;
  tc_step_loop *loop = NULL;
  split_case s;
  split_case_open(p, "t", NULL, flux, &strang, &s);
  tc_step_options choice = options_of(integrator, &implicit, s.e.input, steps, 0.001);
  choice.proved = true;
  choice.times = times;
  expect_ok(tc_step_open(p, &choice, NULL, 0, NULL, v, &loop));
  while (!tc_step_state(loop)->last) expect_ok(tc_step_advance(loop, 1, &stop));
  cr_assert_float_eq(tc_step_state(loop)->time, 0.1, 1e-12);
  tc_step_close(&loop, false);
  free(v);
  split_case_close(&s);
}

/* The watchdog must not report the growth that a source causes, neither with RK stages nor with steps that
 * are shortened to meet requested times. */
ParallelTest(splitting, sources_that_grow_raise_no_alarm) {
  static const double until[] = {0.0101, 0.0102, 0.0103, 0.0104, 0.0105};
  const tc_output_times times = {.count = 5, .time = until, .end = 0.1};
  const tc_output_walk walk = tc_output_times_walk(&times, &(tc_time_origin){.step = 0}, 0.001, 0, INT64_MAX);
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  for (int k = 0; k < 3; k++) {
    run_watched(p, integrators[k], "t", NULL, 100);
    run_watched(p, integrators[k], NULL, &times, walk.step);
    run_watched(p, integrators[k], "t", &times, walk.step);
  }
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
