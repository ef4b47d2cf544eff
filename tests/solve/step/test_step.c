#include "solve/step/step.h"

#include <math.h>

#include "base/core/timer.h"
#include "solve/space/field.h"
#include "solve/stability/spectrum.h"
#include "sparse/ell_kernels.h"
#include "support/forcing.h"
#include "support/formulas.h"
#include "support/parallel.h"
#include "support/problems.h"

static const cutting usual = {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7};

static double initial(tc_gid cell) { return 1.0 + 0.5 * noise((uint64_t)cell); }

static double *initial_field(const tc_problem *p) {
  double *v = malloc(8 * (size_t)p->space->owned + 8);
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = initial(p->space->id[i]);
  return v;
}

/* Computes (I + dt R)^steps times the initial field with plain products on one rank. */
static double *serial_field(const twin *t, double dt, int steps) {
  double *v = initial_field(t->problem), *next = malloc(8 * (size_t)t->problem->space->cells + 8);
  tc_ell *M = NULL;
  expect_ok(tc_ell_combine(t->problem->system->rates, 1.0, dt, &M));
  for (int step = 0; step < steps; step++) {
    double *swapped = v;
    tc_ell_multiply(M, v, next);
    v = next;
    next = swapped;
  }
  tc_ell_destroy(&M);
  free(next);
  return v;
}

/* Returns the step size that `time.dt: auto` would select. */
static double stable_step(const tc_problem *p) {
  tc_spectrum spectrum;
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  return 0.9 * tc_spectrum_step_bound(&spectrum);
}

typedef struct seen {
  int64_t step[32];
  double time[32];
  int calls;
  bool last;
  /* Steps at which the last rank fails or requests a stop; -1: never. */
  int64_t fail_at, stop_at;
  const tc_world *world;
} seen;

static bool is_last_rank_at(const seen *s, int64_t wanted, const tc_run_state *now) {
  return now->step == wanted && s->world->rank == s->world->ranks - 1;
}

static tc_status request_stop(void *self, const tc_run_state *now) {
  const seen *s = self;
  return is_last_rank_at(s, s->stop_at, now) ? tc_status_create(TC_STOPPED, "enough") : TC_OK;
}

static tc_status record_call(void *self, const tc_run_state *now) {
  seen *s = self;
  cr_assert(!s->last && now->value);
  s->last = now->last;
  s->step[s->calls] = now->step;
  s->time[s->calls++] = now->time;
  return is_last_rank_at(s, s->fail_at, now) ? tc_status_create(TC_OUTPUT, "the disk is full") : TC_OK;
}

/* Creates a hook that records its calls in *s. Its results may differ between ranks. */
static tc_hook create_recording_hook(seen *s, const tc_world *world, int64_t every) {
  *s = (seen){.fail_at = -1, .stop_at = -1, .world = world};
  return (tc_hook){.self = s,
                   .every = every,
                   .is_due = tc_hook_is_periodic,
                   .check_stop = request_stop,
                   .run = record_call,
                   .is_per_rank = true,
                   .publishes_field = true};
}

static tc_step_options steps_of(int64_t steps, double dt, bool proved) {
  return (tc_step_options){.integrator = tc_integrator_find("euler"),
                           .strategy = tc_strategy_find("condensed"),
                           .format = tc_format_at(0),
                           .steps = steps,
                           .dt = dt,
                           .proved = proved};
}

/* With all valid strategies, the field must have the bits of plain products on one rank. */
ThreadedTest(step, steps_are_products_whatever_the_strategy) {
  enum { steps = 23 };
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  twin t = twin_make("gradient", mesh);
  tc_problem *p = problem_make(world, &usual, mesh);
  const double dt = stable_step(p);
  double *wanted = serial_field(&t, dt, steps);
  for (int s = 0; s < tc_strategy_count(); s++) {
    if (!tc_strategy_is_valid(tc_strategy_at(s)) && world->ranks > 1) continue;
    tc_step_options choice = steps_of(steps, dt, false);
    choice.strategy = tc_strategy_at(s);
    double *v = initial_field(p);
    tc_measurement measure = {0};
    tc_counts counted;
    expect_ok(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure));
    for (int32_t i = 0; i < p->space->owned; i++)
      cr_assert_eq(v[i], wanted[p->space->id[i]], "%s: cell %d: %.17g, one rank %.17g", choice.strategy->name,
                   (int)p->space->id[i], v[i], wanted[p->space->id[i]]);
    cr_assert(measure.rank == world->rank && measure.node == world->node && measure.rows == p->space->owned);
    cr_assert_gt(measure.total_s, 0.0);
    problem_count(choice.strategy, p, world->node_of_rank, &counted);
    /* The counts are those of one step. */
    for (int c = 0; c < TC_COUNT_COUNT; c++)
      cr_assert_eq(measure.ledger.count.by_index[c], counted.by_index[c]);
    free(v);
  }
  free(wanted);
  tc_problem_destroy(&p);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

