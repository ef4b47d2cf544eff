/* Tests of the effect of a constant that is added to the initial values and all other data of a config. Only
 * the field may change by this constant. All other reported values must remain equal, except for changes
 * below the rounding error of the values. */
#include <math.h>

#include "run/run_case.h"
#include "run/studies/refinement_study.h"

/* Adds an override in which c replaces up to three numbers of `form`. */
static void set_number(scene *s, const char *form, double c) {
  char text[400];
  snprintf(text, sizeof text, form, c, c, c);
  scene_set(s, text);
}

static const tc_result *march(tc_session *s) {
  expect_ok(tc_session_run(s, tc_strategy_find("condensed"), 65536, NULL));
  return &s->results.result[s->results.count - 1];
}

/* Values reported by a run, which a test compares between runs. */
typedef struct reported {
  int64_t made, iterations, median;
  double error, defect, change, range[2], largest;
  bool blames_mesh, steady;
} reported;

static reported report(scene *s) {
  tc_session session = {0};
  scene_begin(s, &session);
  const tc_result *r = march(&session);
  const tc_solve_statistics *record = r->solver ? &r->solver->record : NULL;
  const reported out = {.made = session.run.steps_done,
                        .iterations = record ? record->total : 0,
                        .median = record ? (int64_t)tc_solve_statistics_median(record) : 0,
                        .error = tc_outcome_error(session.run.outcome),
                        .defect = tc_outcome_defect(session.run.outcome),
                        .change =
                            session.run.outcome->digest->integral - session.run.outcome->initial_integral,
                        .range = {r->field.min, r->field.max},
                        .largest = r->max_error,
                        .blames_mesh = s->sink.out && scene_said(s, ", so values are unreliable: "),
                        .steady = session.run.steady.reached};
  tc_session_close(&session);
  return out;
}

/* Runs a diffusion problem with flow from one side of the cube to the opposite side. All data contain the
 * constant c. Returns the reported values. */
static reported flow(tc_world *world, double c, const char *time, const char *solver) {
  scene s;
  scene_make(world, &s);
  set_number(&s, "initial=%.17g + x*x", c);
  set_number(&s,
             "boundary={default: {kind: flux, value: 0}, markers: [{marker: 1, kind: value, value: "
             "\"%.17g\"}, "
             "{marker: 2, kind: exchange, h: 3, outside: \"%.17g + 2\"}]}",
             c);
  scene_set(&s, time);
  scene_set(&s, solver);
  const reported out = report(&s);
  scene_free(&s);
  return out;
}

/* The error of the balance is relative to the change of the integral and not to its value. A constant must
 * therefore not change the error. */
ParallelTest(constant, does_not_hide_the_error_of_a_balance) {
  static const char *const time = "time={method: implicit, steps: 5, dt: 0.02}";
  const reported a = flow(world, 0.0, time, "solver={tolerance: 1e-4}"),
                 b = flow(world, 1e7, time, "solver={tolerance: 1e-4}");
  cr_assert_gt(a.error, 1e-9);
  cr_assert_float_eq(b.error / a.error, 1.0, 1e-2, "%g, %g", a.error, b.error);
  cr_assert_float_eq(b.change, a.change, 1e-6);
  cr_assert_eq(a.iterations, b.iterations);
}

/* The steady stop counts the residuals of the solves as change of the field. A constant must not enlarge
 * these residuals, so both runs must become steady after the same number of steps. */
ParallelTest(constant, does_not_keep_a_run_from_becoming_steady) {
  static const char *const time = "time={method: implicit, steps: 400, dt: 0.2, steady: 1e-6}",
                           *const solver = "solver={tolerance: 1e-9, relative_to: rhs}";
  const reported a = flow(world, 0.0, time, solver), b = flow(world, 1e7, time, solver);
  cr_assert(a.steady && b.steady && a.made == b.made, "%d steps, %d steps", (int)a.made, (int)b.made);
}

/* At values of 1e7, rounding in explicit steps hides changes of up to 2e-7 per unit of time. With time.steady
 * 1e-8 the run must therefore not end as steady, but with 1e-4 it must. */
ParallelTest(constant, hides_changes_of_explicit_steps) {
  static const char *const time = "time={method: euler, steps: 4000, dt: 0.001, steady: %g}";
  char text[2][100];
  for (int k = 0; k < 2; k++) snprintf(text[k], sizeof text[k], time, k ? 1e-4 : 1e-8);
  cr_assert_not(flow(world, 1e7, text[0], "solver=null").steady);
  cr_assert(flow(world, 1e7, text[1], "solver=null").steady);
}

static tc_refinement_level verify(tc_world *world, double c) {
  static const tc_refinement_mesh mesh[] = {{"four", 4}};
  scene s;
  tc_refinement study = {0};
  scene_make(world, &s);
  scene_set(&s, "initial=0");
  set_number(&s, "exact=%.17g + x*x - y*y", c);
  set_number(&s, "boundary={default: {kind: value, value: \"%.17g + x*x - y*y\"}}", c);
  const tc_refinement_options refine = {&s.choice, 1, mesh, 0, NULL, true};
  expect_ok(tc_refinement_run(&refine, &s.environment, world, &s.log, &study));
  const tc_refinement_level out = study.series[0].level[0];
  tc_refinement_free(&study);
  scene_free(&s);
  return out;
}

