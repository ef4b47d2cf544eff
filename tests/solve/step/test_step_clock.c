/* Tests of steps in the time loop that are shortened to end at requested times. */
#include "solve/step/step_clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/space/field.h"
#include "solve/stability/spectrum.h"
#include "solve/step/step.h"
#include "support/large_steps.h"
#include "support/parallel.h"
#include "support/problems.h"

/* A method, the length of its steps as a multiple of the largest step of explicit Euler, and its order. */
typedef struct method {
  const char *name;
  double theta, multiple;
  int order;
} method;

static const method methods[] = {{"euler", 1.0, 0.9, 1},
                                 {"implicit", 1.0, 4.0, 1},
                                 {"implicit", 0.5, 4.0, 2},
                                 {"rkl2", 1.0, 4.0, 2}};

enum { METHODS = sizeof methods / sizeof *methods, ALL_STEPS = 12 };

typedef struct fixture {
  tc_mesh *mesh;
  tc_problem *problem;
  tc_implicit_steps implicit;
  tc_stabilised_steps stabilised;
  tc_step_options choice;
  double *value;
  size_t bytes;
} fixture;

static fixture *make(tc_world *world, const method *m) {
  static const cutting usual = {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7};
  fixture *f = calloc(1, sizeof *f);
  tc_spectrum spectrum;
  f->mesh = mesh_box(6, 2, 2, 0.1);
  f->problem = problem_make(world, &usual, f->mesh);
  f->implicit = exact_steps(m->theta);
  f->stabilised = (tc_stabilised_steps){.stages = 6};
  f->value = problem_zeros(f->problem);
  f->bytes = (size_t)f->problem->space->owned * sizeof(double);
  expect_ok(tc_spectrum_estimate(f->problem, &spectrum));
  f->choice =
      large_steps(m->name, &f->implicit, NULL, ALL_STEPS, m->multiple * tc_spectrum_step_bound(&spectrum));
  f->choice.stabilised = &f->stabilised;
  return f;
}

static void release(fixture *f) {
  free(f->value);
  tc_problem_destroy(&f->problem);
  tc_mesh_destroy(&f->mesh);
  free(f);
}

/* Requested times at which steps of a run have ended, and the sum of the lengths of its steps. */
typedef struct visits {
  double requested[16], time, length;
  int count;
} visits;

static bool always(const tc_hook *hook, const tc_run_state *now) {
  (void)hook;
  (void)now;
  return true;
}

static tc_status visit(void *self, const tc_run_state *now) {
  visits *v = self;
  if (now->step == 0) return TC_OK;
  v->length += now->dt;
  v->time = now->time;
  if (now->requested > 0.0) v->requested[v->count++] = now->requested;
  return TC_OK;
}

/* Performs a run from a smooth field and stores the result in f->value. */
static visits run(fixture *f) {
  visits seen = {.count = 0};
  const tc_hook hook = {.self = &seen, .is_due = always, .run = visit};
  tc_measurement measure;
  for (int32_t i = 0; i < f->problem->space->owned; i++)
    f->value[i] =
        cos(4.0 * f->problem->space->centroid[3 * i]) + 0.3 * f->problem->space->centroid[3 * i + 1];
  expect_ok(tc_step_run(f->problem, &f->choice, &hook, 1, NULL, f->value, &measure));
  cr_assert_eq(measure.wall.steps, f->choice.steps);
  return seen;
}

static void request(fixture *f, const tc_output_times *times) {
  f->choice.times = times;
  f->choice.steps =
      tc_output_times_walk(times, &(tc_time_origin){.step = 0}, f->choice.dt, 0, INT64_MAX).step;
}

ParallelTest(step_clock, coinciding_times_leave_the_bits) {
  for (int k = 0; k < METHODS; k++) {
    fixture *f = make(world, &methods[k]), *other = make(world, &methods[k]);
    const tc_output_times times = {.interval = 3.0 * f->choice.dt, .end = ALL_STEPS * f->choice.dt};
    const visits plain = run(f);
    request(other, &times);
    const visits seen = run(other);
    cr_assert_eq(other->choice.steps, ALL_STEPS);
    cr_assert(plain.count == 0 && seen.count == 4 && seen.requested[1] == 2.0 * times.interval);
    cr_assert_eq(memcmp(f->value, other->value, f->bytes), 0, "%s", methods[k].name);
    release(f);
    release(other);
  }
}

ParallelTest(step_clock, steps_end_exactly_at_requested_times) {
  for (int k = 0; k < METHODS; k++) {
    fixture *f = make(world, &methods[k]);
    const double dt = f->choice.dt, list[] = {0.3 * dt, 1.7 * dt, 3.7 * dt, 6.0001 * dt};
    const tc_output_times times = {.count = 4, .time = list, .end = 8.0 * dt};
    request(f, &times);
    const visits seen = run(f);
    cr_assert_eq(seen.count, 5);
    for (int t = 0; t < 4; t++) cr_assert_eq(seen.requested[t], list[t]);
    cr_assert(seen.requested[4] == times.end && seen.time == times.end);
    cr_assert_float_eq(seen.length, times.end, 1e-13 * times.end);
    release(f);
  }
}

/* Performs a run with steps of dt / parts. Returns the error of the final field relative to the field
 * `exact`. If `is_exact` is true, stores the final field in `exact` instead. */
