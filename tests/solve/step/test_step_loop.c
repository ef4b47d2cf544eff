/* Tests of the step loop: steps in several calls, a new initial field, and requests to stop. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/observe/stop_hook.h"
#include "solve/stability/spectrum.h"
#include "solve/step/step.h"
#include "support/parallel.h"
#include "support/problems.h"

enum { steps = 23 };

static const char *const integrators[] = {"euler", "implicit"};

typedef struct fixture {
  tc_mesh *mesh;
  tc_problem *problem;
  tc_step_options choice;
  /* `wanted` is the field after an uninterrupted run. */
  double *initial, *value, *wanted;
  size_t bytes;
} fixture;

static fixture make(tc_world *world, const char *integrator, double multiple) {
  static const cutting usual = {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7};
  fixture f = {.mesh = mesh_box(4, 3, 3, 0.1)};
  tc_measurement measure;
  tc_spectrum spectrum;
  f.problem = problem_make(world, &usual, f.mesh);
  const tc_space *space = f.problem->space;
  f.bytes = (size_t)space->owned * sizeof(double);
  f.initial = problem_zeros(f.problem), f.value = problem_zeros(f.problem),
  f.wanted = problem_zeros(f.problem);
  expect_ok(tc_spectrum_estimate(f.problem, &spectrum));
  f.choice = (tc_step_options){.integrator = tc_integrator_find(integrator),
                               .strategy = tc_strategy_find("condensed"),
                               .format = tc_format_at(0),
                               .steps = steps,
                               .dt = multiple * tc_spectrum_step_bound(&spectrum)};
  for (int32_t i = 0; i < space->owned; i++) f.initial[i] = f.wanted[i] = 1.0 + (double)(space->id[i] % 7);
  if (multiple < 1.0) expect_ok(tc_step_run(f.problem, &f.choice, NULL, 0, NULL, f.wanted, &measure));
  return f;
}

static void release(fixture *f) {
  free(f->initial), free(f->value), free(f->wanted);
  tc_problem_destroy(&f->problem);
  tc_mesh_destroy(&f->mesh);
}

static void advance(tc_step_loop *loop, int64_t count, int64_t step) {
  tc_status stop = TC_OK;
  expect_ok(tc_step_advance(loop, count, &stop));
  expect_ok(stop);
  cr_assert_eq(tc_step_state(loop)->step, step);
}

static tc_status count_call(void *self, const tc_run_state *now) {
  (void)now;
  ++*(int *)self;
  return TC_OK;
}

ParallelTest(step_loop, pieces_have_the_bits_of_a_whole_run) {
  for (int k = 0; k < 2; k++) {
    fixture f = make(world, integrators[k], 0.9);
    int calls = 0;
    const tc_hook hook = {.self = &calls, .every = 10, .is_due = tc_hook_is_periodic, .run = count_call};
    tc_step_loop *loop = NULL;
    tc_measurement measure;
    expect_ok(tc_step_open(f.problem, &f.choice, &hook, 1, NULL, f.initial, &loop));
    cr_assert_eq(memcmp(tc_step_state(loop)->value, f.initial, f.bytes), 0);
    advance(loop, 3, 3);
    cr_assert(!tc_step_state(loop)->last);
    cr_assert_eq(tc_step_state(loop)->time, 3 * f.choice.dt);
    advance(loop, 0, 3);
    advance(loop, 8, 11);
    cr_assert_eq(calls, 2, "at the steps 0 and 10");
    advance(loop, INT64_MAX, steps);
    advance(loop, 1, steps);
    cr_assert(tc_step_state(loop)->last && calls == 4);
    cr_assert_eq(memcmp(tc_step_state(loop)->value, f.wanted, f.bytes), 0, "%s", integrators[k]);
    tc_step_measure(loop, &measure);
    cr_assert_eq(measure.wall.steps, steps);
    tc_step_close(&loop, false);
    cr_assert_null(loop);
    tc_step_close(&loop, false);
    release(&f);
  }
}

