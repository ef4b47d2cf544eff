/* Tests of resumed runs with error control. The number of steps of such a run is unknown, so the tests
 * interrupt a run at an early step that it certainly reaches. */
#include "run/outputs/checkpoint_case.h"

TestSuite(checkpoints_controlled, .init = tc_snapshot_prepare);

static const char *const methods[] = {"time={method: rkl2, dt: auto, end: 0.3, steps: null, tolerance: 1e-5}",
                                      "time={method: implicit, end: 0.3, steps: null, tolerance: 1e-3}"};
enum { methods_count = sizeof methods / sizeof *methods };

/* Collective. Creates the scene of a run with a history, snapshots and checkpoints. */
static void make_scene(tc_world *world, const char *method, scene *s) {
  char text[500];
  scene_make(world, s);
  scene_set(s, method);
  scene_set(s, "diffusion.scheme=two-point"); /* needs no search for a stable step */
  snprintf(text, sizeof text, "history={file: %s/h.csv, every: 2}", s->f.path);
  scene_set(s, text);
  snprintf(text, sizeof text, "snapshots={file: %s/s.h5}", s->f.path);
  scene_set(s, text);
  enable_checkpoints(s, "");
}

/* Collective. Performs an uninterrupted run and returns its output files. Sets --force, so that the next run
 * starts over. */
static output_texts run_whole(scene *s, uint64_t *hash) {
  expect_ok(outputs_run(s, 0, 0, hash));
  const output_texts out = read_outputs(s);
  remove_outputs(s);
  s->choice.force = true;
  return out;
}

/* Collective. Interrupts a run after this step. */
static void interrupt(scene *s, int64_t step, const char *message) {
  uint64_t hash;
  expect_error(outputs_run(s, step, SIGTERM, &hash), TC_STOPPED, message);
  s->choice.force = false;
  s->choice.resume = true;
}

ParallelTest(checkpoints_controlled, a_resumed_run_has_the_bits_of_an_uninterrupted_one) {
  for (int m = 0; m < methods_count; m++) {
    scene s;
    uint64_t wanted, found = 1;
    make_scene(world, methods[m], &s);
    output_texts whole = run_whole(&s, &wanted);
    interrupt(&s, 0, "stopped by SIGTERM after step 0, t = 0 of 0.3: use --resume");
    interrupt(&s, 4, "stopped by SIGTERM after step 4, t = ");
    interrupt(&s, 7, "of 0.3: use --resume to continue");
    expect_ok(outputs_run(&s, 0, 0, &found));
    cr_assert_eq(found, wanted, "%s", methods[m]);
    expect_same_outputs(&s, &whole, methods[m]);
    expect_ok(outputs_run(&s, 0, 0, &found));
    cr_assert(scene_said(&s, "the run is complete (t = 0.3): increase time.end"), "%s", s.said);
    cr_assert_eq(found, wanted, "%s", methods[m]);
    free_outputs(&whole);
    scene_free(&s);
  }
}

/* All ranks perform the first part of the run, and the root alone resumes the run. */
ParallelTest(checkpoints_controlled, the_number_of_ranks_may_change) {
  scene s;
  uint64_t wanted, found = 1;
  make_scene(world, methods[0], &s);
  output_texts whole = run_whole(&s, &wanted);
  interrupt(&s, 5, "stopped by SIGTERM");
  MPI_Comm alone;
  MPI_Comm_split(tc_world_comm(world), world->rank, 0, &alone);
  if (world->rank == 0) {
    tc_world *single = NULL;
    expect_ok(tc_world_create(alone, 0, &single));
    s.world = single;
    expect_ok(outputs_run(&s, 0, 0, &found));
    cr_assert_eq(found, wanted);
    expect_same_outputs(&s, &whole, "one rank");
    tc_world_destroy(&single);
    s.world = world;
  }
  MPI_Comm_free(&alone);
  free_outputs(&whole);
  scene_free(&s);
}

/* Performs the resumed run with another override and expects an error. */
static void expect_refused(scene *s, const char *override, const char *message) {
  uint64_t hash;
  scene_set(s, override);
  expect_error(outputs_run(s, 0, 0, &hash), TC_USAGE, message);
  s->choice.overrides--;
}

ParallelTest(checkpoints_controlled, other_steps_are_refused) {
  scene s;
  make_scene(world, methods[0], &s);
  interrupt(&s, 6, "stopped by SIGTERM");
  expect_refused(&s, "time.tolerance=1e-4", "time.tolerance is '0.0001' now and was '1e-05' then");
  expect_refused(&s, "time.absolute=1", "time.absolute is '1' now and was '0' then");
  expect_refused(&s, "time.method=rkc2", "time.method is 'rkc2' now and was 'rkl2' then");
  expect_refused(&s, "time.end=1e-5", "time.end=1e-5: t = 1e-05 is before t = ");
  expect_refused(&s, "time={dt: 0.01, tolerance: null}",
                 "time.tolerance is '0.001' now and was '1e-05' then");
  scene_free(&s);
}

/* A run with fixed steps must not be resumed with error control, or the reverse. */
ParallelTest(checkpoints_controlled, error_control_does_not_change) {
  static const struct {
    const char *first, *then, *message;
  } pairs[] = {
      {"time={method: rkl2, dt: 0.01, end: 0.3, steps: null}", "time.dt=auto",
       "has steps of a fixed size, but this run has error control: set time.dt to the size"},
      {"time={method: rkl2, end: 0.3, steps: null}", "time.dt=0.01",
       "has steps with error control, but this run has steps of a fixed size: set time.dt to auto, or"},
  };
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
    scene s;
    make_scene(world, pairs[k].first, &s);
    interrupt(&s, 6, "stopped by SIGTERM");
    expect_refused(&s, pairs[k].then, pairs[k].message);
    scene_free(&s);
  }
}

/* A run that resumes with a later end must report that its steps may differ from those of one long run. All
 * runs that resume from it must report the same. */
ParallelTest(checkpoints_controlled, an_extended_run_is_reported) {
  scene s;
  uint64_t hash, again = 1;
  make_scene(world, methods[0], &s);
  expect_ok(outputs_run(&s, 0, 0, &hash));
  s.choice.resume = true;
  scene_set(&s, "time.end=0.5");
  expect_ok(outputs_run(&s, 0, 0, &hash));
  cr_assert(scene_said(&s, "had time.end 0.3: the result may differ from that of an uninterrupted run to t = "
                           "0.5, because steps before an end are shortened"),
            "%s", s.said);
  tc_session session = {0};
  outputs o = {.signal = 0};
  expect_ok(outputs_perform(&s, &session, &o));
  again = session.results.result[0].field.hash;
  cr_assert(!session.prepared.choices.is_one_go && again == hash);
  cr_assert_eq(session.prepared.choices.output.shortened, 0); /* there are no output times */
  tc_run_outputs_free(&session.plan, &o.all);
  tc_session_close(&session);
  scene_free(&s);
}
