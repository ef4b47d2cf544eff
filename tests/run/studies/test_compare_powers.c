#include "run/studies/compare_powers.h"

#include "run/run_case.h"

static void begin(tc_world *world, scene *s, const char *time) {
  scene_make(world, s);
  scene_set(s, "initial=cos(pi*x)*cos(pi*y)");
  scene_set(s, "time={steps: 3}");
  scene_set(s, time);
}

static tc_status run(const scene *s, tc_session *session, int count, const int32_t *powers,
                     tc_powers_study *study) {
  const tc_powers_comparison options = {count, powers, 2};
  TC_TRY(tc_session_open(&s->choice, &s->environment, s->world, &s->log, session));
  return tc_powers_comparison_run(session, &options, study);
}

/* `powers` is the number of RK stages in one pass through the matrix. The study must have a row of explicit
 * Euler, a row with one stage per pass, and rows with 2 and 5. All rows but that of explicit Euler must have
 * the same field. */
ParallelTest(powers, numbers_are_compared_with_single_stages) {
  static const int32_t powers[] = {1, 2, 5};
  static const int wanted[] = {0, 1, 2, 5};
  scene s;
  tc_session session = {0};
  tc_powers_study study = {0};
  begin(world, &s, "time.method=rkl2");
  scene_set(&s, "time.dt=0.002");
  scene_set(&s, "powers=3");
  expect_ok(run(&s, &session, 3, powers, &study));
  cr_assert_eq(study.count, 4);
  cr_expect(study.rounds == 2 && study.steps == 3 && study.stages >= 2 && study.chosen == 3);
  for (int k = 0; k < study.count; k++) {
    const tc_powers_run *r = &study.run[k];
    cr_expect_eq(r->powers, wanted[k]);
    cr_expect_eq(r->stages, 3 * study.stages);
    cr_expect(r->stage_s.low > 0.0 && r->stage_s.low <= r->stage_s.middle &&
              r->stage_s.middle <= r->stage_s.high);
    cr_expect(r->ratio.low <= r->ratio.middle && r->ratio.middle <= r->ratio.high);
    cr_expect_eq(r->hash == study.run[1].hash, k > 0);
  }
  cr_expect(study.run[1].ratio.low == 1.0 && study.run[1].ratio.high == 1.0);
  tc_pool_free(&study.pool);
  tc_session_close(&session);
  scene_free(&s);
}

static void expect_refused(scene *s, int32_t powers, const char *part) {
  tc_session session = {0};
  tc_powers_study study = {0};
  expect_error(run(s, &session, 1, &powers, &study), TC_USAGE, part);
  tc_pool_free(&study.pool);
  tc_session_close(&session);
  scene_free(s);
}

ParallelTest(powers, other_methods_strategies_and_numbers_are_refused) {
  scene s;
  begin(world, &s, "time.method=euler");
  expect_refused(&s, 2, "euler has no stages: set it to rkl2 or rkc2 for --powers");
  begin(world, &s, "time={method: rkl2, dt: auto, steps: null, end: 0.1}");
  expect_refused(&s, 2, "auto gives steps different numbers of stages: set it");
  begin(world, &s, "time={method: rkl2, steps: 3, dt: 0.002}");
  scene_set(&s, "strategy=fine");
  expect_refused(&s, 2, "fine reads values of other ranks during the product");
  begin(world, &s, "time={method: rkl2, steps: 3, dt: 0.002}");
  expect_refused(&s, 17, "--powers: 17 is out of range: expected 1 .. 16");
}
