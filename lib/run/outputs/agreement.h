/* Lets all ranks agree on whether a run must write a checkpoint or end. Signals and clocks differ between
 * ranks, so the ranks exchange them in a reduction about every 0.1 s. This reduction is called an agreement.
 * The hooks that write checkpoints (checkpoints.c) call the functions between steps. A run ends early for one
 * of three reasons. It has received a signal, checkpoint.wall is reached, or no further step and checkpoint
 * fit into the time limit of the job (limit.h). All functions without the remark "Not collective" are
 * collective, and their results are equal on all ranks. */
#ifndef TC_RUN_OUTPUTS_AGREEMENT_H
#define TC_RUN_OUTPUTS_AGREEMENT_H

#include "run/outputs/checkpoints.h"

/* Result of an agreement, equal on all ranks. */
typedef struct tc_run_agreement {
  bool ends_run;  /* true if the run must end now */
  int signal;     /* signal that any rank received; 0 if none did */
  bool wall;      /* true if checkpoint.wall is reached */
  bool is_late;   /* true if the run must end now because of the time limit of the job */
  double least_s; /* smallest time limit of the job with which the run could continue, in s since the start of
                     the program */
} tc_run_agreement;

/* Performs an agreement, and stores its result in *out and in checkpoints->due. `count` is the current number
 * of steps, or of iterations of a solve. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_run_agreement_make(tc_run_checkpoints *checkpoints, const tc_run_state *now, int64_t count,
                                tc_run_agreement *out);

/* Not collective. Returns the error TC_STOPPED, with which a run ends early, and sets
 * checkpoints->is_stalled. */
tc_status tc_run_agreement_error(tc_run_checkpoints *checkpoints, const tc_run_state *now,
                                 const tc_run_agreement *agreement);

/* Called before the first step of a resumed run. If no step fits into the time limit, writes the checkpoint
 * again with the item limit.stalled in its restart data, and ends the run with TC_STOPPED. If the checkpoint
 * already has this item, the previous run has ended at the same step. A script would then restart the run
 * forever, so the error is TC_INTERNAL. A solve within a step needs no such check, because each run makes at
 * least one iteration. Other errors (on all ranks): those of tc_run_checkpoints_write. */
tc_status tc_run_agreement_check_first(tc_run_checkpoints *checkpoints, const tc_run_state *now);

#endif
