/* Allocations of a session fail on one rank in one of three phases. Every rank must return the error without
 * waiting for other ranks. All memory must be released, which the runs with sanitizers check. */
#define _GNU_SOURCE
#include "support/out_of_memory.h"

#include "run/outputs/snapshots.h"
#include "run/run_case.h"
#include "run/session/strategy_choice.h"

TestSuite(short_memory, .init = tc_snapshot_prepare);

static tc_status perform(int phase, scene *s, tc_session *session, tc_run_snapshots *snapshots,
                         tc_run_history *history) {
  const tc_strategy *strategy = NULL;
  tc_run_observers observers = {0};
  switch (phase) {
  case 0:
    TC_TRY(scene_open(s, session));
    TC_TRY(tc_run_history_prepare(&session->plan));
    return tc_run_snapshots_prepare(&session->plan, snapshots);
  case 1:
    TC_TRY(tc_session_set_up(session, 50));
    TC_TRY(tc_run_history_create(&session->prepared, history));
    return tc_run_snapshots_create(&session->plan, &session->prepared, history, snapshots);
  default:
    TC_TRY(tc_forecasts_select_strategy(&session->forecasts, &strategy));
    tc_run_snapshots_observe(&session->prepared, snapshots, history, &observers);
    TC_TRY(tc_session_run(session, strategy, 50, &observers));
    TC_TRY(tc_run_snapshots_publish(&session->plan, snapshots));
    return tc_world_agree(session->plan.world, tc_history_file_close(&history->file));
  }
}

/* Performs a session in which allocation n of rank `poor` fails, counted from the beginning of `phase`.
 * Returns false if the phase has fewer allocations, in which case all phases must succeed. */
static bool one_failure(tc_world *world, int phase, int poor, long n) {
  scene s;
  tc_session session = {0};
  tc_run_snapshots snapshots = {0};
  tc_run_history history = {0};
  char file[100];
  tc_status status = TC_OK;
  scene_make(world, &s);
  scene_set(&s, "distribution.kind=cyclic");
  scene_set(&s, "strategy=auto");
  scene_set(&s, "exact=1+x");
  snprintf(file, sizeof file, "snapshots.file=%s/s.h5", s.f.path);
  scene_set(&s, file);
  snprintf(file, sizeof file, "history.file=%s/s.csv", s.f.path);
  scene_set(&s, file);
  scene_set(&s, "probes=[[0.5, 0.5, 0.5]]");
  const long left = world->rank == poor ? n : -1;
  short_memory_hit = false;
  for (int p = 0; p < 3 && !status; p++) {
    if (p == phase) short_memory_left = left;
    status = perform(p, &s, &session, &snapshots, &history);
    if (p == phase) short_memory_left = -1;
  }
  int hit = short_memory_hit;
  MPI_Allreduce(MPI_IN_PLACE, &hit, 1, MPI_INT, MPI_MAX, tc_world_comm(world));
  cr_assert_eq(status != NULL, hit, "phase %d: allocation %ld of rank %d fails, and here: %s", phase, n, poor,
               tc_status_text(status));
  if (hit) cr_assert(strstr(tc_status_text(status), "out of memory"), "%s", tc_status_text(status));
  tc_status_free(&status);
  tc_run_snapshots_free(&session.plan, &snapshots);
  tc_run_history_free(&session.plan, &history);
  tc_session_close(&session);
  scene_free(&s);
  return hit;
}

/* Only every 22nd, 14th or 4th allocation fails, because there are many. Runs on several ranks start at half
 * of this stride, so that they test other allocations than a run on one rank. Lower modules test their own
 * allocations, and the tests in faults/ let each allocation fail. */
ParallelTest(short_memory, every_phase_fails_on_all_ranks_and_closes) {
  static const long stride[] = {22, 14, 4};
  const int last = world->ranks - 1;
  for (int phase = 0; phase < 3; phase++)
    for (int poor = 0; poor <= last; poor += last ? last : 1) {
      long n = last ? stride[phase] / 2 : 0;
      while (one_failure(world, phase, poor, n)) n += stride[phase];
      cr_assert_gt(n, 2 * stride[phase], "phase %d", phase);
    }
}
