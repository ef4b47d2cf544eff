/* Tests of steps of the stabilised methods rkl2 and rkc2: order in time, equal bits on all ranks, and
 * conservation. */
#include "solve/step/stabilised.h"

#include <math.h>

#include "base/core/memory.h"
#include "io/mesh/tetgen.h"
#include "solve/space/field.h"
#include "solve/stability/spectrum.h"
#include "solve/step/step.h"
#include "sparse/ell_kernels.h"
#include "support/parallel.h"
#include "support/problems.h"

static const char *const methods[] = {"rkl2", "rkc2"}, *const schemes[] = {"two-point", "gradient"};

/* Axis ratios of ellipses that contain the eigenvalues, one for each scheme. Valid for the meshes of this
 * file with isotropic tensors. */
static const double axis_ratios[] = {0.0, 0.15};

/* Creates a problem with the unit tensor. */
static tc_problem *make_isotropic(tc_world *world, const char *scheme, tc_mesh *mesh) {
  const cutting how = {scheme, "rcm", TC_DISTRIBUTION_CYCLIC, 7};
  tc_problem_options choice = cutting_choice(&how);
  tc_problem *p = NULL;
  memcpy(choice.tensor, (const double[]){1, 1, 1, 0, 0, 0}, sizeof choice.tensor);
  expect_ok(tc_problem_create(world, &choice, world->rank == 0 ? mesh : NULL, NULL, &p));
  return p;
}

static double largest_eigenvalue(const tc_problem *p) {
  tc_spectrum spectrum;
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  return spectrum.largest;
}

/* Returns the smallest number of stages with which a step of length dt is stable. */
static tc_stabilised_steps stages_of(const tc_problem *p, const char *method, double axis_ratio, double dt) {
  const int stages = tc_stabilised_count_stages(tc_integrator_find(method)->stabilised, axis_ratio,
                                                dt * largest_eigenvalue(p), TC_STABILISED_STAGES_MAX);
  cr_assert_gt(stages, 0);
  return (tc_stabilised_steps){.stages = stages, .axis_ratio = axis_ratio};
}

static tc_step_options options_of(const char *method, const tc_stabilised_steps *stabilised, int64_t steps,
                                  double dt) {
  return (tc_step_options){.integrator = tc_integrator_find(method),
                           .strategy = tc_strategy_find("condensed"),
                           .format = tc_format_at(0),
                           .steps = steps,
                           .dt = dt,
                           .stabilised = stabilised};
}

static void run(const tc_problem *p, const tc_step_options *choice, double *v) {
  tc_measurement measure = {0};
  expect_ok(tc_step_run(p, choice, NULL, 0, NULL, v, &measure));
}

/* Makes `steps` equal steps from t = 0 to t = `end` with the smallest stable number of stages. */
static void run_to(const tc_problem *p, const char *method, double axis_ratio, double end, int steps,
                   double *v) {
  const tc_stabilised_steps stabilised = stages_of(p, method, axis_ratio, end / steps);
  const tc_step_options choice = options_of(method, &stabilised, steps, end / steps);
  run(p, &choice, v);
}

static void set_cosine(const tc_problem *p, double *v) {
  for (int32_t i = 0; i < p->space->owned; i++) {
    const double *at = p->space->centroid + 3 * (size_t)i;
    v[i] = 2.0 + cos(M_PI * at[0]) * cos(M_PI * at[1]) + 0.5 * cos(2.0 * M_PI * at[2]);
  }
}

static void set_noise(const tc_problem *p, double *v) {
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = 1.0 + 0.5 * noise((uint64_t)p->space->id[i]);
}

static void set_front(const tc_problem *p, double *v) {
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = p->space->centroid[3 * (size_t)i] < 0.5 ? 1.0 : 0.0;
}

/* ---- order in time ---- */

/* Checks that the error falls with the square of the step size. A run with short steps serves as exact
 * solution. All runs have the number of stages of the longest step, because the constant of the error depends
 * on this number. */
