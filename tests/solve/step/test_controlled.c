/* Tests of the error control of steps. The tests set fields and errors directly, without an integrator. */
#include "solve/step/controlled.h"

#include <float.h>
#include <math.h>

#include "solve/step/integrator.h"
#include "support/parallel.h"
#include "support/problems.h"

/* A controlled run without an integrator on a box of volume 1, with the field 2 + w and the errors e w. The
 * weights w are -1 or 1, and their volume-weighted mean is not 0. */
typedef struct driver {
  tc_mesh *mesh;
  tc_problem *problem;
  const tc_space *space;
  tc_error_control settings;
  tc_controlled controlled;
  double *value, *error;
  tc_step_request request;
} driver;

static double weight(const tc_space *space, int32_t i) { return space->id[i] % 3 == 0 ? -1.0 : 1.0; }

static void set_field(driver *d, double mean, double width) {
  for (int32_t i = 0; i < d->space->owned; i++) d->value[i] = mean + width * weight(d->space, i);
}

static driver make_driver(tc_world *world, double tolerance) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7};
  driver d = {.mesh = mesh_box(3, 3, 3, 0.1),
              .settings = {.tolerance = tolerance, .unit = 1.0, .end = 100.0, .most_stages = 100},
              .request = {.until = 100.0, .dt = 100.0}};
  d.problem = problem_make(world, &how, d.mesh);
  d.space = d.problem->space;
  d.value = problem_zeros(d.problem);
  d.error = problem_zeros(d.problem);
  set_field(&d, 2.0, 1.0);
  return d;
}

static void begin(driver *d) {
  expect_ok(tc_controlled_begin(d->space, &d->settings, d->value, &d->controlled));
}

static void free_driver(driver *d) {
  tc_controlled_free(&d->controlled);
  free(d->value);
  free(d->error);
  tc_problem_destroy(&d->problem);
  tc_mesh_destroy(&d->mesh);
}

/* Makes an attempt with error values of +error and -error. Their norm is `error`, because the volume of the
 * box is 1. */
static tc_status attempt(driver *d, double dt, double error, bool *accepted) {
  for (int32_t i = 0; i < d->space->owned; i++) d->error[i] = error * weight(d->space, i);
  const tc_attempt a = {dt, 5, 6, d->error, d->value};
  return tc_controlled_decide(&d->controlled, &d->request, &a, accepted);
}

static bool is_accepted(driver *d, double dt, double error) {
  bool accepted = false;
  expect_ok(attempt(d, dt, error, &accepted));
  if (accepted) d->request.time = d->controlled.record.last.time;
  return accepted;
}

ParallelTest(controlled, the_first_step_has_half_of_the_unit) {
  driver d = make_driver(world, 1e-2);
  begin(&d);
  cr_assert_eq(tc_controlled_length(&d.controlled, &d.request, INFINITY), 0.5);
  cr_assert_eq(tc_controlled_length(&d.controlled, &d.request, 0.25), 0.25);
  d.request.dt = 0.125;
  cr_assert_eq(tc_controlled_length(&d.controlled, &d.request, INFINITY), 0.125);
  free_driver(&d);
}

/* The allowed error is the larger one of two numbers: the tolerance multiplied by the norm of the field minus
 * its mean, and the absolute tolerance. */
ParallelTest(controlled, errors_are_relative_to_the_deviation_from_the_mean) {
  for (int raised = 0; raised < 2; raised++) {
    driver d = make_driver(world, 1e-2);
    set_field(&d, raised ? 1e6 : 0.0, 3.0);
    begin(&d);
    const double S = d.controlled.largest;
    cr_assert(S > 2.0 && S < 3.0, "%g", S);
    cr_assert(is_accepted(&d, 0.5, 0.99e-2 * S));
    cr_assert_float_eq(d.controlled.record.last.error, 0.99, 1e-9);
    cr_assert_not(is_accepted(&d, 0.5, 1.01e-2 * S));
    d.settings.absolute = 0.5;
    cr_assert(is_accepted(&d, 0.5, 0.49));
    cr_assert_float_eq(d.controlled.record.last.error, 0.98, 1e-9);
    cr_assert_not(is_accepted(&d, 0.5, 0.51));
    free_driver(&d);
  }
}