/* A field that the caller loads must replace all earlier results of the loop. */
ParallelTest(step_loop, starts_from_a_loaded_field) {
  for (int k = 0; k < 2; k++) {
    fixture f = make(world, integrators[k], 0.9);
    tc_step_loop *loop = NULL;
    /* The number of steps is unknown. */
    f.choice.steps = INT64_MAX;
    for (int32_t i = 0; i < f.problem->space->owned; i++) f.value[i] = 1e3 * sin((double)i);
    expect_ok(tc_step_open(f.problem, &f.choice, NULL, 0, NULL, f.value, &loop));
    advance(loop, 5, 5);
    expect_ok(tc_step_load(loop, f.initial));
    cr_assert_eq(memcmp(tc_step_state(loop)->value, f.initial, f.bytes), 0);
    advance(loop, steps, 5 + steps);
    cr_assert_eq(memcmp(tc_step_state(loop)->value, f.wanted, f.bytes), 0, "%s", integrators[k]);
    if (world->rank == 0 && f.bytes > 0) f.value[0] = NAN;
    expect_error(tc_step_load(loop, f.value), TC_NUMERICAL, "finite");
    tc_step_close(&loop, true);
    release(&f);
  }
}

/* The watchdog must check the last step of each call, even if the call makes few steps. */
ParallelTest(step_loop, checks_the_last_step_of_a_call) {
  fixture f = make(world, "euler", 5.0);
  tc_step_loop *loop = NULL;
  tc_status stop = TC_OK, status = TC_OK;
  f.choice.steps = 1000;
  expect_ok(tc_step_open(f.problem, &f.choice, NULL, 0, NULL, f.initial, &loop));
  while (!status && tc_step_state(loop)->step < 90) status = tc_step_advance(loop, 15, &stop);
  cr_assert_lt(tc_step_state(loop)->step, 90);
  expect_error(status, TC_NUMERICAL, "unstable: at step");
  tc_step_close(&loop, true);
  release(&f);
}

ParallelTest(step_loop, pauses_on_request_and_continues) {
  fixture f = make(world, "euler", 0.9);
  tc_stop_hook_data data;
  const tc_hook hook = tc_stop_hook(&data, world);
  tc_step_loop *loop = NULL;
  tc_status stop = TC_OK;
  expect_ok(tc_step_open(f.problem, &f.choice, &hook, 1, NULL, f.initial, &loop));
  advance(loop, 2, 2);
  if (world->rank == world->ranks - 1) data.is_requested = 1;
  expect_ok(tc_step_advance(loop, INT64_MAX, &stop));
  expect_error(stop, TC_STOPPED, "stopped on request after step");
  cr_assert(tc_step_state(loop)->step < steps && !data.is_requested);
  advance(loop, INT64_MAX, steps);
  cr_assert_eq(memcmp(tc_step_state(loop)->value, f.wanted, f.bytes), 0);
  tc_step_close(&loop, false);
  release(&f);
}

/* Each call must check for a request to stop, even if it makes a single step and the next regular check is
 * many steps later. */
ParallelTest(step_loop, checks_for_a_request_in_each_call) {
  fixture f = make(world, "euler", 0.9);
  tc_stop_hook_data data;
  const tc_hook hook = tc_stop_hook(&data, world);
  tc_step_loop *loop = NULL;
  tc_status stop = TC_OK;
  f.choice.steps = INT64_MAX;
  expect_ok(tc_step_open(f.problem, &f.choice, &hook, 1, NULL, f.initial, &loop));
  for (int k = 1; k <= 200; k++) advance(loop, 1, k);
  cr_assert(data.pace.gap >= 1 && data.pace.gap <= 200);
  data.pace.next = INT64_MAX;
  if (world->rank == world->ranks - 1) data.is_requested = 1;
  expect_ok(tc_step_advance(loop, 10, &stop));
  expect_error(stop, TC_STOPPED, "after step 201");
  tc_step_close(&loop, false);
  release(&f);
}
