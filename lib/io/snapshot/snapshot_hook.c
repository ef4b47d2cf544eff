#include "io/snapshot/snapshot_hook.h"

/* Writes a snapshot. The first one is written before the timing of the steps begins and is logged as its own
 * phase. A steady solve has no time, so its step number is written as time, because some readers distinguish
 * snapshots by time. */
static tc_status write_due_snapshot(void *self, const tc_run_state *now) {
  const tc_log_phase phase =
      tc_log_begin_phase(now->step == 0 ? now->log : NULL, "writing the first snapshot");
  const double time = now->time > 0.0 ? now->time : (double)now->step;
  TC_TRY(tc_snapshot_write(self, now->step, time, now->value));
  tc_log_end_phase(&phase);
  return TC_OK;
}

static tc_status list_snapshot_restart(void *self, tc_restart_list *list) {
  return tc_snapshot_list_restart(self, list);
}

static tc_status flush_snapshot(void *self) { return tc_snapshot_flush(self); }

static tc_status resume_snapshot(void *self, const tc_run_state *now) {
  (void)now;
  return tc_snapshot_resume(self);
}

tc_hook tc_snapshot_hook(tc_snapshot *snapshot, int64_t every) {
  return (tc_hook){.self = snapshot,
                   .every = every,
                   .is_due = tc_hook_is_periodic,
                   .list_restart = list_snapshot_restart,
                   .flush = flush_snapshot,
                   .resume = resume_snapshot,
                   .run = write_due_snapshot,
                   .publishes_field = true};
}
