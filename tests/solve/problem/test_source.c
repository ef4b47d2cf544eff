#include "solve/problem/source.h"

#include <math.h>
#include <string.h>

#include "base/numeric/hash.h"
#include "support/parallel.h"
#include "support/problems.h"

static const cutting whole = {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 7};

/* A source with up to two local states, u and w, on a small mesh, and its field. */
typedef struct bench {
  tc_mesh *mesh;
  tc_problem *problem;
  tc_state_options state[2];
  tc_source_options choice;
  tc_source *source;
  double *v, *next;
} bench;

typedef struct texts {
  const char *source;
  struct {
    const char *initial, *rate;
  } state[2];
} texts;

static tc_expression *formula(const char *text, int variables, int states) {
  const char *name[] = {"x", "y", "z", "t", "v", "u", "w"};
  tc_expression *expression = NULL;
  if (text)
    expect_ok(tc_expression_create("run.yaml:3: states.u", text, name, variables + states, &expression));
  return expression;
}

static bench open_bench(tc_world *world, const texts *t) {
  static const char *const names[] = {"u", "w"};
  bench b = {.mesh = mesh_box(3, 4, 3, 0.1)};
  int states = 0;
  while (states < 2 && t->state[states].rate) states++;
  b.problem = problem_make(world, &whole, b.mesh);
  for (int k = 0; k < states; k++)
    b.state[k] = (tc_state_options){names[k], formula(t->state[k].initial, 3, 0),
                                    formula(t->state[k].rate, TC_SOURCE_VARIABLES, states)};
  b.choice = (tc_source_options){formula(t->source, TC_SOURCE_VARIABLES, states), states, NULL, NULL};
  return b;
}

static void start(bench *b, double v) {
  const size_t cells = (size_t)b->problem->space->owned;
  b->choice.state = b->state;
  b->v = calloc(cells + 1, sizeof *b->v);
  b->next = calloc(cells + 1, sizeof *b->v);
  for (size_t i = 0; i < cells; i++) b->v[i] = v;
  expect_ok(tc_source_create(b->problem->space, &b->choice, &b->source));
  expect_ok(tc_source_init_states(b->source));
}

static void close_bench(bench *b) {
  tc_source_destroy(&b->source);
  cr_expect_null(b->source);
  tc_expression_destroy(&b->choice.source);
  for (int k = 0; k < b->choice.states; k++) {
    tc_expression_destroy(&b->state[k].initial);
    tc_expression_destroy(&b->state[k].rate);
  }
  tc_problem_destroy(&b->problem);
  tc_mesh_destroy(&b->mesh);
  free(b->v);
  free(b->next);
}

/* Advances the field by the source alone, without diffusion. */
static void run_steps(bench *b, int steps, double dt) {
  const size_t bytes = (size_t)b->problem->space->owned * sizeof *b->v;
  for (int l = 0; l < steps; l++) {
    memcpy(b->next, b->v, bytes);
    tc_source_advance(b->source, l * dt, dt, b->v, b->next, NULL);
    memcpy(b->v, b->next, bytes);
  }
}

#define BENCH(b, ...)                                                                                        \
  bench b = open_bench(world, &(texts){__VA_ARGS__});                                                        \
  start(&b, 0.5)

/* If the source reads neither v nor states, its values at the beginning and the end of a step must be
 * weighted with 1 - theta and theta. An infinite value must be reported with its time. */
ThreadedTest(source, what_depends_on_time_alone_is_weighted) {
  for (double theta = 0.0; theta <= 1.0; theta += 0.25) {
    BENCH(b, "x + 10*t + 1/(4 - t)", {{"x", "1"}});
    const tc_space *space = b.problem->space;
    const double early = 2.5 + 1.0 / 3.75, late = 3.75 + 1.0 / 3.625;
    tc_source_set_theta(b.source, theta);
    tc_source_advance(b.source, 0.25, 0.125, b.v, b.next, NULL);
    for (int32_t i = 0; i < space->owned; i++) {
      const double x = space->centroid[3 * (size_t)i], s = x + (1.0 - theta) * early + theta * late;
      cr_assert_float_eq(tc_source_value(b.source)[i], s, 1e-14, "%g: %g", theta,
                         tc_source_value(b.source)[i] - s);
      cr_assert_float_eq(tc_source_state(b.source, 0)[i], x + 0.125, 1e-14);
    }
    tc_source_advance(b.source, theta > 0.0 ? 3.0 : 4.0, 1.0, b.v, b.next, NULL);
    expect_error(tc_source_check_finite(b.source), TC_NUMERICAL, "at t = 4");
    close_bench(&b);
  }
}