/* Multiplies the deviation of the field from the initial mean by `factor`. */
static void scale_deviation(driver *d, double factor) {
  const double mean = d->controlled.mean;
  for (int32_t i = 0; i < d->space->owned; i++) d->value[i] = mean + factor * (d->value[i] - mean);
}

/* Errors are relative to S, the norm of the deviation of the field from its mean. When the field decays, S
 * must follow, but not below a hundredth of its largest value in accepted steps. */
ParallelTest(controlled, the_reference_follows_the_deviation) {
  driver d = make_driver(world, 1e-2);
  begin(&d);
  const double S = d.controlled.largest;
  scale_deviation(&d, 0.1);
  cr_assert_not(is_accepted(&d, 0.5, 0.101e-2 * S));
  cr_assert(is_accepted(&d, 0.5, 0.099e-2 * S));
  scale_deviation(&d, 0.01);
  cr_assert_not(is_accepted(&d, 0.5, 1.01e-4 * S));
  cr_assert(is_accepted(&d, 0.5, 0.99e-4 * S));
  cr_assert_eq(d.controlled.largest, S);
  set_field(&d, 2.0, 100.0);
  cr_assert_not(is_accepted(&d, 0.5, 1000.0));
  cr_assert_eq(d.controlled.largest, S);
  cr_assert(is_accepted(&d, 0.5, 0.1));
  cr_assert_gt(d.controlled.largest, 50.0 * S);
  free_driver(&d);
}

/* In a uniform field the allowed error is 0. Errors of 0 or of the size of rounding must nevertheless be
 * accepted. */
ParallelTest(controlled, rounding_is_accepted) {
  driver d = make_driver(world, 1e-2);
  set_field(&d, 1e3, 0.0);
  begin(&d);
  cr_assert(is_accepted(&d, 0.5, 0.0));
  cr_assert_eq(d.controlled.record.last.error, 0.0);
  cr_assert(is_accepted(&d, 0.5, 60.0 * DBL_EPSILON * 1e3));
  cr_assert_eq(d.controlled.record.last.error, 0x1p-30);
  cr_assert_not(is_accepted(&d, 0.5, 1e-8));
  free_driver(&d);
}

ParallelTest(controlled, values_that_are_not_finite_are_rejected) {
  driver d = make_driver(world, 1e-2);
  begin(&d);
  const int64_t size = d.controlled.control.size;
  cr_assert_not(is_accepted(&d, 0.5, NAN));
  cr_assert_eq(d.controlled.control.size, size + TC_STEP_CONTROL_LOWEST);
  if (d.space->owned > 0) d.value[0] = INFINITY;
  cr_assert_not(is_accepted(&d, 0.5, 0.0));
  free_driver(&d);
}

/* Steps must end exactly at each requested time, and the time must increase in each step before it. */
ParallelTest(controlled, steps_end_at_the_requested_time) {
  static const double until[] = {0.1, 0.5, 0.7, 1.0 / 3.0, 12.3, 1e-7, 77.7};
  for (size_t k = 0; k < sizeof until / sizeof *until; k++) {
    driver d = make_driver(world, 1e-2);
    begin(&d);
    d.request.until = until[k];
    for (int steps = 0; d.request.time < until[k]; steps++) {
      const double dt = tc_controlled_length(&d.controlled, &d.request, 2.0), time = d.request.time;
      cr_assert(dt > 0.0 && dt <= 2.0 && steps < 100);
      cr_assert(is_accepted(&d, dt, 1e-4));
      cr_assert_gt(d.request.time, time);
    }
    cr_assert_eq(d.request.time, until[k]);
    cr_assert_eq(tc_controlled_end_time(&d.request, 0.0), until[k]);
    free_driver(&d);
  }
}

