/* Tests of implicit steps with error control and forcing: accuracy, resumed runs, and runs in the time
 * loop. */
#include "solve/observe/balance.h"
#include "support/forcing.h"
#include "support/implicit_run.h"
#include "support/large_steps.h"

static const double thetas[] = {1.0, 0.5};

/* Checks the accuracy with boundary data and a source that vary with time. A source that reads v is evaluated
 * at the beginning of a step. The error estimate must include the error of this evaluation. */
static void check_forced(tc_problem *p, double theta, tc_boundary_kind kind, const char *formula) {
  tc_source_options source_choice;
  tc_source *source = source_make(p->space, formula, &source_choice);
  entry e = entry_make(p, kind, "2 + x + sin(60*t)", source);
  const tc_implicit_steps exact_how = steps_of(0.5, 1e-7), how = steps_of(theta, 1e-5);
  run exact = prepare_implicit(p, &exact_how, 1e-5, 0.05, set_cosine);
  exact.input = e.input;
  run_to_end(&exact);
  double *value = problem_zeros(p), error[2];
  for (int32_t i = 0; i < p->space->owned; i++) value[i] = exact.integrator->value(exact.ctx)[i];
  const double tolerances[2] = {1e-2, 1e-3};
  for (int k = 0; k < 2; k++) {
    run r = exact;
    r.implicit = &how;
    r.request.time = 0.0;
    r.control.tolerance = tolerances[k];
    run_to_end(&r);
    expect_ok(tc_field_difference_norm(p->space, r.integrator->value(r.ctx), value, &error[k]));
    error[k] /= initial_norm(&r);
    close_run(&r);
  }
  cr_expect(error[0] <= 0.1 && error[1] <= 0.6 * error[0] && error[1] > 0.0, "theta %g, %s: %g, %g", theta,
            formula, error[0], error[1]);
  free(value);
  free_run(&exact);
  entry_free(&e);
  tc_source_destroy(&source);
  tc_expression_destroy(&source_choice.source);
}