static void expect_calls(tc_problem *p, double dt, int64_t steps, int64_t every, int calls,
                         const int64_t *at) {
  seen s;
  tc_hook hook = create_recording_hook(&s, p->space->world, every);
  const tc_step_options choice = steps_of(steps, dt, false);
  tc_measurement measure;
  double *v = initial_field(p);
  expect_ok(tc_step_run(p, &choice, &hook, 1, NULL, v, &measure));
  cr_assert(s.last && tc_hook_count(every, steps) == calls);
  cr_assert_eq(s.calls, calls, "%d calls for every %lld", s.calls, (long long)every);
  const tc_wall_times *wall = &measure.wall;
  const double parts = wall->steps_s + wall->snapshots_s + wall->checks_s;
  cr_assert_float_eq(wall->total_s, parts, 1e-9 * parts, "the parts must add up to the time of the loop");
  cr_assert(wall->steps_s >= measure.total_s && wall->snapshots_s >= 0.0 && wall->checks_s >= -1e-12);
  cr_assert(wall->slow_share >= 0.0 && wall->slow_share <= 0.5, "%g", wall->slow_share);
  for (int i = 0; i < calls; i++) {
    cr_assert_eq(s.step[i], at[i]);
    cr_assert_eq(s.time[i], dt * (double)at[i]);
  }
  free(v);
}

/* The job clock must assign the seconds of a hook to the job phase of the hook. Its seconds of the steps must
 * agree with the measurement. The hook is due at steps 0, 10, 20 and 25. */
ParallelTest(step, seconds_belong_to_phases_of_the_job) {
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.0);
  tc_problem *p = problem_make(world, &usual, mesh);
  const tc_step_options choice = steps_of(25, stable_step(p), false);
  tc_job_clock clock = {0};
  const tc_log log = {NULL, TC_LOG_QUIET, NULL, &clock};
  seen s;
  tc_hook hook = create_recording_hook(&s, world, 10);
  double *v = initial_field(p), seconds[TC_JOB_PHASE_COUNT];
  tc_measurement measure;
  hook.job_phase = TC_JOB_PHASE_snapshots;
  tc_job_clock_start(&clock, tc_now_s());
  expect_ok(tc_step_run(p, &choice, &hook, 1, &log, v, &measure));
  tc_job_clock_read(&clock, seconds);
  const tc_wall_times *wall = &measure.wall;
  cr_assert_float_eq(seconds[TC_JOB_PHASE_snapshots], wall->snapshots_s, 1e-12);
  cr_assert_float_eq(seconds[TC_JOB_PHASE_checks], wall->checks_s, 1e-9);
  cr_assert_geq(seconds[TC_JOB_PHASE_steps], wall->steps_s - 1e-9);
  cr_assert(seconds[TC_JOB_PHASE_solver] > 0.0 && seconds[TC_JOB_PHASE_first_output] > 0.0);
  cr_assert_eq(clock.depth, 1, "only the first phase may remain open");
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

ParallelTest(step, hooks_are_called_when_due) {
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.0);
  tc_problem *p = problem_make(world, &usual, mesh);
  const double dt = stable_step(p);
  expect_calls(p, dt, 25, 10, 4, (const int64_t[]){0, 10, 20, 25});
  expect_calls(p, dt, 20, 10, 3, (const int64_t[]){0, 10, 20});
  expect_calls(p, dt, 7, 0, 2, (const int64_t[]){0, 7});
  expect_calls(p, dt, 3, 1, 4, (const int64_t[]){0, 1, 2, 3});
  expect_calls(p, dt, 0, 5, 1, (const int64_t[]){0});
  seen s;
  tc_hook hook = create_recording_hook(&s, world, 10);
  const tc_step_options choice = steps_of(1000, dt, false);
  tc_measurement measure;
  double *v = initial_field(p);
  s.fail_at = 20;
  expect_error(tc_step_run(p, &choice, &hook, 1, NULL, v, &measure), TC_OUTPUT, "the disk is full");
  cr_assert_eq(s.calls, 3);
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* If one rank requests a stop, the run must end on all ranks at this step. It must be the last step for
 * every hook, and the field must be that of the steps made. */