ParallelTest(controlled, the_record_counts_attempts) {
  driver d = make_driver(world, 1e-2);
  begin(&d);
  const double S = d.controlled.largest;
  const tc_error_control_record *r = &d.controlled.record;
  cr_assert_not(is_accepted(&d, 0.5, 0.1 * S));
  cr_assert(is_accepted(&d, 0.25, 0.5e-2 * S));
  d.request.until = 0.375;
  cr_assert(is_accepted(&d, 0.125, 0.25e-2 * S));
  cr_assert_eq(r->steps, 2);
  cr_assert_eq(r->rejected, 1);
  cr_assert_eq(r->products, 18);
  cr_assert_eq(r->rejected_products, 6);
  cr_assert_eq(r->shortened, 1);
  cr_assert(r->shortest == 0.125 && r->longest == 0.25 && r->last.time == 0.375 && r->last.dt == 0.125);
  cr_assert(r->fewest_stages == 5 && r->most_stages == 5 && r->last.stages == 5);
  cr_assert_float_eq(r->largest_error, 0.5, 1e-9);
  free_driver(&d);
}

ParallelTest(controlled, ten_rejections_end_the_run) {
  driver d = make_driver(world, 1e-2);
  bool accepted = true;
  begin(&d);
  for (int k = 1; k < TC_STEP_CONTROL_REJECTIONS; k++)
    cr_assert_not(is_accepted(&d, tc_controlled_length(&d.controlled, &d.request, INFINITY), 1.0));
  expect_error(attempt(&d, 0.5, 1.0, &accepted), TC_NUMERICAL,
               "time.tolerance: step 1 from t = 0 was rejected 10 times; with a length of 0.5 its estimated "
               "error is still");
  free_driver(&d);
}

/* Shortly before a time at which the forcing is not finite, the control would choose steps that are shorter
 * than the rounding error of the time. */
ParallelTest(controlled, steps_that_do_not_advance_the_time_end_the_run) {
  driver d = make_driver(world, 1e-2);
  bool accepted;
  begin(&d);
  d.request.time = 0.5;
  cr_assert(is_accepted(&d, DBL_EPSILON, 1e-4));
  expect_error(attempt(&d, DBL_EPSILON / 16.0, 1e-4, &accepted), TC_NUMERICAL,
               "step 2 from t = 0.5 would have a length of 1.39e-17, which does not change t");
  free_driver(&d);
}

/* After tc_controlled_test_growth, an attempt with a growing norm must be rejected without a change of the
 * step size. Without this call the attempt is accepted. */
ParallelTest(controlled, growth_is_rejected_on_request) {
  driver d = make_driver(world, 1e-2);
  begin(&d);
  set_field(&d, 2.0, 1.02);
  cr_assert(is_accepted(&d, 0.5, 0.0));
  tc_controlled_test_growth(&d.controlled, 1.01);
  const int64_t size = d.controlled.control.size;
  cr_assert_not(is_accepted(&d, 0.5, 0.0));
  cr_assert(d.controlled.has_grown);
  cr_assert_eq(d.controlled.control.size, size);
  cr_assert_eq(d.controlled.record.rejected, 1);
  set_field(&d, 2.0, 1.005);
  cr_assert(is_accepted(&d, 0.5, 0.0));
  cr_assert_not(d.controlled.has_grown);
  set_field(&d, 2.0, 0.5);
  cr_assert(is_accepted(&d, 0.5, 0.0));
  set_field(&d, 2.0, 0.51);
  cr_assert_not(is_accepted(&d, 0.5, 0.0), "the norm must be compared with the lowest one so far");
  free_driver(&d);
}

