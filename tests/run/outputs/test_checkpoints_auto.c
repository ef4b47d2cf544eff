/* Tests of resumed runs with time.method: auto. They must continue with the method in the checkpoint and not
 * choose again. */
#include "run/outputs/checkpoint_case.h"

TestSuite(checkpoints_auto, .init = tc_snapshot_prepare);

/* Collective. Creates the scene of a run that chooses rkl2, with a history, snapshots and checkpoints. */
static void make_scene(tc_world *world, scene *s) {
  char text[500];
  scene_make(world, s);
  scene_set(s, "initial=\"exp(-((x-0.1)^2+y^2)/0.05)\"");
  scene_set(s, "time={method: auto, end: 5, steps: null, tolerance: 1e-2}");
  scene_set(s, "diffusion.scheme=two-point");
  snprintf(text, sizeof text, "history={file: %s/h.csv, every: 2}", s->f.path);
  scene_set(s, text);
  snprintf(text, sizeof text, "snapshots={file: %s/s.h5}", s->f.path);
  scene_set(s, text);
  enable_checkpoints(s, "");
}

/* Collective. Interrupts a run after this step. */
static void interrupt(scene *s, int64_t step) {
  uint64_t hash;
  expect_error(outputs_run(s, step, SIGTERM, &hash), TC_STOPPED, "stopped by SIGTERM");
  s->choice.force = false;
  s->choice.resume = true;
}

ParallelTest(checkpoints_auto, the_method_of_the_checkpoint) {
  scene s;
  uint64_t wanted, found = 1;
  make_scene(world, &s);
  expect_ok(outputs_run(&s, 0, 0, &wanted));
  output_texts whole = read_outputs(&s);
  cr_assert(scene_said(&s, "time.method auto: rkl2 ("), "%s", s.said);
  remove_outputs(&s);
  s.choice.force = true;
  interrupt(&s, 4);
  s.log.level = TC_LOG_VERBOSE;
  expect_ok(outputs_run(&s, 0, 0, &found));
  cr_assert(scene_said(&s, "time.method auto: rkl2, as in "), "%s", s.said);
  cr_assert_eq(found, wanted);
  expect_same_outputs(&s, &whole, "auto");
  free_outputs(&whole);
  scene_free(&s);
}

/* A resumed run must not change the key time.method from auto to a method, because a new choice could differ
 * from the method so far. */
ParallelTest(checkpoints_auto, another_key_is_refused) {
  scene s;
  uint64_t hash;
  make_scene(world, &s);
  interrupt(&s, 4);
  scene_set(&s, "time.method=rkl2");
  expect_error(outputs_run(&s, 0, 0, &hash), TC_USAGE, "time.method is 'rkl2' now and was 'auto' then");
  scene_free(&s);
}

/* A run that resumes with a later end must continue with the method in the checkpoint. */
ParallelTest(checkpoints_auto, an_extended_run) {
  scene s;
  uint64_t hash;
  make_scene(world, &s);
  interrupt(&s, 4);
  scene_set(&s, "time.end=6");
  expect_ok(outputs_run(&s, 0, 0, &hash));
  cr_assert(scene_said(&s, "time.method auto: rkl2, as in ") && scene_said(&s, "had time.end 5"), "%s",
            s.said);
  scene_free(&s);
}