ParallelTest(implicit_forced, boundary_data_and_sources_are_controlled) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  for (int k = 0; k < 2; k++) {
    tc_problem *p = make_isotropic(world, "two-point", mesh);
    check_forced(p, thetas[k], TC_BOUNDARY_VALUE, "0");
    check_forced(p, thetas[k], TC_BOUNDARY_EXCHANGE, "(1 + x) * sin(60*t)");
    check_forced(p, thetas[k], TC_BOUNDARY_FLUX, "cos(60*t) - 20*v");
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* Steps of an uninterrupted run, with the hash of the field after each step. */
typedef struct history {
  int steps;
  tc_controlled_step step[200];
  uint64_t hash[200];
} history;

static void record_history(run *r, history *h) {
  h->steps = 0;
  open_run(r);
  for (; r->request.time < r->request.until; h->steps++) {
    cr_assert_lt(h->steps, 200);
    make_step(r);
    h->step[h->steps] = record(r)->last;
    h->hash[h->steps] = field_hash(r);
  }
  close_run(r);
}

/* Checks that a run with boundary data and a source has the same steps and bits if it is stopped and resumed
 * after every step. */
static void check_forced_restart(tc_problem *p, double theta) {
  tc_source_options source_choice;
  tc_source *source = source_make(p->space, "cos(60*t) - 20*v", &source_choice);
  entry e = entry_make(p, TC_BOUNDARY_VALUE, "2 + x + sin(60*t)", source);
  const tc_implicit_steps steps = steps_of(theta, 1e-8);
  run whole = prepare_implicit(p, &steps, 1e-2, 0.05, set_noise), parts = whole;
  history h;
  whole.input = parts.input = e.input;
  record_history(&whole, &h);
  open_run(&parts);
  for (int k = 0; k < h.steps; k++) {
    run last = parts;
    open_run(&parts);
    copy_restart(&last, &parts);
    close_run(&last);
    make_step(&parts);
    const tc_controlled_step *step = &record(&parts)->last;
    cr_assert(step->dt == h.step[k].dt && step->time == h.step[k].time && step->error == h.step[k].error,
              "theta %g, step %d", theta, k + 1);
    cr_assert_eq(field_hash(&parts), h.hash[k], "theta %g, step %d", theta, k + 1);
  }
  free_run(&parts);
  entry_free(&e);
  tc_source_destroy(&source);
  tc_expression_destroy(&source_choice.source);
}

ParallelTest(implicit_forced, a_resumed_run_evaluates_the_forcing_again) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  for (int k = 0; k < 2; k++) {
    tc_problem *p = make_isotropic(world, "gradient", mesh);
    check_forced_restart(p, thetas[k]);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* ---- runs in the time loop ---- */

/* Performs a run in the time loop with its watchdog. The run has boundary data, a source that reads v, and
 * requested times. The cumulative inflow must equal the change of the integral. */
static void check_loop(tc_problem *p, double theta, tc_boundary_kind kind) {
  static const double until[] = {0.003, 0.02, 0.0201};
  const tc_output_times times = {.count = 3, .time = until, .end = 0.1};
  tc_source_options source_choice;
  tc_source *source = source_make(p->space, "cos(60*t) - 20*v", &source_choice);
  entry e = entry_make(p, kind, "2 + x + sin(60*t)", source);
  const tc_implicit_steps how = steps_of(theta, 1e-12);
  tc_error_control control = make_control(p, 1e-2, 0.1);
  tc_step_options choice = large_steps("implicit", &how, e.input, INT64_MAX, 0.0);
  choice.control = &control;
  choice.times = &times;
  choice.proved = false;
  tc_measurement measure;
  double *v = problem_zeros(p), integral;
  set_cosine(p, v);
  tc_balance *balance = NULL;
  expect_ok(tc_balance_create(p, tc_source_value(source), &balance));
  tc_hook hook = tc_balance_hook(balance);
  expect_ok(tc_step_run(p, &choice, &hook, 1, NULL, v, &measure));
  expect_ok(tc_balance_update(balance));
  expect_ok(tc_field_integral(p->space, v, &integral));
  cr_expect_lt(tc_balance_error(balance, integral), 1e-10, "theta %g: %g", theta,
               tc_balance_error(balance, integral));
  free(v);
  tc_balance_destroy(&balance);
  entry_free(&e);
  tc_source_destroy(&source);
  tc_expression_destroy(&source_choice.source);
}

ParallelTest(implicit_forced, the_time_loop_accepts_the_steps) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  for (int k = 0; k < 2; k++) {
    tc_problem *p = make_isotropic(world, "two-point", mesh);
    check_loop(p, thetas[k], TC_BOUNDARY_VALUE);
    check_loop(p, thetas[k], TC_BOUNDARY_FLUX);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* A source that ends suddenly causes rejections. The watchdog checks the field at the last step with a bound
 * of the contribution of the source. Rejected attempts must not reduce this bound. */
ParallelTest(implicit_forced, rejections_keep_the_range) {
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.1);
  tc_problem *p = make_isotropic(world, "two-point", mesh);
  tc_source_options source_choice;
  tc_source *source = source_make(p->space, "t < 0.09 ? 1 : 0", &source_choice);
  tc_forcing *input = NULL;
  const tc_implicit_steps how = steps_of(1.0, 1e-8);
  tc_error_control control = make_control(p, 1e-5, 0.1);
  double *v = problem_zeros(p);
  tc_step_loop *loop = NULL;
  tc_status stop = TC_OK;
  expect_ok(tc_forcing_create(p, NULL, 0, source, &input));
  tc_step_options choice = large_steps("implicit", &how, input, INT64_MAX, 0.0);
  choice.control = &control;
  expect_ok(tc_step_open(p, &choice, NULL, 0, NULL, v, &loop));
  expect_ok(tc_step_advance(loop, INT64_MAX, &stop));
  cr_assert_gt(tc_step_state(loop)->controlled->rejected, 0);
  cr_assert_leq(tc_step_state(loop)->step, 90, "only the last step must be checked");
  tc_step_close(&loop, false);
  free(v);
  tc_forcing_destroy(&input);
  tc_source_destroy(&source);
  tc_expression_destroy(&source_choice.source);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The field is 0 until the source begins at t = 0.05. From then on the relative error is large for any step
 * length. The run must end with an error instead of making steps too short to change the time. */
ParallelTest(implicit_forced, a_standstill_ends_the_run) {
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.1);
  tc_problem *p = make_isotropic(world, "two-point", mesh);
  tc_source_options source_choice;
  tc_source *source = source_make(p->space, "t > 0.05 ? 1 : 0", &source_choice);
  tc_forcing *input = NULL;
  const tc_stabilised_steps stages = {.powers = 1};
  tc_error_control control = make_control(p, 1e-3, 0.1);
  control.most_stages = 20;
  double *v = problem_zeros(p);
  tc_measurement measure;
  expect_ok(tc_forcing_create(p, NULL, 0, source, &input));
  tc_step_options choice = large_steps("rkl2", NULL, input, INT64_MAX, 0.0);
  choice.control = &control;
  choice.stabilised = &stages;
  expect_error(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure), TC_NUMERICAL, "which does not change t");
  free(v);
  tc_forcing_destroy(&input);
  tc_source_destroy(&source);
  tc_expression_destroy(&source_choice.source);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
