#include "solve/observe/watchdog.h"

#include <math.h>

#include "support/parallel.h"
#include "support/problems.h"

static const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7};

/* Returns 7 + size * noise, where the noise has a mean of about 0. The caller frees the field. */
static double *field(const tc_problem *p, double size) {
  double *v = malloc(8 * (size_t)p->space->owned + 8);
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = 7.0 + size * noise((uint64_t)p->space->id[i]);
  return v;
}

static tc_status check(tc_watchdog *watch, const double *v, int64_t step, bool end) {
  const tc_run_state now = {.step = step, .last = end, .value = v};
  return tc_watchdog_check(watch, &now, true);
}

static tc_status check_field(tc_watchdog *watch, const tc_problem *p, double size, bool end) {
  double *v = field(p, size);
  const tc_status status = check(watch, v, 300, end);
  free(v);
  return status;
}

static tc_watchdog begin(const tc_problem *p, double size, bool proved) {
  tc_watchdog watch;
  double *v = field(p, size);
  expect_ok(tc_watchdog_init(p, NULL, v, (tc_watchdog_rules){.proved = proved}, &watch));
  free(v);
  return watch;
}

/* In implicit steps, solves with a residual may raise the norm of the field by the norm of their errors. With
 * theta < 1, values near fronts may exceed the initial range. The watchdog must accept both. */
ParallelTest(watch, implicit_steps) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &how, mesh);
  double *v = field(p, 1.0), *w = field(p, 0.5);
  tc_watchdog watch;
  expect_ok(tc_watchdog_init(p, NULL, v, (tc_watchdog_rules){.proved = true}, &watch));
  const double first = watch.first;
  for (int k = 0; k < 3; k++) {
    const double left[3] = {0.0, 0.1 * first, 0.1 * first};
    const double size[3] = {1.0, 1.09, 1.11};
    free(w);
    w = field(p, size[k]);
    const tc_run_state now = {.step = 100 * (k + 1), .value = w, .unsolved_norm = left[k]};
    if (k < 2)
      expect_ok(tc_watchdog_check(&watch, &now, true));
    else
      /* The solves have caused no further error since the last check. */
      expect_error(tc_watchdog_check(&watch, &now, true), TC_NUMERICAL, "has risen");
  }
  for (int swings = 0; swings < 2; swings++) {
    free(w);
    w = field(p, 0.1);
    for (int32_t i = 0; i < p->space->owned; i++)
      if (p->space->id[i] == 3) w[i] = 7.0 + 2.5;
    const tc_watchdog_rules rules = {.swings = swings};
    expect_ok(tc_watchdog_init(p, NULL, v, rules, &watch));
    const tc_run_state now = {.step = 10, .last = true, .value = w};
    if (swings)
      expect_ok(tc_watchdog_check(&watch, &now, true));
    else
      expect_error(tc_watchdog_check(&watch, &now, true), TC_NUMERICAL, "the value of cell 4");
  }
  free(v);
  free(w);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The error must not recommend the scheme in use, nor a stabilisation for a scheme that has none. */