ParallelTest(step, one_rank_stops_the_run) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  twin t = twin_make("gradient", mesh);
  tc_problem *p = problem_make(world, &usual, mesh);
  const double dt = stable_step(p);
  const tc_step_options choice = steps_of(1000, dt, false);
  const int64_t stops[3] = {0, 1, 17};
  for (int k = 0; k < 3; k++) {
    seen s, rare;
    tc_hook hook[2] = {create_recording_hook(&s, world, 1), create_recording_hook(&rare, world, 0)};
    tc_measurement measure = {0};
    double *v = initial_field(p), *wanted = serial_field(&t, dt, (int)stops[k]);
    s.stop_at = stops[k];
    expect_error(tc_step_run(p, &choice, hook, 2, NULL, v, &measure), TC_STOPPED, "enough");
    cr_assert_eq(s.calls, stops[k] + 1);
    cr_assert_eq(rare.calls, stops[k] > 0 ? 2 : 1, "all hooks are due at the last step");
    cr_assert(s.last && rare.last && s.step[s.calls - 1] == stops[k]);
    for (int32_t i = 0; i < p->space->owned; i++) cr_assert_eq(v[i], wanted[p->space->id[i]]);
    cr_assert(measure.rows == p->space->owned && (stops[k] == 0 || measure.total_s > 0.0));
    free(v);
    free(wanted);
  }
  tc_problem_destroy(&p);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

/* Checks that a run of 2000 steps ends early with the error `why`. */
static void expect_stopped(const tc_problem *p, double dt, bool proved, double *v, const char *why) {
  const tc_step_options choice = steps_of(2000, dt, proved);
  tc_measurement measure;
  tc_status status = tc_step_run(p, &choice, NULL, 0, NULL, v, &measure);
  expect_error(status, TC_NUMERICAL, why);
}

/* If a value of the field or of the matrix on one rank is NaN or infinite, all ranks must stop at step 100 at
 * the latest. Proved stability must not disable this check. */
ThreadedTest(step, what_is_not_finite_is_noticed_within_100_steps) {
  static const double bad[] = {NAN, INFINITY, -INFINITY};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  const bool here = world->rank == world->ranks - 1;
  for (int i = 0; i < 3; i++)
    for (int where = 0; where < 3; where++) {
      tc_problem *p = problem_make(world, &usual, mesh);
      const double dt = stable_step(p);
      double *v = initial_field(p);
      if (here && where == 0) v[0] = bad[i];
      if (here && where == 1) p->system->rates->diagonal[0] = bad[i];
      if (here && where == 2) p->system->rates->value[3] = bad[i];
      expect_stopped(p, dt, i == 1, v, where == 0 ? "at step 0 " : "at step 100 ");
      free(v);
      tc_problem_destroy(&p);
    }
  tc_mesh_destroy(&mesh);
}

/* The watchdog must detect a step that is three times too long, but must accept a stable step. A hook must
 * not receive a field that has grown. */
ParallelTest(step, growth_is_noticed) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  seen s;
  tc_hook hook = create_recording_hook(&s, world, 30);
  tc_measurement measure;
  const double dt = stable_step(p);
  double *v = initial_field(p);
  expect_stopped(p, 3.0 * dt, false, v,
                 "unstable: at step 100 the norm of the field's deviation from its mean");
  free(v);
  v = initial_field(p);
  tc_step_options choice = steps_of(300, 3.0 * dt, false);
  expect_error(tc_step_run(p, &choice, &hook, 1, NULL, v, &measure), TC_NUMERICAL, "at step 30 ");
  cr_assert_eq(s.calls, 1);
  free(v);
  v = initial_field(p);
  /* The last step must be checked too. */
  choice.steps = 20;
  expect_error(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure), TC_NUMERICAL, "at step 20 ");
  free(v);
  choice.steps = 300;
  choice.dt = dt;
  v = initial_field(p);
  expect_ok(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure));
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Performs a run whose stability is not proved, so that the watchdog tests for growth. */
static tc_status run_with(tc_problem *p, tc_forcing *input, double dt, int64_t steps, double *v) {
  tc_step_options choice = steps_of(steps, dt, false);
  tc_measurement measure;
  choice.input = input;
  return tc_step_run(p, &choice, NULL, 0, NULL, v, &measure);
}

/* With boundary data that depend on position and time, and a source with a local state, the field must have
 * the bits of one rank. */
