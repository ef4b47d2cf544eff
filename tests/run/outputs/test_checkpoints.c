#include "run/outputs/checkpoints.h"

#include "run/outputs/checkpoint_case.h"

TestSuite(checkpoints, .init = tc_snapshot_prepare);

/* Each run is interrupted twice and resumed twice. Its field, history, residuals and snapshots must equal
 * those of an uninterrupted run. */
ParallelTest(checkpoints, a_run_goes_on_as_if_it_had_never_stopped) {
  for (int kind = 0; kind < kinds_count; kind++) {
    scene s;
    uint64_t wanted, found = 1;
    output_texts undisturbed = run_undisturbed(world, kind, "", &s, &wanted);
    expect_error(outputs_run(&s, 5, SIGUSR1, &found), TC_STOPPED, "stopped by SIGUSR1 after step 5 of");
    cr_assert_eq(count_checkpoints(&s), 1);
    s.choice.resume = true;
    expect_error(outputs_run(&s, 9, SIGTERM, &found), TC_STOPPED, "stopped by SIGTERM after step 9 of");
    expect_ok(outputs_run(&s, 0, 0, &found));
    cr_assert_eq(found, wanted, "kind %d: another field", kind);
    expect_same_outputs(&s, &undisturbed, kinds[kind][0]);
    free_outputs(&undisturbed);
    scene_free(&s);
  }
}

/* All ranks perform the first part of the run, and the root alone resumes the run. The number of ranks must
 * not change the results. */
ParallelTest(checkpoints, the_number_of_ranks_may_change) {
  if (world->ranks == 1) return;
  for (int kind = 0; kind < kinds_count; kind++) {
    scene s;
    uint64_t wanted, found = 1;
    output_texts undisturbed = run_undisturbed(world, kind, "", &s, &wanted);
    expect_error(outputs_run(&s, 7, SIGUSR1, &found), TC_STOPPED, "stopped by SIGUSR1");
    MPI_Comm alone;
    MPI_Comm_split(tc_world_comm(world), world->rank, 0, &alone);
    if (world->rank == 0) {
      tc_world *single = NULL;
      expect_ok(tc_world_create(alone, 0, &single));
      s.world = single;
      s.choice.resume = true;
      expect_ok(outputs_run(&s, 0, 0, &found));
      cr_assert_eq(found, wanted, "kind %d: another field", kind);
      expect_same_outputs(&s, &undisturbed, kinds[kind][0]);
      tc_world_destroy(&single);
      s.world = world;
    }
    MPI_Comm_free(&alone);
    free_outputs(&undisturbed);
    scene_free(&s);
  }
}

/* Checkpoints are written every 3 steps, and the run is interrupted at step 11. The test removes the last
 * checkpoint, so the run resumes from step 9. Snapshots, history rows and residuals of later steps must be
 * discarded and written again. To save time, an even number of ranks tests one half of the kinds, and an odd
 * number the other half. */
ParallelTest(checkpoints, steps_are_not_written_twice) {
  for (int kind = world->ranks % 2; kind < kinds_count; kind += 2) {
    scene s;
    uint64_t wanted, found = 1;
    output_texts undisturbed = run_undisturbed(world, kind, ", every: 3", &s, &wanted);
    expect_error(outputs_run(&s, 11, SIGUSR1, &found), TC_STOPPED, "step 11");
    if (world->rank == 0) file_write(&s.f, "c.11.h5", NULL);
    MPI_Barrier(tc_world_comm(world));
    s.choice.resume = true;
    expect_ok(outputs_run(&s, 0, 0, &found));
    cr_assert(scene_said(&s, ": step 9, t = "), "%s", s.said);
    cr_assert_eq(found, wanted, "kind %d: another field", kind);
    expect_same_outputs(&s, &undisturbed, kinds[kind][0]);
    free_outputs(&undisturbed);
    scene_free(&s);
  }
}

/* A run can resume from the checkpoint before its first step. A run can also resume after its last step,
 * which must change neither field nor files. */