ParallelTest(watch, advice_knows_the_scheme) {
  static const char *const schemes[] = {"gradient", "two-point"};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  for (int s = 0; s < 2; s++) {
    const cutting cut = {schemes[s], "rcm", TC_DISTRIBUTION_CYCLIC, 7};
    tc_problem *p = problem_make(world, &cut, mesh);
    tc_watchdog watch = begin(p, 1.0, false);
    double *v = field(p, NAN);
    for (int far = 0; far < 2; far++) {
      for (int32_t i = 0; far && i < p->space->owned; i++) v[i] = p->space->id[i] == 3 ? 7.0 + 2.9 : 7.0;
      tc_status status = check(&watch, v, 10, true);
      cr_assert_eq(tc_status_code(status), TC_NUMERICAL);
      const char *recommended = strstr(tc_status_text(status), far ? "two-point" : "diffusion.stabilisation");
      cr_assert_eq(recommended != NULL, s == 0, "%s: %s", schemes[s], tc_status_text(status));
      tc_status_free(&status);
    }
    free(v);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

ParallelTest(watch, what_diffusion_cannot_do_is_an_error) {
  const char *risen = "unstable: at step 300 the norm of the field's deviation from its mean";
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &how, mesh);
  tc_watchdog watch = begin(p, 1.0, false);
  expect_ok(check_field(&watch, p, 0.5, false));
  /* Modes that are not orthogonal may raise the norm slightly. */
  expect_ok(check_field(&watch, p, 0.504, false));
  expect_error(check_field(&watch, p, 0.51, false), TC_NUMERICAL, risen);
  expect_error(check_field(&watch, p, NAN, false), TC_NUMERICAL, "at step 300 some value is not finite");
  double *start = field(p, NAN);
  expect_error(tc_watchdog_init(p, NULL, start, (tc_watchdog_rules){.proved = false}, &watch), TC_NUMERICAL,
               "at step 0 some value is not finite");
  free(start);
  /* The norm has never been below its initial value. */
  watch = begin(p, 1.0, false);
  expect_ok(check_field(&watch, p, 1.005, false));
  expect_error(check_field(&watch, p, 1.005, true), TC_NUMERICAL, risen);
  watch = begin(p, 1.0, true);
  expect_ok(check_field(&watch, p, 1.0, false));
  expect_error(check_field(&watch, p, 1.0 + 1e-7, false), TC_NUMERICAL, ": use a smaller time.dt");
  /* Rounding errors of a constant field are not growth. */
  watch = begin(p, 0.0, true);
  expect_ok(check_field(&watch, p, 1e-13, true));
  expect_error(check_field(&watch, p, 1e-9, true), TC_NUMERICAL, risen);
  /* After 10^7 steps a norm of 1e-9 may be rounding. */
  double *drift = field(p, 1e-9);
  expect_ok(check(&watch, drift, 10000000, true));
  free(drift);
  drift = field(p, 1e-8);
  expect_ok(check(&watch, drift, 100000000, true));
  free(drift);
  /* The norm is small, but the value of one cell is far outside the initial range. */
  watch = begin(p, 1.0, false);
  double *v = field(p, 0.5);
  for (int32_t i = 0; i < p->space->owned; i++)
    if (p->space->id[i] == 3) v[i] = 7.0 + 3.5;
  expect_error(check(&watch, v, 400, false), TC_NUMERICAL, "at step 400 the value of cell 4 at");
  for (int32_t i = 0; i < p->space->owned; i++)
    /* This value is allowed during the run, but not at the last step. */
    if (p->space->id[i] == 3) v[i] = 7.0 + 2.5;
  expect_ok(check(&watch, v, 500, false));
  expect_error(check(&watch, v, 600, true), TC_NUMERICAL, "at step 600 the value of cell 4 at");
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

static void expect_limit(tc_status status, bool exceeds, const char *message) {
  if (exceeds)
    expect_error(status, TC_NUMERICAL, message);
  else
    expect_ok(status);
}

/* If the rules have a limit of the overshoot, it replaces the usual limits of the range. It must also apply
 * to the first step. */
ParallelTest(watch, the_limit_of_the_overshoot) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &how, mesh);
  double *v = field(p, 1.0);
  tc_watchdog watch;
  expect_ok(tc_watchdog_init(p, NULL, v, (tc_watchdog_rules){.overshoot = 0.1}, &watch));
  const double width = watch.range[1] - watch.range[0];
  for (int exceeds = 0; exceeds < 2; exceeds++) {
    free(v);
    v = field(p, 0.5);
    for (int32_t i = 0; i < p->space->owned; i++)
      if (p->space->id[i] == 3) v[i] = watch.range[1] + (exceeds ? 0.11 : 0.09) * width;
    expect_limit(check(&watch, v, 1, true), exceeds, "time.overshoot: at step 1 the value of cell 4 at");
    expect_limit(check(&watch, v, 400, true), exceeds, "time.overshoot: at step 400 the value of cell 4 at");
  }
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Sets v to level + size * noise, where the noise has a mean of about 0. */
static void set_noise(const tc_problem *p, double level, double size, double *v) {
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = level + size * noise((uint64_t)p->space->id[i]);
}

/* Adding a constant to the field must not hide growth, except for growth below the rounding error of the
 * values. */
ParallelTest(watch, a_constant_hides_no_growth) {
  static const double level[] = {0.0, 1e7};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &how, mesh);
  double *v = problem_zeros(p);
  for (int k = 0; k < 2; k++) {
    tc_watchdog watch;
    set_noise(p, level[k], 1e-4, v);
    expect_ok(tc_watchdog_init(p, NULL, v, (tc_watchdog_rules){.proved = false}, &watch));
    set_noise(p, level[k], 1.2e-4, v);
    expect_error(check(&watch, v, 300, false), TC_NUMERICAL, "has risen");
    set_noise(p, level[k], 0.0, v);
    for (int32_t i = 0; i < p->space->owned; i++)
      if (p->space->id[i] == 3) v[i] = level[k] + 3.5e-4;
    watch.min = INFINITY;
    expect_error(check(&watch, v, 300, false), TC_NUMERICAL, "the value of cell 4 at");
  }
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
