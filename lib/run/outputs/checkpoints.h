/* Checkpoints of a session: the checkpoint that a run resumes from, the hooks that write new ones, and the
 * signals and time limits that interrupt the run. run/outputs/outputs.c calls the functions in the order of
 * this header. Functions are collective and return errors on all ranks unless their comment says "Not
 * collective". */
#ifndef TC_RUN_OUTPUTS_CHECKPOINTS_H
#define TC_RUN_OUTPUTS_CHECKPOINTS_H

#include "base/text/text.h"
#include "io/checkpoint/checkpoint.h"
#include "run/outputs/progress.h"
#include "solve/observe/pace.h"

/* Checkpoints of a session. Zero-initialise before use. Remains empty without checkpoint.file. */
typedef struct tc_run_checkpoints {
  const tc_plan *plan;       /* plan of the run; borrowed; NULL without checkpoint.file */
  tc_run_progress *progress; /* progress of the run, which contains the time limit of the job; borrowed; set
                                by the caller before tc_run_checkpoints_create; NULL if no steps follow */
  const tc_space *space;     /* borrowed from the prepared problem; NULL until tc_run_checkpoints_create */
  tc_checkpoint_paths paths; /* root: names of the checkpoint files */
  tc_checkpoint_attributes facts; /* root: attributes of this run and of its latest checkpoint */
  /* Root: texts of the attributes in `facts`. */
  char *solution;
  char hash[17], cells[32], initial[17], matrix[TC_TEXT_NUMBER + 64], dt[TC_TEXT_NUMBER],
      step[TC_CHECKPOINT_MARK_SIZE], time[TC_TEXT_NUMBER], format[32];
  char spans[TC_STEP_SPANS_TEXT];

  /* True if the run resumes from a checkpoint. The next three members are set only in this case. */
  bool reads_checkpoint;
  /* Root: step of the checkpoint resumed from, and iteration if it was written within a solve. */
  tc_checkpoint_mark mark;
  tc_checkpoint_attributes found; /* root: attributes of the checkpoint resumed from */
  tc_resumption resumption;       /* source of the restart data; the plan borrows it */

  double written_s; /* clock time in s at which the last checkpoint was written, or at which the run
                       started */
  int64_t written;  /* step of the last checkpoint; -1 if there is none */
  /* Step (or iteration of a solve) at which the ranks next agree on whether a checkpoint or the end of the
   * run is due. Also the number of steps (or iterations) between the last agreement and this one. */
  tc_pace pace;
  int64_t iterations; /* number of iterations of this run, summed over all solves that can be resumed */
  /* Item limit.stalled of the restart data: 1 if the run that writes the checkpoint makes no step, because
   * none fits into the time limit of the job. Otherwise 0. */
  int64_t is_stalled;
  bool due; /* true if checkpoint.seconds have passed since the last checkpoint; equal on all ranks */
} tc_run_checkpoints;

/* Called after tc_plan_create. Determines the paths of the checkpoints and installs the signal handlers.
 * Afterwards SIGTERM, SIGINT and SIGUSR1 interrupt the run at the end of a step. After the last step they
 * have no effect, so that outputs are completed. Errors: TC_USAGE for --resume without checkpoint.file, or
 * for a strategy whose field is not a solution; TC_OUTPUT. */
tc_status tc_run_checkpoints_prepare(tc_plan *plan, tc_run_checkpoints *out);

/* Called after the locks were acquired. With the option --resume, finds the latest complete checkpoint and
 * checks that it belongs to the run's mesh and config. If no checkpoint exists, the run starts with its first
 * step. Errors: TC_USAGE if a key that changes the solution differs; TC_INPUT if no file is complete, or for
 * another mesh or format of the restart data; TC_OUTPUT if checkpoints of an earlier run exist and neither
 * `resume` nor `force` is set. */
tc_status tc_run_checkpoints_find(tc_plan *plan, tc_run_checkpoints *checkpoints);

/* Not collective, on the root, after all outputs were added to the session's file list. Stores the list for
 * the checkpoints, and checks that a resumed run replaces no files of other runs. `allowed` is the path of a
 * snapshot file that may already exist, or NULL. Errors: TC_OUTPUT; TC_INTERNAL if memory is exhausted. */
tc_status tc_run_checkpoints_check_outputs(tc_run_checkpoints *checkpoints, const char *allowed);

/* Called after tc_prepared_create. Computes the hash of the matrix. For a resumed run, compares this hash and
 * the hash of the initial field with the hashes in the checkpoint. Errors: TC_USAGE if a hash differs. */
tc_status tc_run_checkpoints_create(tc_prepared *prepared, tc_run_checkpoints *checkpoints);

/* Not collective. Adds the hooks, which must be called after all other hooks of the run. The hooks write a
 * checkpoint every checkpoint.every steps, about every checkpoint.seconds, after the last planned step, and
 * at the step at which the run is interrupted. */
void tc_run_checkpoints_observe(tc_run_checkpoints *checkpoints, tc_run_observers *out);

/* The functions above use the next three functions. single_checkpoint.c also calls them, for a checkpoint at
 * a path of the caller. tc_run_checkpoints_describe is for the root. It sets the attributes that are known
 * before the setup. tc_run_checkpoints_share broadcasts the step of the checkpoint and the step sizes before
 * it from the root. tc_run_checkpoints_write writes a checkpoint of the state `now` and removes no other
 * file. Errors: TC_OUTPUT; TC_INTERNAL. */
tc_status tc_run_checkpoints_describe(tc_run_checkpoints *checkpoints);
tc_status tc_run_checkpoints_share(tc_run_checkpoints *checkpoints);
tc_status tc_run_checkpoints_write(tc_run_checkpoints *checkpoints, tc_checkpoint_mark mark,
                                   const tc_run_state *now);

/* Not collective. Called after successful and failed runs, before the session is closed. */
void tc_run_checkpoints_free(tc_run_checkpoints *checkpoints);

#endif
