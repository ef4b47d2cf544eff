/* Agreement of the ranks on the end of a run. Signals and clocks differ between ranks. About every 0.1 s the
 * ranks therefore agree in a reduction whether a checkpoint or the end of the run is due. The hooks of the
 * checkpoints (checkpoints.c) call the functions. A run ends because of a signal, because checkpoint.wall is
 * reached, or because no further step and checkpoint fit into the limit of the job (limit.h). All functions
 * without the remark "Not collective" are collective, and their results are equal on all ranks. */
#ifndef TC_RUN_OUTPUTS_AGREEMENT_H
#define TC_RUN_OUTPUTS_AGREEMENT_H

#include "run/outputs/checkpoints.h"

typedef struct tc_run_agreement {
  bool ends_run;  /* true if the run must end now */
  int signal;     /* signal that any rank received; 0 if none did */
  bool wall;      /* true if checkpoint.wall is reached */
  bool is_late;   /* true if the limit of the job requires the end of the run */
  double least_s; /* least limit of the job with which the run could continue */
} tc_run_agreement;

/* Agrees on *out and on checkpoints->due. `count` is the current number of steps, or of iterations of a
 * solve. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_run_agreement_make(tc_run_checkpoints *checkpoints, const tc_run_state *now, int64_t count,
                                tc_run_agreement *out);

/* Not collective. Returns the error TC_STOPPED of a run that ends now, and sets checkpoints->is_stalled. */
tc_status tc_run_agreement_error(tc_run_checkpoints *checkpoints, const tc_run_state *now,
                                 const tc_run_agreement *agreement);

/* Called before the first step of a resumed run. If no step fits into the limit, writes the checkpoint again
 * with the restart item limit.stalled, and ends the run with TC_STOPPED. If the checkpoint already has this
 * item, the run before this one has ended at the same step, and a script would start the run again and again:
 * the error is then TC_INTERNAL. A solve within a step needs no such check, because each run makes at least
 * one iteration. Other errors (on all ranks): those of tc_run_checkpoints_write. */
tc_status tc_run_agreement_check_first(tc_run_checkpoints *checkpoints, const tc_run_state *now);

#endif
