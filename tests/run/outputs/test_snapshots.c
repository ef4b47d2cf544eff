#include "run/outputs/snapshots.h"

#include <unistd.h>

#include "run/run_case.h"
#include "run/session/strategy_choice.h"

TestSuite(snapshots, .init = tc_snapshot_prepare);

/* Performs a run and publishes its snapshots, or returns the first error. */
static tc_status perform(scene *s, tc_session *session, tc_run_snapshots *snapshots) {
  tc_run_history no_history = {0};
  tc_run_observers observers = {0};
  const tc_strategy *strategy = NULL;
  TC_TRY(scene_open(s, session));
  TC_TRY(tc_run_snapshots_prepare(&session->plan, snapshots));
  TC_TRY(tc_session_set_up(session, 65536));
  TC_TRY(tc_run_snapshots_create(&session->plan, &session->prepared, NULL, snapshots));
  tc_plan_free_mesh(&session->plan);
  TC_TRY(tc_forecasts_select_strategy(&session->forecasts, &strategy));
  tc_run_snapshots_observe(&session->prepared, snapshots, &no_history, &observers);
  TC_TRY(tc_session_run(session, strategy, 65536, &observers));
  return tc_run_snapshots_publish(&session->plan, snapshots);
}

static bool is_there(const scene *s, const char *name) {
  char path[400];
  file_path(&s->f, name, path);
  return access(path, F_OK) == 0;
}

/* Collective. Performs a run that writes snapshots.h5. Adds the override `override`, which may be NULL. */
static tc_status run(scene *s, const char *override) {
  char path[400], file[450];
  tc_session session = {0};
  tc_run_snapshots snapshots = {0};
  file_path(&s->f, "snapshots.h5", path);
  snprintf(file, sizeof file, "snapshots={file: %s, every: 1}", path);
  s->choice.overrides = 0;
  scene_set(s, file);
  if (override) scene_set(s, override);
  tc_status status = perform(s, &session, &snapshots);
  tc_run_snapshots_free(&session.plan, &snapshots);
  tc_session_close(&session);
  MPI_Barrier(tc_world_comm(s->world));
  return status;
}

ParallelTest(snapshots, a_run_that_ends_well_leaves_its_files_and_no_others) {
  scene s;
  scene_make(world, &s);
  expect_ok(run(&s, NULL));
  cr_assert(is_there(&s, "snapshots.h5") && is_there(&s, "snapshots.xdmf"));
  cr_assert(!is_there(&s, "snapshots.xdmf.lock") && !is_there(&s, "snapshots.new.h5"));
  expect_ok(run(&s, "initial=2"));
  cr_assert(scene_said(&s, "exists: this run writes"), "%s", s.said);
  cr_assert(is_there(&s, "snapshots.h5") && !is_there(&s, "snapshots.new.h5"));
  scene_free(&s);
}

/* A failed run must not change the snapshots of an earlier run. The new snapshots are in snapshots.new.h5,
 * and the log must name this file. */
ParallelTest(snapshots, a_run_that_fails_destroys_nothing) {
  scene s;
  scene_make(world, &s);
  expect_ok(run(&s, NULL));
  expect_error(run(&s, "time.dt=1e9"), TC_NUMERICAL, "time.dt");
  cr_assert(is_there(&s, "snapshots.h5") && !is_there(&s, "snapshots.xdmf.lock"));
  cr_assert(world->rank > 0 || !scene_said(&s, " was not replaced"), "nothing was written yet: %s", s.said);
  scene_free(&s);

  tc_session session = {0};
  tc_run_snapshots snapshots = {0};
  scene_make(world, &s);
  expect_ok(run(&s, NULL));
  expect_ok(scene_open(&s, &session));
  expect_ok(tc_run_snapshots_prepare(&session.plan, &snapshots));
  expect_ok(tc_session_set_up(&session, 65536));
  expect_ok(tc_run_snapshots_create(&session.plan, &session.prepared, NULL, &snapshots));
  tc_run_history no_history = {0};
  tc_run_observers observers = {0};
  tc_run_snapshots_observe(&session.prepared, &snapshots, &no_history, &observers);
  cr_assert_eq(observers.hooks, 1);
  expect_ok(tc_session_run(&session, tc_strategy_find("condensed"), 65536, &observers));
  tc_run_snapshots_free(&session.plan, &snapshots); /* the run ends as if another part of it had failed */
  cr_assert(scene_said(&s, " was not replaced, and the new snapshots are in "), "%s", s.said);
  MPI_Barrier(tc_world_comm(world));
  cr_assert(is_there(&s, "snapshots.h5") && is_there(&s, "snapshots.new.h5"));
  tc_session_close(&session);
  scene_free(&s);
}

ParallelTest(snapshots, a_field_that_is_no_solution_is_not_written) {
  scene s;
  scene_make(world, &s);
  if (world->ranks > 1)
    expect_error(run(&s, "strategy=none"), TC_USAGE, "is not a solution");
  else
    expect_ok(run(&s, "strategy=none"));
  cr_assert_eq(is_there(&s, "snapshots.h5"), world->ranks == 1);
  scene_free(&s);
}

/* A snapshot file must not replace an input file. The error is returned on all ranks. */
ParallelTest(snapshots, a_place_that_is_read_is_refused) {
  char mesh[500];
  scene s;
  scene_make(world, &s);
  snprintf(mesh, sizeof mesh, "snapshots.file=%s.node", s.f.base);
  expect_error(run(&s, mesh), TC_USAGE, "are the same file");
  scene_free(&s);
}

ParallelTest(snapshots, none_are_none) {
  scene s;
  tc_session session = {0};
  tc_run_snapshots snapshots = {0};
  scene_make(world, &s);
  expect_ok(perform(&s, &session, &snapshots));
  cr_assert(snapshots.snapshot == NULL && snapshots.paths.path == NULL);
  tc_run_snapshots_free(&session.plan, &snapshots);
  tc_session_close(&session);
  scene_free(&s);
}
