/* Checkpoints of a session: the checkpoint that a run resumes from, the hooks that write new ones, and the
 * signals and time limits that interrupt the run. run/outputs/outputs.c calls the functions in the order
 * of this header. Unless a comment says "not collective", functions are collective and return errors on
 * all ranks. */
#ifndef TC_RUN_OUTPUTS_CHECKPOINTS_H
#define TC_RUN_OUTPUTS_CHECKPOINTS_H

#include "base/text/text.h"
#include "io/checkpoint/checkpoint.h"
#include "run/session/session.h"

/* Zero-initialise before use; remains empty without checkpoint.file. */
typedef struct tc_run_checkpoints {
  const tc_session *session;      /* borrowed */
  tc_checkpoint_paths paths;      /* root */
  tc_checkpoint_attributes facts; /* root: attributes of this run and of its last checkpoint */
  char *solution;
  char hash[17], cells[32], initial[17], matrix[17], dt[TC_TEXT_NUMBER], step[TC_CHECKPOINT_MARK],
      time[TC_TEXT_NUMBER], format[16];
  char spans[TC_STEP_SPANS_TEXT];

  bool reads_checkpoint;          /* true if the run resumes from a checkpoint */
  char *from;                     /* root: file of that checkpoint */
  tc_checkpoint_mark mark;        /* root: position of that checkpoint */
  tc_checkpoint_attributes found; /* root: attributes of that checkpoint */
  tc_resume_source resume;        /* source that the session reads */
  tc_step_spans found_spans;      /* spans of its steps */

  double written_s;   /* time of the last checkpoint, or of the start */
  int64_t written;    /* step of the last checkpoint; -1: none */
  int64_t next, gap;  /* next step (or iteration) at which ranks agree, and its distance from the last one */
  int64_t iterations; /* iterations made by this run in a solve that can be resumed */
  double looked_s;    /* time of the last agreement */
  bool due;           /* true if checkpoint.seconds have passed; equal on all ranks */
} tc_run_checkpoints;

/* After tc_session_open. Resolves the paths and installs the signal handlers: from now on SIGTERM, SIGINT
 * and SIGUSR1 interrupt the run at a step. After the last step they have no effect, so that outputs are
 * completed. Errors: TC_USAGE for --resume without checkpoint.file, or for a strategy whose field is not a
 * solution; TC_OUTPUT. */
tc_status tc_run_checkpoints_prepare(tc_session *session, tc_run_checkpoints *out);

/* After the locks were acquired. For a resumed run (options->resume), finds the latest complete checkpoint
 * and checks that it belongs to mesh and config. Without any checkpoint the run starts with its first
 * step. Errors: TC_USAGE if a key that changes the solution differs; TC_INPUT if no file is complete, or
 * for another mesh or format of the restart data; TC_OUTPUT if checkpoints of an earlier run exist and
 * neither `resume` nor `force` is set. */
tc_status tc_run_checkpoints_find(tc_session *session, tc_run_checkpoints *checkpoints);

/* Not collective. tc_run_checkpoints_get_snapshot_file returns the name without directory of the snapshot
 * file that the run was writing; NULL if there is none, and on other ranks than the root.
 * tc_run_checkpoints_set_snapshot_file sets the name of the current one, which is borrowed until
 * tc_run_checkpoints_free. */
const char *tc_run_checkpoints_get_snapshot_file(const tc_run_checkpoints *checkpoints);
void tc_run_checkpoints_set_snapshot_file(tc_run_checkpoints *checkpoints, const char *snapshots);

/* Not collective, on the root, after all outputs were added to the file list. Records the list for the
 * checkpoints, and checks that a resumed run replaces no files of other runs. allowed: snapshot file that
 * may exist; NULL: none. Errors: TC_OUTPUT; TC_INTERNAL if memory is exhausted. */
tc_status tc_run_checkpoints_check_outputs(tc_run_checkpoints *checkpoints, const char *allowed);

/* Not collective, on the root, after the locks were acquired. Removes temporary files of runs that were
 * killed. Errors: TC_OUTPUT, TC_INTERNAL. */
tc_status tc_run_checkpoints_remove_stale(tc_run_checkpoints *checkpoints);

/* After tc_session_set_up. Computes the hash of the matrix and compares it and that of the initial field
 * with the checkpoint. Errors: TC_USAGE if they differ. */
tc_status tc_run_checkpoints_create(tc_session *session, tc_run_checkpoints *checkpoints);

/* Not collective. Writes the hooks to hook[2] and returns their number. They must be the caller's last
 * hooks. They write a checkpoint every checkpoint.every steps, about every checkpoint.seconds, after the
 * last planned step, and where the run is interrupted. */
int tc_run_checkpoints_hooks(tc_run_checkpoints *checkpoints, tc_hook *hook);

/* Not collective. Called in any case, before the session is closed. */
void tc_run_checkpoints_free(tc_run_checkpoints *checkpoints);

#endif
