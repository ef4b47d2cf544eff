/* Tests of sessions with error control. The steps and the bits of the field must not depend on ranks and
 * strategy. Other tests check the report. */
#include <math.h>

#include "run/run_case.h"

static const char *const methods[] = {"time={method: rkl2, dt: auto, end: 0.3, steps: null}",
                                      "time={method: rkc2, dt: auto, end: 0.3, steps: null}",
                                      "time={method: implicit, end: 0.3, steps: null, tolerance: 1e-2}"};

/* Runs the scene on this rank alone. Returns the record of the steps, and the hash of the field in *hash. */
static tc_error_control_record run_alone(const char *method, const char *scheme, uint64_t *hash) {
  tc_world *self = NULL;
  scene s;
  tc_session session = {0};
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  scene_make(self, &s);
  scene_set(&s, method);
  scene_set(&s, scheme);
  scene_begin(&s, &session);
  *hash = run_session(&session, "condensed", 65536)->field.hash;
  const tc_error_control_record record = session.run.controlled;
  tc_session_close(&session);
  scene_free(&s);
  tc_world_destroy(&self);
  return record;
}

static void expect_same_steps(const tc_error_control_record *a, const tc_error_control_record *b) {
  cr_assert(a->steps == b->steps && a->rejected == b->rejected && a->products == b->products);
  cr_assert(a->last.time == b->last.time && a->last.dt == b->last.dt && a->last.error == b->last.error);
  cr_assert(a->largest_error == b->largest_error && a->axis_ratio == b->axis_ratio);
}

/* With each strategy, a run must have the steps and the field of a run on one rank. Each run also compares
 * the counts of its last step with their forecast. */
ThreadedTest(session_controlled, one_field_on_any_ranks_and_with_any_strategy) {
  static const char *const scheme[] = {"diffusion.scheme=gradient", "diffusion.scheme=two-point",
                                       "diffusion.scheme=two-point"};
  for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
    scene s;
    tc_session session = {0};
    uint64_t hash = 0;
    const tc_error_control_record alone = run_alone(methods[k], scheme[k], &hash);
    scene_make(world, &s);
    scene_set(&s, methods[k]);
    scene_set(&s, scheme[k]);
    scene_begin(&s, &session);
    expect_ok(tc_forecasts_compute(&session.forecasts, NULL));
    for (int i = 0; i < tc_strategy_count(); i++) {
      const tc_strategy *strategy = tc_strategy_at(i);
      if (!tc_strategy_is_valid(strategy)) continue;
      cr_assert_eq(run_session(&session, strategy->name, 65536)->field.hash, hash, "%s %s", methods[k],
                   strategy->name);
      expect_same_steps(&session.run.controlled, &alone);
    }
    cr_assert_eq(tc_run_end_time(&session.run), 0.3);
    tc_session_close(&session);
    scene_free(&s);
  }
}

/* The number of evaluations of the forcing depends on the attempts and RK stages of each step, so no forecast
 * may contain this number. */
ParallelTest(session_controlled, forcing_has_no_forecast_counts) {
  for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
    scene s;
    tc_session session = {0};
    scene_make(world, &s);
    scene_set(&s, methods[k]);
    scene_set(&s, "diffusion.scheme=two-point");
    scene_set(&s, "boundary.markers=[{marker: 1, kind: value, value: 'sin(3*t)+y'}]");
    scene_set(&s, "source='cos(t)-0.1*v'");
    scene_begin(&s, &session);
    expect_ok(tc_forecasts_compute(&session.forecasts, NULL));
    const tc_result *result = run_session(&session, "condensed", 65536);
    cr_assert(world->rank > 0 || result->measured[0].ledger.count.source_cells > 0);
    tc_session_close(&session);
    scene_free(&s);
  }
}

/* The number of steps is unknown before the run. The report must contain the number that the run made. */
ParallelTest(session_controlled, the_report_states_the_steps) {
  scene s;
  tc_session session = {0};
  tc_report report;
  scene_make(world, &s);
  scene_set(&s, methods[0]);
  scene_begin(&s, &session);
  const tc_setup_choices *choices = &session.prepared.choices;
  cr_assert(choices->step.steps == 0 && choices->spans.count == 0 && choices->control.tolerance == 1e-3);
  cr_assert_eq(choices->step.dt, choices->control.unit);
  cr_assert_float_eq(choices->control.rate * choices->control.unit, 2.0, 1e-15);
  cr_assert(choices->control.most_stages >= 40 && choices->stable_step.stages == 40);
  const tc_result *result = run_session(&session, "condensed", 65536);
  const tc_error_control_record *record = &session.run.controlled;
  tc_session_report(&session, &report);
  cr_assert(report.steps == record->steps && report.steps > 3 && report.time == 0.3 && report.dt == 0.0);
  cr_assert(report.run.controlled == record && report.run.control == &choices->control);
  cr_assert_eq(result->stages, (int)(record->products / record->steps));
  cr_assert(scene_said(&s, "the number of steps is unknown before the run"), "%s", s.said);
  cr_assert(scene_said(&s, " rejected) of "), "%s", s.said);
  tc_session_close(&session);
  scene_free(&s);
}

/* The number of steps is unknown before the run, so there must be no forecast of all steps. */
ParallelTest(session_controlled, the_job_has_no_forecast) {
  scene s;
  tc_session session = {0};
  tc_step_forecast *step;
  scene_make(world, &s);
  scene_set(&s, methods[0]);
  scene_begin(&s, &session);
  expect_ok(tc_forecasts_compute(&session.forecasts, NULL));
  cr_assert_not(tc_forecasts_has_steps(&session.forecasts));
  step = tc_forecasts_find(&session.forecasts, tc_strategy_find("condensed"));
  cr_assert(step->is_computed);
  tc_session_close(&session);
  scene_free(&s);
}