ParallelTest(checkpoints, at_either_end) {
  scene s;
  uint64_t wanted, found = 1;
  output_texts undisturbed = run_undisturbed(world, 1, "", &s, &wanted);
  expect_error(outputs_run(&s, 0, SIGINT, &found), TC_STOPPED, "stopped by SIGINT after step 0 of 30");
  s.choice.resume = true;
  for (int twice = 0; twice < 2; twice++) {
    found = 1;
    expect_ok(outputs_run(&s, 0, 0, &found));
    cr_assert_eq(found, wanted);
    expect_same_outputs(&s, &undisturbed, "from either end");
  }
  free_outputs(&undisturbed);
  scene_free(&s);
}

/* If time.steps is increased, a completed run continues, and must have the field of one longer run. An error
 * occurs if time.steps is less than the number of steps made. */
ParallelTest(checkpoints, more_steps_than_there_were) {
  scene s;
  uint64_t wanted = 0, found = 1;
  make_checkpoint_scene(world, 2, &s);
  scene_set(&s, "time.steps=40");
  expect_ok(outputs_run(&s, 0, 0, &wanted));
  remove_outputs(&s);
  s.choice.overrides--;
  enable_checkpoints(&s, ", every: 8");
  expect_ok(outputs_run(&s, 0, 0, &found));
  cr_assert_eq(count_checkpoints(&s), 2);
  s.choice.resume = true;
  scene_set(&s, "time.steps=40");
  expect_ok(outputs_run(&s, 0, 0, &found));
  cr_assert_eq(found, wanted);
  scene_set(&s, "time.steps=39");
  expect_error(outputs_run(&s, 0, 0, &found), TC_USAGE, "39 steps are fewer than the 40 of ");
  scene_free(&s);
}

ParallelTest(checkpoints, time_is_up) {
  scene s;
  uint64_t found;
  make_checkpoint_scene(world, 0, &s);
  enable_checkpoints(&s, ", wall: 1e-9");
  expect_error(outputs_run(&s, 0, 0, &found), TC_STOPPED,
               "stopped by checkpoint.wall after step 0 of 30: use --resume to continue");
  s.choice.resume = true;
  expect_error(outputs_run(&s, 0, 0, &found), TC_STOPPED, "after step 1 of 30");
  scene_free(&s);
}

/* A run with --force fails before its first checkpoint. The checkpoint of the earlier run must still exist,
 * so that the earlier run can be resumed. */
ParallelTest(checkpoints, a_run_that_fails_leaves_another_one_to_go_on) {
  scene s;
  uint64_t wanted, found = 1;
  output_texts undisturbed = run_undisturbed(world, 3, "", &s, &wanted);
  expect_error(outputs_run(&s, 5, SIGUSR1, &found), TC_STOPPED, "step 5");
  scene_set(&s, "solver.most_iterations=1");
  s.choice.force = true;
  for (int k = 0; k < 2; k++) expect_error(outputs_run(&s, 0, 0, &found), TC_NUMERICAL, "most_iterations");
  s.choice.overrides--;
  s.choice.force = false;
  s.choice.resume = true;
  expect_ok(outputs_run(&s, 0, 0, &found));
  cr_assert_eq(found, wanted, "another field");
  expect_same_outputs(&s, &undisturbed, "after a run that has failed");
  free_outputs(&undisturbed);
  scene_free(&s);
}

/* The resumed run writes a new snapshot file and is interrupted before the first snapshot in it. Its
 * checkpoint must list this file, so that the run can be resumed again. */
ParallelTest(checkpoints, snapshots_of_another_name) {
  scene s;
  char text[500];
  uint64_t wanted, found = 1;
  output_texts undisturbed = run_undisturbed(world, 0, "", &s, &wanted);
  expect_error(outputs_run(&s, 5, SIGUSR1, &found), TC_STOPPED, "step 5");
  snprintf(text, sizeof text, "snapshots={file: %s/t.h5, every: 20}", s.f.path);
  scene_set(&s, text);
  s.choice.resume = true;
  expect_error(outputs_run(&s, 7, SIGUSR1, &found), TC_STOPPED, "step 7");
  expect_ok(outputs_run(&s, 0, 0, &found));
  cr_assert_eq(found, wanted);
  free_outputs(&undisturbed);
  scene_free(&s);
}