ThreadedTest(source, a_step_takes_everything_at_its_beginning) {
  BENCH(b, "x + 10*y + 100*z + 1000*t + v*u - w", {{"x", "v - u + t"}, {"2*y", "w*v"}});
  const tc_space *space = b.problem->space;
  tc_ledger ledger = {0};
  const double t = 0.25, dt = 0.125;
  cr_expect_eq(tc_source_states(b.source), 2);
  cr_expect_str_eq(tc_source_state_name(b.source, 1), "w");
  for (int32_t i = 0; i < space->owned; i++) b.v[i] = noise((uint64_t)space->id[i]), b.next[i] = 3.0;
  tc_source_advance(b.source, t, dt, b.v, b.next, &ledger);
  for (int32_t i = 0; i < space->owned; i++) {
    const double *at = space->centroid + 3 * (size_t)i, v = b.v[i], u = at[0], w = 2 * at[1];
    const double s = at[0] + 10 * at[1] + 100 * at[2] + 1000 * t + v * u - w;
    cr_assert_float_eq(tc_source_value(b.source)[i], s, 1e-12);
    cr_assert_float_eq(b.next[i], 3.0 + dt * s, 1e-12);
    cr_assert_float_eq(tc_source_state(b.source, 0)[i], u + dt * (v - u + t), 1e-14);
    cr_assert_float_eq(tc_source_state(b.source, 1)[i], w + dt * w * v, 1e-14);
  }
  cr_expect_eq(tc_source_cells(b.source), space->owned);
  cr_expect_eq(ledger.count.source_cells, space->owned);
  cr_expect_eq(ledger.calls[TC_PHASE_source], 1);
  close_bench(&b);
}

/* If the source depends on the position only, it must be evaluated once and have the same value in all
 * steps. */
ParallelTest(source, one_that_stays) {
  BENCH(b, "x", {{NULL, NULL}});
  const tc_space *space = b.problem->space;
  run_steps(&b, 3, 0.5);
  for (int32_t i = 0; i < space->owned; i++)
    cr_assert_float_eq(b.v[i], 0.5 + 1.5 * space->centroid[3 * (size_t)i], 1e-14);
  close_bench(&b);
}

ParallelTest(source, states_alone) {
  BENCH(b, NULL, {{"1", "-u"}});
  run_steps(&b, 2, 0.5);
  cr_expect_null(tc_source_value(b.source));
  for (int32_t i = 0; i < b.problem->space->owned; i++)
    cr_assert(b.v[i] == 0.5 && tc_source_state(b.source, 0)[i] == 0.25);
  close_bench(&b);
}

/* ---- comparison with exact solutions ---- */

/* Returns the error at t = 2 for v' = v (1 - v). The solution with v(0) = 1/2 is 1 / (1 + e^-t). */
static double logistic_error(tc_world *world, int steps) {
  BENCH(b, "v*(1-v)", {{NULL, NULL}});
  double error = 0.0;
  run_steps(&b, steps, 2.0 / steps);
  for (int32_t i = 0; i < b.problem->space->owned; i++)
    error = fmax(error, fabs(b.v[i] - 1.0 / (1.0 + exp(-2.0))));
  expect_ok(tc_world_max(world, &error, 1));
  close_bench(&b);
  return error;
}

/* Returns the error at t = 2 for u'' = -u, written as two states. The solution is cos t. */
static double oscillator_error(tc_world *world, int steps) {
  BENCH(b, NULL, {{"1", "w"}, {"0", "-u"}});
  double error = 0.0;
  run_steps(&b, steps, 2.0 / steps);
  for (int32_t i = 0; i < b.problem->space->owned; i++)
    error = fmax(error, fabs(tc_source_state(b.source, 0)[i] - cos(2.0)));
  expect_ok(tc_world_max(world, &error, 1));
  close_bench(&b);
  return error;
}

