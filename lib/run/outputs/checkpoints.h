/* The checkpoints of a session: when they are written, what a run goes on from, and the signals and the time
 * at which it is interrupted. */
#ifndef TC_RUN_OUTPUTS_CHECKPOINTS_H
#define TC_RUN_OUTPUTS_CHECKPOINTS_H

#include "base/text/text.h"
#include "io/checkpoint/checkpoint.h"
#include "run/session/session.h"

/* Zeroed before use; stays empty when the config wishes for none. */
typedef struct tc_run_checkpoints {
  const tc_session *session;      /* borrowed */
  tc_checkpoint_paths paths;      /* root */
  tc_checkpoint_attributes facts; /* root: of this run; step and time are those of the last checkpoint */
  char *solution;
  char hash[17], cells[32], initial[17], matrix[17], dt[TC_TEXT_NUMBER], step[TC_CHECKPOINT_MARK],
      time[TC_TEXT_NUMBER], format[16];
  char spans[TC_STEP_SPANS_TEXT];

  bool reads_checkpoint;          /* from .. */
  char *from;                     /* .. this file: root */
  tc_checkpoint_mark mark;        /* .. which is of this: root */
  tc_checkpoint_attributes found; /* what it says: root */
  tc_resume_source resume;        /* what the session is told of it */
  tc_step_spans found_spans;      /* sizes of its steps so far */

  double written_s;   /* when the last one was written, or the run began */
  int64_t written;    /* its step; -1: none */
  int64_t next, gap;  /* the step at which ranks agree again, and how far that was from the last such, .. */
  int64_t iterations; /* .. or in a solve that is gone into, the iteration: so many were made here */
  double looked_s;    /* when they did so */
  bool due;           /* by the seconds since the last, agreed */
} tc_run_checkpoints;

/* All of it is collective, with errors on all ranks; in this order. */

/* After tc_session_open: takes the place. From now on SIGTERM, SIGINT and SIGUSR1 interrupt the run at a
 * step; after the last one they change nothing any more, so that what is to be finished is. Errors: TC_USAGE,
 * --resume without checkpoint.file, a strategy whose field is no solution; TC_OUTPUT. */
tc_status tc_run_checkpoints_prepare(tc_session *session, tc_run_checkpoints *out);

/* Once nobody else writes there: finds, for a run that is to go on (choice->resume), the latest checkpoint
 * that is whole and fits mesh and config; none there at all: the run begins with its first step. Errors:
 * TC_USAGE, a key that decides what is computed differs; TC_INPUT, no file is whole, another mesh, or restart
 * data of another format;
 * TC_OUTPUT, checkpoints of an earlier run are there and neither `resume` nor `force` was chosen. */
tc_status tc_run_checkpoints_find(tc_session *session, tc_run_checkpoints *checkpoints);

/* Not collective: the snapshot file that the run was writing, without its folder, NULL: none, or not the
 * root; and the one that it writes now, borrowed until the end. */
const char *tc_run_checkpoints_get_snapshot_file(const tc_run_checkpoints *checkpoints);
void tc_run_checkpoints_set_snapshot_file(tc_run_checkpoints *checkpoints, const char *snapshots);

/* Not collective, the root's, when all that the run writes is known: notes it, and sees to it that a run that
 * is to go on replaces nothing of another one. allowed: snapshots that may be there, NULL: none. Errors:
 * TC_OUTPUT; TC_INTERNAL out of memory. */
tc_status tc_run_checkpoints_check_outputs(tc_run_checkpoints *checkpoints, const char *allowed);

/* Not collective, the root's: once nobody else writes here, the rests of runs that were killed go. Errors:
 * TC_INTERNAL out of memory. */
tc_status tc_run_checkpoints_remove_stale(tc_run_checkpoints *checkpoints);

/* After tc_session_set_up. Errors: TC_USAGE when initial field or matrix are not those of the checkpoint. */
tc_status tc_run_checkpoints_create(tc_session *session, tc_run_checkpoints *checkpoints);

/* The hooks, to be the last of the caller's: hook[2]; returns how many there are. They write every
 * checkpoint.every steps, about every checkpoint.seconds, after the last step that was planned, and where the
 * run is interrupted. Not collective. */
int tc_run_checkpoints_hooks(tc_run_checkpoints *checkpoints, tc_hook *hook);

/* In any case at the end, while the session is open. */
void tc_run_checkpoints_free(tc_run_checkpoints *checkpoints);

#endif
