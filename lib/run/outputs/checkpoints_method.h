/* Automatic method of time integration and automatic preconditioner in checkpoints. The attribute `format`
 * has the version of the restart data and the names that `auto` has chosen, for instance "2 of rkl2" or "2
 * with multigrid". A resumed run continues with them and makes no choice. */
#ifndef TC_RUN_OUTPUTS_CHECKPOINTS_METHOD_H
#define TC_RUN_OUTPUTS_CHECKPOINTS_METHOD_H

#include "run/outputs/checkpoints.h"

/* Not collective. Formats the attribute `format` for the method and the preconditioner of the config. Does
 * nothing if one of them is still to be chosen by `auto`. */
void tc_run_checkpoints_format_method(tc_run_checkpoints *checkpoints);

/* Not collective, on the root. Sets an automatic method or preconditioner that is not chosen yet to that of
 * the checkpoint that the run resumes from. Does nothing if the checkpoint has none. */
void tc_run_checkpoints_set_method(tc_run_checkpoints *checkpoints);

/* Collective, if the run resumes from a checkpoint. Sets the automatic method and preconditioner of the root
 * on all ranks, and logs them. Errors (on all ranks): those of MPI. */
tc_status tc_run_checkpoints_share_method(const tc_run_checkpoints *checkpoints);

#endif