ParallelTest(source, first_order_in_time) {
  cr_expect_lt(logistic_error(world, 200), 2e-3);
  cr_expect_float_eq(logistic_error(world, 200) / logistic_error(world, 400), 2.0, 0.02);
  cr_expect_lt(oscillator_error(world, 200), 1e-2);
  cr_expect_float_eq(oscillator_error(world, 200) / oscillator_error(world, 400), 2.0, 0.05);
}

/* Right-hand sides of two reaction models in C, for a comparison with the formulas. */
typedef void model(double v, double w, double *dv, double *dw);

static void fitzhugh_nagumo(double v, double w, double *dv, double *dw) {
  *dv = v * (1 - v) * (v - 0.1) - w;
  *dw = 0.01 * (v - 0.5 * w);
}

static void aliev_panfilov(double v, double w, double *dv, double *dw) {
  *dv = 8 * v * (1 - v) * (v - 0.15) - v * w;
  *dw = (0.002 + 0.2 * w / (v + 0.3)) * (-w - 8 * v * (v - 0.15 - 1));
}

static void expect_model(bench *b, model *m, double dt, double least, double most) {
  enum { steps = 4000 };
  double v = 0.5, w = 0.0, highest = v, lowest = v;
  run_steps(b, steps, dt);
  for (int l = 0; l < steps; l++) {
    double dv, dw;
    m(v, w, &dv, &dw);
    v += dt * dv, w += dt * dw;
    highest = fmax(highest, v), lowest = fmin(lowest, v);
  }
  for (int32_t i = 0; i < b->problem->space->owned; i++) {
    cr_assert_float_eq(b->v[i], v, 1e-10);
    cr_assert_float_eq(tc_source_state(b->source, 0)[i], w, 1e-10);
  }
  cr_expect(highest > most && lowest < least, "the model must be excited: %g to %g", lowest, highest);
}

ParallelTest(source, fitzhugh_nagumo_pulse) {
  BENCH(b, "v*(1-v)*(v-0.1)-u", {{"0", "0.01*(v-0.5*u)"}});
  expect_model(&b, fitzhugh_nagumo, 0.05, -0.1, 0.9);
  close_bench(&b);
}

ParallelTest(source, aliev_panfilov_pulse) {
  BENCH(b, "8*v*(1-v)*(v-0.15)-v*u", {{"0", "(0.002+0.2*u/(v+0.3))*(-u-8*v*(v-0.15-1))"}});
  expect_model(&b, aliev_panfilov, 0.01, 0.05, 0.95);
  close_bench(&b);
}

/* ---- equality on all ranks ---- */

static uint64_t hash_after_steps(tc_world *world) {
  BENCH(b, "sin(3*x)*v*(1-v)*(v-0.1)-u", {{"exp(-y)", "0.1*(v-0.5*u)*cos(z+t)"}});
  const tc_space *space = b.problem->space;
  uint64_t hash = 0;
  run_steps(&b, 50, 0.1);
  for (int32_t i = 0; i < space->owned; i++)
    hash += tc_hash_element((uint64_t)space->id[i], b.v[i]) +
            3 * tc_hash_element((uint64_t)space->id[i], tc_source_state(b.source, 0)[i]);
  MPI_Allreduce(MPI_IN_PLACE, &hash, 1, MPI_UINT64_T, MPI_SUM, tc_world_comm(world));
  close_bench(&b);
  return hash;
}

ThreadedTest(source, the_same_bits_on_any_ranks_and_threads) {
  tc_world *alone = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &alone));
  cr_expect_eq(hash_after_steps(world), hash_after_steps(alone));
  tc_world_destroy(&alone);
}

ParallelTest(source, initial_states_must_be_finite) {
  bench b = open_bench(world, &(texts){"v", {{"x > 0.5 ? 1/0 : 1", "u"}}});
  b.choice.state = b.state;
  expect_ok(tc_source_create(b.problem->space, &b.choice, &b.source));
  expect_error(tc_source_init_states(b.source), TC_USAGE, "run.yaml:3: states.u: the formula is not finite");
  close_bench(&b);
}

ParallelTest(source, states_must_stay_finite) {
  const char *message =
      "run.yaml:3: states.u: the state has become NaN or infinite, or more than 1e+100, first in cell ";
  for (int k = 0; k < 2; k++) {
    BENCH(b, NULL, {{"1", "1"}, {"1", k == 0 ? "x > 0.5 ? u*1e308*10 : 1" : "x > 0.5 ? 1e101 : 1"}});
    expect_ok(tc_source_check_states(b.source, 0.0));
    run_steps(&b, 1, k);
    expect_ok(tc_source_check_finite(b.source));
    expect_error(tc_source_check_states(b.source, 0.25), TC_NUMERICAL, message);
    expect_error(tc_source_check_states(b.source, 0.25), TC_NUMERICAL, "at t = 0.25");
    close_bench(&b);
  }
}