ThreadedTest(step, what_enters_has_the_same_bits_everywhere) {
  static const tc_boundary_kind kinds[] = {TC_BOUNDARY_VALUE, TC_BOUNDARY_EXCHANGE, TC_BOUNDARY_FLUX};
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  for (int k = 0; k < 3; k++) {
    twin t = twin_make("gradient", mesh);
    tc_problem *both[2] = {problem_make(world, &usual, mesh), t.problem};
    double *v[2];
    for (int i = 0; i < 2; i++) {
      tc_state_options state = {.name = "w"};
      tc_source_options choice = {.states = 1, .state = &state};
      tc_source *source = NULL;
      choice.source = formula("8*v*(1-v)*(v-0.1) - w + x*t", 6);
      state.initial = formula("x*y", 3);
      state.rate = formula("0.1*(v - 0.5*w)", 6);
      expect_ok(tc_source_create(both[i]->space, &choice, &source));
      entry e = entry_make(both[i], kinds[k], "sin(5*t) + x*y*z", source);
      v[i] = initial_field(both[i]);
      expect_ok(run_with(both[i], e.input, 0.5 * stable_step(both[i]), 37, v[i]));
      entry_free(&e);
      tc_source_destroy(&source);
      tc_expression_destroy(&choice.source);
      tc_expression_destroy(&state.initial);
      tc_expression_destroy(&state.rate);
    }
    for (int32_t i = 0; i < both[0]->space->owned; i++) cr_assert_eq(v[0][i], v[1][both[0]->space->id[i]]);
    free(v[0]);
    free(v[1]);
    tc_problem_destroy(&both[0]);
    twin_free(&t);
  }
  tc_mesh_destroy(&mesh);
}

/* A step that is too long must also be detected with boundary data, constant or not. */
ParallelTest(step, growth_is_noticed_with_data_at_the_boundary) {
  static const tc_boundary_kind kinds[] = {TC_BOUNDARY_VALUE, TC_BOUNDARY_EXCHANGE, TC_BOUNDARY_FLUX};
  static const char *const formula[] = {"x", "sin(3*t)"};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  for (int k = 0; k < 6; k++) {
    entry e = entry_make(p, kinds[k % 3], formula[k / 3], NULL);
    const double dt = stable_step(p);
    double *v = initial_field(p);
    expect_ok(run_with(p, e.input, dt, 3000, v));
    free(v);
    v = initial_field(p);
    expect_error(run_with(p, e.input, 2.5 * dt, 1000, v), TC_NUMERICAL, "at step ");
    free(v);
    entry_free(&e);
  }
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

static void expect_stable_run(tc_problem *p, const char *formula) {
  tc_source_options choice;
  tc_source *source = source_make(p->space, formula, &choice);
  entry e = entry_make(p, TC_BOUNDARY_VALUE, "1", source);
  double *v = initial_field(p);
  expect_ok(run_with(p, e.input, 0.5 * stable_step(p), 1500, v));
  free(v);
  entry_free(&e);
  tc_source_destroy(&source);
  tc_expression_destroy(&choice.source);
}

/* Growth and oscillation that a source causes must not be reported as instability. */
ParallelTest(step, what_sources_do_is_no_instability) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  expect_stable_run(p, "1000*x");
  expect_stable_run(p, "50*v*(1-v)*(v-0.2)");
  expect_stable_run(p, "100*sin(20*t)");
  expect_stable_run(p, "10*v");
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* With half the stable step, the two-point scheme has no negative weight. All values must therefore remain
 * in the range of the initial field and the boundary data. */
ParallelTest(step, two_point_keeps_to_the_range_of_what_enters) {
  static const tc_boundary_kind kinds[] = {TC_BOUNDARY_VALUE, TC_BOUNDARY_EXCHANGE};
  static const cutting two_point = {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7};
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.15);
  tc_problem *p = problem_make(world, &two_point, mesh);
  for (int k = 0; k < 2; k++) {
    entry e = entry_make(p, kinds[k], "1 + 0.5*sin(100*x + 200*y + 300*z + 1000*t)", NULL);
    const double dt = 0.5 / 0.9 * stable_step(p);
    double *v = initial_field(p);
    tc_field_stats after;
    for (int run = 0; run < 20; run++) {
      expect_ok(run_with(p, e.input, dt, 1 + run, v));
      expect_ok(tc_field_stats_compute(p->space, v, &after));
      cr_assert(after.min >= 0.5 - 1e-15 && after.max <= 1.5 + 1e-15, "%.17g %.17g", after.min, after.max);
    }
    free(v);
    entry_free(&e);
  }
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