/* With an overshoot limit of 0.01, a long attempt may exceed the initial range 1 .. 3 by at most 0.01 of the
 * width of this range. */
ParallelTest(controlled, overshoots_are_rejected_on_request) {
  driver d = make_driver(world, 1e-2);
  d.settings.overshoot = 0.01;
  begin(&d);
  d.controlled.control.size = 16;
  set_field(&d, 2.0, 1.019);
  cr_assert(is_accepted(&d, 4.0, 5e-3));
  const int64_t size = d.controlled.control.size;
  const double dt = tc_controlled_length(&d.controlled, &d.request, INFINITY);
  cr_assert_gt(dt, 2.0);
  set_field(&d, 2.0, 1.021);
  cr_assert_not(is_accepted(&d, dt, 1e-6));
  cr_assert_eq(d.controlled.control.size, size - 8);
  cr_assert_eq(d.controlled.record.rejected, 1);
  cr_assert_eq(d.controlled.record.overshoots, 0);
  cr_assert(is_accepted(&d, 1.0, 1e-6), "steps of the unit may exceed the range");
  cr_assert_eq(d.controlled.record.overshoots, 1);
  cr_assert_float_eq(d.controlled.record.largest_overshoot, 0.0105, 1e-6);
  d.settings.overshoot = 0.0;
  cr_assert(is_accepted(&d, dt, 1e-6));
  free_driver(&d);
}

/* Copies the restart data of `from` to `to`. */
static void copy_restart(tc_controlled *from, tc_controlled *to) {
  tc_restart_list a = {0}, b = {.is_reading = true};
  expect_ok(tc_controlled_list_restart(from, &a));
  expect_ok(tc_controlled_list_restart(to, &b));
  cr_assert_eq(a.count, b.count);
  for (int k = 0; k < a.count; k++) {
    cr_assert_str_eq(a.item[k].name, b.item[k].name);
    memcpy(b.item[k].value, a.item[k].value, 8 * (size_t)a.item[k].count);
  }
  tc_controlled_resume(to);
  tc_restart_list_free(&a);
  tc_restart_list_free(&b);
}

/* A run resumed between any two attempts must make the same decisions. */
ParallelTest(controlled, a_resumed_run_decides_alike) {
  enum { attempts = 12 };
  static const double error[attempts] = {1e-4, 3e-2, 1e-3, 2e-4, 9e-3, 1e-6, 2e-2, 4e-2, 5e-3, 0, 1e-3, 2e-3};
  for (int stop = 0; stop < attempts; stop++) {
    driver whole = make_driver(world, 1e-2), parts = make_driver(world, 1e-2);
    begin(&whole);
    begin(&parts);
    for (int k = 0; k < attempts; k++) {
      if (k == stop) {
        tc_controlled last = parts.controlled;
        set_field(&parts, 2.0, 1.0);
        begin(&parts);
        copy_restart(&last, &parts.controlled);
        tc_controlled_free(&last);
      }
      const double dt = tc_controlled_length(&whole.controlled, &whole.request, 3.0);
      cr_assert_eq(tc_controlled_length(&parts.controlled, &parts.request, 3.0), dt);
      set_field(&whole, 2.0, 1.0 - 0.01 * k);
      set_field(&parts, 2.0, 1.0 - 0.01 * k);
      cr_assert_eq(is_accepted(&whole, dt, error[k]), is_accepted(&parts, dt, error[k]));
      cr_assert_eq(whole.controlled.record.last.time, parts.controlled.record.last.time);
      cr_assert_eq(whole.controlled.record.last.error, parts.controlled.record.last.error);
    }
    cr_assert_eq(whole.controlled.record.products, parts.controlled.record.products);
    cr_assert_eq(whole.controlled.record.most_stages, parts.controlled.record.most_stages);
    cr_assert_eq(whole.controlled.least, parts.controlled.least);
    free_driver(&whole);
    free_driver(&parts);
  }
}