/* Before the first step, the source and the rates of all states must be finite, including states that no
 * formula reads. */
ParallelTest(source, formulas_must_be_finite_at_the_start) {
  BENCH(own, "x > 0.5 ? sqrt(-v) : 1", {{NULL, NULL}});
  expect_error(tc_source_evaluate_initial(own.source, own.v), TC_USAGE,
               "run.yaml:3: states.u: the formula is not finite");
  expect_error(tc_source_evaluate_initial(own.source, own.v), TC_USAGE, "at t = 0");
  close_bench(&own);
  BENCH(of_state, "v", {{"1", "1"}, {"1", "1/(x-x)"}});
  expect_error(tc_source_evaluate_initial(of_state.source, of_state.v), TC_USAGE, "in cell 1 at t = 0");
  close_bench(&of_state);
  BENCH(sound, "v", {{"1", "2*u"}});
  expect_ok(tc_source_evaluate_initial(sound.source, sound.v));
  for (int32_t i = 0; i < sound.problem->space->owned; i++)
    cr_assert(tc_source_value(sound.source)[i] == 0.5 && tc_source_state(sound.source, 0)[i] == 1.0);
  close_bench(&sound);
}

/* The error must name the first time at which the source was not finite. Initialising the states must
 * clear the error. */
ThreadedTest(source, what_makes_the_field_wild_is_named) {
  const char *of_source = "run.yaml:3: states.u: the formula is not finite (NaN or infinite), or more than "
                          "1e+100, in cell 1 at t = 1, where v = 1.183";
  BENCH(own, "sqrt(0.75-t)", {{NULL, NULL}});
  run_steps(&own, 2, 0.5);
  expect_ok(tc_source_check_finite(own.source));
  for (int32_t i = 0; i < own.problem->space->owned; i++) own.v[i] = 0.5;
  run_steps(&own, 9, 0.5);
  expect_error(tc_source_check_finite(own.source), TC_NUMERICAL, of_source);
  expect_ok(tc_source_init_states(own.source));
  expect_ok(tc_source_check_finite(own.source));
  for (int32_t i = 0; i < own.problem->space->owned; i++) own.v[i] = NAN;
  run_steps(&own, 9, 0.5);
  expect_ok(tc_source_check_finite(own.source));
  close_bench(&own);
  BENCH(by_state, "w", {{"1", "1"}, {"1", "u < 1.7 ? 0 : 1/(u-u)"}});
  run_steps(&by_state, 2, 0.5);
  expect_ok(tc_source_check_finite(by_state.source));
  run_steps(&by_state, 2, 0.5);
  expect_error(tc_source_check_finite(by_state.source), TC_NUMERICAL, "the state has become NaN or infinite");
  close_bench(&by_state);
}

/* ---- slopes of a source (stiffness) ---- */

static tc_stiffness stiffness(bench *b, double low, double high) {
  tc_stiffness s = {{NAN, NAN}, {NAN, NAN}, NAN};
  expect_ok(tc_source_stiffness(b->source, 0.0, (double[2]){low, high}, &s, NULL));
  return s;
}

static void expect_slope(tc_slope slope, double up, double down, double tolerance) {
  cr_expect_float_eq(slope.growth, up, tolerance);
  cr_expect_float_eq(slope.decay, down, tolerance);
}

