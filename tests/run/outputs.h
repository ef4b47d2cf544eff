/* A run with all that it writes, as `tetracast run` makes it, that may be interrupted at a step. */
#ifndef TC_TESTS_RUN_OUTPUTS_H
#define TC_TESTS_RUN_OUTPUTS_H

#include <signal.h>

#include "run/checkpoints.h"
#include "run/residuals.h"
#include "run/scene.h"
#include "run/snapshots.h"

typedef struct outputs {
  tc_run_checkpoints checkpoints;
  tc_run_snapshots snapshots;
  tc_run_history history;
  tc_run_residuals residuals;
  int64_t signal_at; /* a rank gets SIGUSR1 after this step, or SIGTERM */
  int rank, signal;
} outputs;

static inline bool outputs_due(const tc_hook *hook, const tc_instant *now) {
  return now->step == ((const outputs *)hook->self)->signal_at;
}

/* Asked before the checkpoints look whether anybody has been. */
static inline tc_status outputs_signal(void *self, const tc_instant *now) {
  const outputs *o = self;
  const tc_session *s = o->checkpoints.session;
  (void)now;
  if (s->world->rank == o->rank % s->world->ranks) raise(o->signal);
  return TC_OK;
}

static inline int outputs_hooks(tc_session *s, outputs *o, tc_hook *hook) {
  int hooks = tc_run_snapshots_hooks(s, &o->snapshots, &o->history, hook);
  hooks += tc_run_residuals_hooks(&o->residuals, hook + hooks);
  if (o->signal)
    hook[hooks++] = (tc_hook){.self = o, .due = outputs_due, .pause = outputs_signal, .blind = true};
  hooks += tc_run_checkpoints_hooks(&o->checkpoints, hook + hooks);
  if (o->signal) o->checkpoints.next = o->signal_at; /* the first look */
  return hooks;
}

/* Collective. */
static inline tc_status outputs_perform(scene *s, tc_session *session, outputs *o) {
  tc_hook hook[TC_SESSION_HOOKS];
  TC_TRY(scene_open(s, session));
  TC_TRY(tc_run_checkpoints_prepare(session, &o->checkpoints));
  o->snapshots.earlier = tc_run_checkpoints_snapshots(&o->checkpoints);
  TC_TRY(tc_run_snapshots_prepare(session, &o->snapshots));
  tc_run_checkpoints_name(&o->checkpoints, tc_run_snapshots_name(&o->snapshots));
  TC_TRY(tc_run_history_prepare(session));
  TC_TRY(tc_run_residuals_prepare(session));
  TC_TRY(tc_session_set_up(session, 65536));
  TC_TRY(tc_run_checkpoints_create(session, &o->checkpoints));
  TC_TRY(tc_run_history_create(session, &o->history));
  TC_TRY(tc_run_snapshots_create(session, tc_run_history_in_file(&o->history), &o->snapshots));
  TC_TRY(tc_run_residuals_create(session, &o->residuals));
  const int hooks = outputs_hooks(session, o, hook);
  TC_TRY(tc_session_march(session, tc_strategy_find("condensed"), 65536, hook, hooks));
  TC_TRY(tc_run_snapshots_finish(session, &o->snapshots));
  TC_TRY(tc_run_history_finish(session, &o->history));
  return tc_run_residuals_finish(session, &o->residuals);
}

/* Collective: a whole run with what the scene says; *hash: of its final field, on the root. */
static inline tc_status outputs_run(scene *s, int64_t signal_at, int signal, uint64_t *hash) {
  tc_session session = {0};
  outputs o = {.signal_at = signal_at, .signal = signal, .rank = 1};
  const tc_status status = outputs_perform(s, &session, &o);
  if (!status) *hash = session.results.result[0].field.hash;
  tc_run_snapshots_release(&session, &o.snapshots);
  tc_run_history_release(&session, &o.history);
  tc_run_residuals_release(&session, &o.residuals);
  tc_run_checkpoints_release(&o.checkpoints);
  tc_session_close(&session);
  MPI_Barrier(s->world->comm);
  return status;
}

#endif