static void check_order(const tc_problem *p, const char *method, double axis_ratio) {
  enum { most_steps = 128, coarsest = 8, halvings = 3 };
  const double end = 0.02;
  const tc_stabilised_steps stabilised = stages_of(p, method, axis_ratio, end / coarsest);
  double *exact = problem_zeros(p), *v = problem_zeros(p), error[halvings], largest;
  tc_step_options choice = options_of(method, &stabilised, most_steps, end / most_steps);
  set_cosine(p, exact);
  run(p, &choice, exact);
  for (int k = 0; k < halvings; k++) {
    choice = options_of(method, &stabilised, coarsest << k, end / (coarsest << k));
    set_cosine(p, v);
    run(p, &choice, v);
    expect_ok(tc_field_compare(p->space, v, exact, &error[k], &largest));
    if (k > 0)
      cr_expect_geq(log2(error[k - 1] / error[k]), 1.9, "%s: errors %g, %g", method, error[k - 1], error[k]);
  }
  free(exact);
  free(v);
}

ParallelTest(stabilised, the_order_in_time_is_two) {
  tc_mesh *mesh = NULL;
  expect_ok(tc_tetgen_read("meshes/cube", NULL, &mesh));
  for (int s = 0; s < 2; s++) {
    tc_problem *p = make_isotropic(world, schemes[s], mesh);
    for (int m = 0; m < 2; m++) check_order(p, methods[m], axis_ratios[s]);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* Computes a step on one rank with plain products. If in_differences is true, stage j stores the difference
 * D_j from the initial field y_0. Otherwise it stores Y_j = y_0 + D_j, the usual form of the recurrence. */
static void step_plainly(const tc_ell *R, const tc_stabilised_coefficients *c, double dt, bool in_differences,
                         double *v) {
  const size_t n = (size_t)R->rows;
  double *work = calloc(5 * n, sizeof *work), *rate = work, *product = work + n, *last = work + 2 * n,
         *before = work + 3 * n, *base = work + 4 * n;
  tc_ell_multiply(R, v, rate);
  if (!in_differences) memcpy(base, v, n * sizeof *v);
  memcpy(before, base, n * sizeof *base);
  for (size_t i = 0; i < n; i++) last[i] = base[i] + c->stage[1].product * dt * rate[i];
  for (int j = 2; j <= c->stages; j++) {
    const tc_stage_coefficients *s = &c->stage[j];
    const double rest = 1.0 - s->last - s->before, first = in_differences ? s->first : s->first - s->product;
    double *const swapped = before;
    tc_ell_multiply(R, last, product);
    for (size_t i = 0; i < n; i++) {
      const double sum =
          s->last * last[i] + s->before * before[i] + s->product * dt * product[i] + first * dt * rate[i];
      before[i] = in_differences ? sum : sum + rest * base[i];
    }
    before = last;
    last = swapped;
  }
  for (size_t i = 0; i < n; i++) v[i] = in_differences ? v[i] + last[i] : last[i];
  free(work);
}

/* Returns the field after `steps` steps of step_plainly on the twin problem, which is on one rank. */
static double *plain_field(const twin *t, const char *method, const tc_stabilised_steps *stabilised,
                           double dt, int steps, bool in_differences) {
  tc_stabilised_coefficients *c = NULL;
  double *v = problem_zeros(t->problem);
  tc_ell *R = NULL;
  expect_ok(tc_ell_combine(t->problem->system->rates, 0.0, 1.0, &R));
  expect_ok(tc_stabilised_coefficients_create(tc_integrator_find(method)->stabilised, stabilised->stages,
                                              stabilised->axis_ratio, &c));
  set_noise(t->problem, v);
  for (int step = 0; step < steps; step++) step_plainly(R, c, dt, in_differences, v);
  tc_ell_destroy(&R);
  tc_free(c);
  return v;
}

/* With all valid strategies and matrix formats, the field must have the bits of plain products on one rank.
 * The usual form of the recurrence must give the same field up to rounding. */
ThreadedTest(stabilised, steps_are_the_recurrence_whatever_the_strategy_and_format) {
  enum { steps = 5 };
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7};
  twin t = twin_make("gradient", mesh);
  tc_problem *p = problem_make(world, &how, mesh);
  double *v = problem_zeros(p);
  for (int m = 0; m < 2; m++) {
    const double dt = 20.0 / largest_eigenvalue(p);
    const tc_stabilised_steps stabilised = stages_of(p, methods[m], 0.3, dt);
    double *wanted = plain_field(&t, methods[m], &stabilised, dt, steps, true);
    double *usual = plain_field(&t, methods[m], &stabilised, dt, steps, false);
    for (int s = 0; s < tc_strategy_count(); s++)
      for (int f = 0; f < tc_format_count(); f++) {
        tc_step_options choice = options_of(methods[m], &stabilised, steps, dt);
        choice.strategy = tc_strategy_at(s);
        choice.format = tc_format_at(f);
        if (choice.format->form != TC_ROW_FORM_MATRIX) continue;
        if (!tc_strategy_is_valid(choice.strategy) && world->ranks > 1) continue;
        set_noise(p, v);
        run(p, &choice, v);
        for (int32_t i = 0; i < p->space->owned; i++) {
          const double one = wanted[p->space->id[i]];
          cr_assert_eq(v[i], one, "%s, %s: cell %d: %.17g, one rank %.17g", choice.strategy->name,
                       choice.format->name, (int)p->space->id[i], v[i], one);
          cr_assert_float_eq(v[i], usual[p->space->id[i]], 1e-13);
        }
      }
    free(wanted);
    free(usual);
  }
  free(v);
  tc_problem_destroy(&p);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

/* The row form `difference` has other rounding errors than the matrix. Steps with this row form must have the
 * same bits on any number of ranks, and with all strategies that support it. */
ThreadedTest(stabilised, rows_of_differences_have_the_same_bits_everywhere) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  twin t = twin_make("two-point", mesh);
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7};
  tc_problem *p = problem_make(world, &how, mesh);
  const double dt = 20.0 / largest_eigenvalue(p);
  const tc_stabilised_steps stabilised = stages_of(p, "rkl2", 0.0, dt);
  tc_step_options choice = options_of("rkl2", &stabilised, 5, dt);
  double *v = problem_zeros(p), *alone = problem_zeros(t.problem);
  double *usual = plain_field(&t, "rkl2", &stabilised, dt, 5, false);
  choice.format = tc_format_first(TC_ROW_FORM_DIFFERENCE);
  set_noise(t.problem, alone);
  run(t.problem, &choice, alone);
  for (int s = 0; s < tc_strategy_count(); s++) {
    choice.strategy = tc_strategy_at(s);
    if (!tc_strategy_supports(choice.strategy, TC_ROW_FORM_DIFFERENCE)) continue;
    if (!tc_strategy_is_valid(choice.strategy) && world->ranks > 1) continue;
    set_noise(p, v);
    run(p, &choice, v);
    for (int32_t i = 0; i < p->space->owned; i++) {
      cr_assert_eq(v[i], alone[p->space->id[i]], "%s", choice.strategy->name);
      cr_assert_float_eq(v[i], usual[p->space->id[i]], 1e-13);
    }
  }
  free(v);
  free(alone);
  free(usual);
  tc_problem_destroy(&p);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

/* ---- constants and ranges of the field ---- */

/* If a constant is added to the initial field, the result may differ by the constant and its rounding only,
 * also after steps of many stages. */
ParallelTest(stabilised, a_background_changes_nothing) {
  const double background = 1e3;
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  for (int s = 0; s < 2; s++) {
    tc_problem *p = make_isotropic(world, schemes[s], mesh);
    double *v = problem_zeros(p), *raised = problem_zeros(p);
    for (int m = 0; m < 2; m++) {
      const double end = 10.0 * 300.0 / largest_eigenvalue(p);
      set_noise(p, v);
      for (int32_t i = 0; i < p->space->owned; i++) raised[i] = v[i] + background;
      run_to(p, methods[m], axis_ratios[s], end, 10, v);
      run_to(p, methods[m], axis_ratios[s], end, 10, raised);
      for (int32_t i = 0; i < p->space->owned; i++)
        cr_assert_float_eq(raised[i] - background, v[i], 1e-12 * background, "%s: %g", methods[m],
                           raised[i] - background - v[i]);
    }
    free(v);
    free(raised);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

ParallelTest(stabilised, the_integral_is_conserved) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  for (int s = 0; s < 2; s++) {
    tc_problem *p = make_isotropic(world, schemes[s], mesh);
    double *v = problem_zeros(p), before, after;
    for (int m = 0; m < 2; m++) {
      set_noise(p, v);
      expect_ok(tc_field_integral(p->space, v, &before));
      run_to(p, methods[m], axis_ratios[s], 20.0 * 400.0 / largest_eigenvalue(p), 20, v);
      expect_ok(tc_field_integral(p->space, v, &after));
      cr_assert_float_eq(after / before, 1.0, 1e-12, "%s: %.17g", methods[m], after / before);
    }
    free(v);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* With the scheme two-point, a front must not overshoot in rkl2 steps if the run makes at least eight
 * steps. */
ParallelTest(stabilised, a_front_remains_in_its_range) {
  tc_mesh *mesh = NULL;
  expect_ok(tc_tetgen_read("meshes/cube", NULL, &mesh));
  tc_problem *p = make_isotropic(world, "two-point", mesh);
  double *v = problem_zeros(p);
  for (int steps = 8; steps <= 64; steps *= 2) {
    tc_field_stats stats;
    set_front(p, v);
    run_to(p, "rkl2", 0.0, 0.02, steps, v);
    expect_ok(tc_field_stats_compute(p->space, v, &stats));
    cr_assert(stats.min >= -1e-12 && stats.max <= 1.0 + 1e-12, "%d steps: %g to 1 + %g", steps, stats.min,
              stats.max - 1.0);
  }
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* ---- hooks and watchdog ---- */

static tc_status check_change(void *self, const tc_run_state *now) {
  const tc_space *space = self;
  for (int32_t i = 0; now->step > 0 && i < space->owned; i++)
    cr_assert_eq(now->value[i], now->previous_value[i] + now->change[i]);
  return TC_OK;
}

/* A hook must receive the field before the step and the change in the step, with even and odd numbers of
 * stages. */
ParallelTest(stabilised, hooks_receive_the_change_of_a_step) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = make_isotropic(world, "gradient", mesh);
  const tc_hook hook = {.self = p->space, .every = 1, .is_due = tc_hook_is_periodic, .run = check_change};
  double *v = problem_zeros(p);
  for (int stages = 2; stages <= 5; stages++) {
    const tc_stabilised_steps stabilised = {.stages = stages, .axis_ratio = 0.15};
    const tc_step_options choice = options_of("rkl2", &stabilised, 4, 1.0 / largest_eigenvalue(p));
    tc_measurement measure = {0};
    set_noise(p, v);
    expect_ok(tc_step_run(p, &choice, &hook, 1, NULL, v, &measure));
  }
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The watchdog checks every stabilised step. A step beyond the stability bound must therefore end the run in
 * the first step. */
ParallelTest(stabilised, growth_is_noticed_in_the_first_step) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = make_isotropic(world, "two-point", mesh);
  const double dt = 100.0 / largest_eigenvalue(p);
  tc_stabilised_steps stabilised = stages_of(p, "rkl2", 0.0, dt);
  tc_step_options choice = options_of("rkl2", &stabilised, 1000, dt);
  tc_measurement measure = {0};
  double *v = problem_zeros(p);
  set_noise(p, v);
  stabilised.stages -= 5;
  expect_error(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure), TC_NUMERICAL,
               "unstable: at step 1 the norm of the field's deviation from its mean");
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The run has boundary values of zero, which need no forcing. The field must decay to 0 without an error of
 * the watchdog. */
ParallelTest(stabilised, a_field_fades_between_boundaries_of_zero) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  for (int s = 0; s < 2; s++) {
    tc_problem *p = make_isotropic(world, schemes[s], mesh);
    for (int b = 0; b < p->physics->boundaries; b++) p->physics->boundary[b].kind = TC_BOUNDARY_VALUE;
    expect_ok(tc_problem_assemble(p, 0.0, false));
    double *v = problem_zeros(p);
    tc_field_stats stats;
    set_noise(p, v);
    for (int32_t i = 0; i < p->space->owned; i++) v[i] -= 1.0; /* 0 must be in the range of the field */
    run_to(p, "rkl2", axis_ratios[s], 2.0, 40, v);
    expect_ok(tc_field_stats_compute(p->space, v, &stats));
    cr_assert(fmax(stats.max, -stats.min) < 1e-6, "%g to %g", stats.min, stats.max);
    free(v);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}