ParallelTest(source, stiffness) {
  BENCH(linear, "3*x - 7*v + 50*u", {{"y", "9*v + 5*u"}});
  expect_slope(stiffness(&linear, 0.0, 1.0).v, 0.0, 7.0, 1e-9);
  expect_slope(stiffness(&linear, 2.0, 2.0).v, 0.0, 7.0, 1e-9);
  expect_slope(stiffness(&linear, 0.0, 1.0).states, 5.0, 0.0, 1e-9);
  cr_expect_float_eq(stiffness(&linear, 0.0, 1.0).circle, sqrt(50.0 * 9.0), 1e-6);
  close_bench(&linear);
  BENCH(square, "v*v", {{NULL, NULL}});
  expect_slope(stiffness(&square, -1.0, 2.0).v, 4.0, 2.0, 0.2);
  expect_slope(stiffness(&square, -1.0, 2.0).states, 0.0, 0.0, 0.0);
  cr_expect_eq(stiffness(&square, -1.0, 2.0).circle, 0.0, "one variable alone does not oscillate");
  close_bench(&square);
  /* The slope is large in a small part of the range only. */
  BENCH(step, "-1000*tanh(v-10)", {{NULL, NULL}});
  expect_slope(stiffness(&step, 0.0, 20.0).v, 0.0, 1000.0, 20.0);
  expect_slope(stiffness(&step, -1.3, 25.0).v, 0.0, 1000.0, 40.0);
  close_bench(&step);
  /* Slopes that are not finite are skipped. */
  BENCH(pole, "1/v", {{NULL, NULL}});
  cr_expect(isfinite(stiffness(&pole, 0.0, 1.0).v.decay));
  close_bench(&pole);
  BENCH(still, NULL, {{"0", "-2*u"}});
  expect_slope(stiffness(&still, 0.0, 1.0).v, 0.0, 0.0, 0.0);
  expect_slope(stiffness(&still, 0.0, 1.0).states, 0.0, 2.0, 1e-9);
  for (int32_t i = 0; i < still.problem->space->owned; i++)
    cr_assert_eq(tc_source_state(still.source, 0)[i], 0.0);
  close_bench(&still);
}

/* The slopes of a source depend on time, states and the range of v. A step that was stable may therefore
 * become too long during a run, and the check must report this. */
ParallelTest(source, slopes_that_become_steeper) {
  const double near[2] = {0.0, 1.0}, far[2] = {0.0, 10.0};
  const tc_local_steps none = {0}, strang = {TC_SPLITTING_STRANG, 3};
  BENCH(own, "-(1+t)*v*v", {{"1", "-2*u"}});
  expect_ok(tc_source_check_slopes(own.source, 0.0, 0.4, &none, 0.0, 2.5, near));
  expect_error(tc_source_check_slopes(own.source, 0.0, 0.4, &none, 0.0, 4.0, near), TC_NUMERICAL,
               "run.yaml:3: states.u: unstable: at t = 0 the slope ds/dv of the source is too large for "
               "steps");
  expect_error(tc_source_check_slopes(own.source, 3.0, 0.4, &none, 0.0, 0.0, near), TC_NUMERICAL,
               "set time.dt below 0.25");
  expect_error(tc_source_check_slopes(own.source, 0.0, 0.4, &none, 0.0, 0.0, far), TC_NUMERICAL, "of 0.4: ");
  expect_error(tc_source_check_slopes(own.source, 0.0, 1.002, &none, 0.0, 0.0, near), TC_NUMERICAL,
               "the derivatives of the rates of states are too large");
  expect_ok(tc_source_check_slopes(own.source, 3.0, 1.49, &strang, 0.0, 1e9, near));
  expect_error(tc_source_check_slopes(own.source, 3.0, 1.51, &strang, 0.0, 0.0, near), TC_NUMERICAL,
               "set time.dt below 1.5");
  close_bench(&own);
}

/* A run that starts from a snapshot stores the current states as initial values. Each later initialisation
 * must restore these states. */
ThreadedTest(source, states_begin_with_what_was_kept) {
  const texts t = {"u", {{"x", "1"}, {"y", "v"}}};
  bench b = open_bench(world, &t);
  start(&b, 2.0);
  const int32_t cells = b.problem->space->owned;
  for (int32_t i = 0; i < cells; i++) tc_source_state(b.source, 0)[i] = 7.0 + i;
  expect_ok(tc_source_save_initial_states(b.source));
  for (int again = 0; again < 2; again++) {
    expect_ok(tc_source_init_states(b.source));
    for (int32_t i = 0; i < cells; i++) {
      cr_assert_eq(tc_source_state(b.source, 0)[i], 7.0 + i);
      cr_assert_eq(tc_source_state(b.source, 1)[i], b.problem->space->centroid[3 * (size_t)i + 1]);
    }
    run_steps(&b, 3, 0.1);
    if (cells) cr_assert_neq(tc_source_state(b.source, 0)[0], 7.0);
  }
  close_bench(&b);
}