static double error_of(tc_world *world, const method *m, int parts, bool is_exact, double *exact) {
  fixture *f = make(world, m);
  const double dt = f->choice.dt, list[] = {1.3 * dt, 4.45 * dt, 5.61 * dt};
  const tc_output_times times = {.count = 3, .time = list, .end = 8.0 * dt};
  double error = 0.0;
  f->choice.dt = dt / parts;
  request(f, &times);
  run(f);
  if (is_exact)
    memcpy(exact, f->value, f->bytes);
  else
    expect_ok(tc_field_difference_norm(f->problem->space, f->value, exact, &error));
  release(f);
  return error;
}

ParallelTest(step_clock, shortened_steps_keep_the_order) {
  for (int k = 0; k < METHODS; k++) {
    double exact[400];
    error_of(world, &methods[k], 32, true, exact);
    const double coarse = error_of(world, &methods[k], 2, false, exact),
                 fine = error_of(world, &methods[k], 4, false, exact);
    cr_assert_gt(coarse / fine, methods[k].order == 1 ? 1.8 : 3.2, "%s: %g", methods[k].name, coarse / fine);
  }
}

/* ---- resumed runs ---- */

/* Items of a checkpoint after step `stop_at`. */
typedef struct store {
  int64_t stop_at;
  int items;
  tc_restart_item item[64];
  void *bytes[64];
} store;

static tc_status pause_here(void *self, const tc_run_state *now) {
  return now->step == ((const store *)self)->stop_at ? tc_status_create(TC_STOPPED, "paused") : TC_OK;
}

static tc_status copy_items(void *self, const tc_run_state *now) {
  store *s = self;
  tc_restart_list list = {.count = 0};
  if (now->step != s->stop_at) return TC_OK;
  expect_ok(now->list_restart(now->run, &list));
  for (int k = 0; k < list.count; k++) {
    s->item[k] = list.item[k];
    s->bytes[k] = malloc((size_t)list.item[k].count * 8 + 1);
    if (list.item[k].count) memcpy(s->bytes[k], list.item[k].value, (size_t)list.item[k].count * 8);
  }
  s->items = list.count;
  tc_restart_list_free(&list);
  return TC_OK;
}

static const void *find_item(const store *s, const char *name) {
  for (int k = 0; k < s->items; k++)
    if (strcmp(s->item[k].name, name) == 0) return s->bytes[k];
  return NULL;
}

static tc_status fill_items(void *self, const tc_restart_list *list) {
  for (int k = 0; k < list->count; k++) {
    const void *bytes = find_item(self, list->item[k].name);
    cr_assert_not_null(bytes, "%s", list->item[k].name);
    if (list->item[k].count) memcpy(list->item[k].value, bytes, (size_t)list->item[k].count * 8);
  }
  return TC_OK;
}

static tc_status read_number(void *self, const char *name, int64_t *out) {
  const void *bytes = find_item(self, name);
  *out = 0;
  if (bytes) memcpy(out, bytes, sizeof *out);
  return TC_OK;
}

static void resume_at(fixture *f, int64_t at, const double *initial, const double *wanted) {
  store s = {.stop_at = at};
  const tc_hook hook = {.self = &s, .is_due = always, .check_pause = pause_here, .run = copy_items};
  const tc_resume_source source = {.step = at, .fill = fill_items, .number = read_number, .self = &s};
  tc_step_options rest = f->choice;
  tc_measurement measure;
  memcpy(f->value, initial, f->bytes);
  expect_error(tc_step_run(f->problem, &f->choice, &hook, 1, NULL, f->value, &measure), TC_STOPPED, "paused");
  rest.resume = &source;
  memcpy(f->value, initial, f->bytes);
  expect_ok(tc_step_run(f->problem, &rest, NULL, 0, NULL, f->value, &measure));
  cr_assert_eq(measure.wall.steps, f->choice.steps - at);
  cr_assert_eq(memcmp(f->value, wanted, f->bytes), 0, "from step %lld", (long long)at);
  for (int k = 0; k < s.items; k++) free(s.bytes[k]);
}

/* The requested times shorten, among others, steps 1 and 3. The test resumes the run after the shortened step
 * 1 and after the steps 2 and 4, which have the full length. */
ParallelTest(step_clock, resumed_runs_have_the_same_bits) {
  for (int k = 0; k < METHODS; k++) {
    fixture *f = make(world, &methods[k]);
    const double dt = f->choice.dt, list[] = {0.3 * dt, 1.7 * dt, 3.8 * dt};
    const tc_output_times times = {.count = 3, .time = list, .end = 6.0 * dt};
    double *initial = problem_zeros(f->problem), *wanted = problem_zeros(f->problem);
    request(f, &times);
    for (int32_t i = 0; i < f->problem->space->owned; i++)
      initial[i] = 1.0 + (double)(f->problem->space->id[i] % 5);
    memcpy(f->value, initial, f->bytes);
    tc_measurement measure;
    expect_ok(tc_step_run(f->problem, &f->choice, NULL, 0, NULL, f->value, &measure));
    memcpy(wanted, f->value, f->bytes);
    for (int64_t at = 1; at <= 4; at += at == 1 ? 1 : 2) resume_at(f, at, initial, wanted);
    free(initial), free(wanted);
    release(f);
  }
}