ParallelTest(constant, does_not_hide_errors_from_verify) {
  const tc_refinement_level a = verify(world, 0.0), b = verify(world, 1e7);
  cr_assert_gt(a.l2, 1e-6);
  cr_assert_float_eq(b.l2 / a.l2, 1.0, 1e-4, "%g, %g", a.l2, b.l2);
  cr_assert_float_eq(b.relative / a.relative, 1.0, 1e-4, "%g, %g", a.relative, b.relative);
}

static void open_bar(tc_world *world, scene *s) {
  scene_make(world, s);
  scene_set(s, "mesh.file=meshes/bar");
}

/* The boundary values are 1e7 and 1e7 + 1. The steady state must be between them, and the run must not warn
 * of an unreliable result. */
ParallelTest(constant, is_not_blamed_on_the_mesh) {
  if (world->ranks > 1) return;
  scene s;
  open_bar(world, &s);
  scene_set(&s, "initial=0");
  scene_set(&s, "boundary={markers: [{marker: 1, kind: value, value: 1e7}, "
                "{marker: 2, kind: value, value: \"1e7+1\"}]}");
  scene_set(&s, "time={method: steady, steps: null}");
  const reported r = report(&s);
  cr_assert_not(r.blames_mesh, "%.9g to %.9g", r.range[0], r.range[1]);
  cr_assert(r.range[0] > 1e7 && r.range[1] < 1e7 + 1.0);
  scene_free(&s);
}

/* Simulates a pressure drop of 100 Pa in a reservoir at 1e7 Pa, which is 1e-5 of the values. The solver and
 * the balance must nevertheless be accurate. */
ParallelTest(constant, of_a_reservoir) {
  if (world->ranks > 1) return;
  scene s;
  open_bar(world, &s);
  scene_set(&s, "initial=1e7");
  scene_set(&s, "boundary={markers: [{marker: 2, kind: value, value: \"1e7-100\"}]}");
  scene_set(&s, "time={method: implicit, steps: 500, dt: 0.01}");
  const reported r = report(&s);
  cr_assert(r.median >= 13 && r.median <= 17, "%d iterations", (int)r.median);
  cr_assert_float_eq(r.change, -252.193, 5e-4, "%.9g", r.change);
  cr_assert(fabs(r.defect) < 2e-4 && r.error < 1e-6, "%g, %g", r.defect, r.error);
  scene_free(&s);
}

/* A weak flux heats rock of 300 K by only 0.0036 K near one end of a bar. The error of the balance must
 * remain small. */
ParallelTest(constant, of_warm_rock) {
  if (world->ranks > 1) return;
  scene s;
  open_bar(world, &s);
  scene_set(&s, "initial=300");
  scene_set(&s, "diffusion={tensor: 1e-6}");
  scene_set(&s, "boundary={markers: [{marker: 2, kind: flux, value: 1e-8}]}");
  scene_set(&s, "time={method: implicit, steps: 2000, dt: 60}");
  const reported r = report(&s);
  cr_assert_float_eq(r.range[1] - r.range[0], 0.0036, 1e-4, "%g", r.range[1] - r.range[0]);
  cr_assert_lt(r.error, 1e-6);
  scene_free(&s);
}

/* Computes the steady state for a pressure difference of 1 Pa in addition to one atmosphere. The error must
 * be small compared with the 1 Pa. */
ParallelTest(constant, of_an_atmosphere) {
  if (world->ranks > 1) return;
  scene s;
  open_bar(world, &s);
  scene_set(&s, "initial=0");
  scene_set(&s, "boundary={markers: [{marker: 1, kind: value, value: 101325}, "
                "{marker: 2, kind: value, value: 101326}]}");
  scene_set(&s, "time={method: steady, steps: null}");
  scene_set(&s, "exact=101325+x/10");
  const reported r = report(&s);
  cr_assert_lt(r.largest, 1e-5, "%g", r.largest);
  cr_assert_lt(r.error, 1e-6);
  scene_free(&s);
}

/* Without inflow and source, differences of 1e-3 at values of 1e7 are close to the rounding errors of the
 * values. The run must warn that its balance is inaccurate. */
ParallelTest(constant, hides_the_balance_of_a_closed_run) {
  scene s;
  scene_make(world, &s);
  scene_set(&s, "initial=1e7+1e-3*x");
  scene_set(&s, "time={method: euler, steps: 100}");
  const reported r = report(&s);
  cr_assert_gt(r.error, 1e-6, "%g", r.error);
  cr_assert(scene_said(&s, "it is as small as the rounding of the values"), "no warning of an error of %g",
            r.error);
  scene_free(&s);
}
