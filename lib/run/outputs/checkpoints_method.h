/* Method of time integration in checkpoints. The attribute `format` has the version of the restart data and,
 * if time.method: auto has chosen the method, its name. A resumed run with this key continues with that
 * method and makes no choice. */
#ifndef TC_RUN_OUTPUTS_CHECKPOINTS_METHOD_H
#define TC_RUN_OUTPUTS_CHECKPOINTS_METHOD_H

#include "run/outputs/checkpoints.h"

/* Not collective. Formats the attribute `format` for the method of the config. Does nothing before an
 * automatic method is chosen. */
void tc_run_checkpoints_format_method(tc_run_checkpoints *checkpoints);

/* Not collective, on the root. Sets an automatic method that is not chosen yet to that of the checkpoint that
 * the run resumes from. Does nothing if the checkpoint has no such method. */
void tc_run_checkpoints_set_method(tc_run_checkpoints *checkpoints);

/* Collective, if the run resumes from a checkpoint. Sets the automatic method of the root on all ranks, and
 * logs it. Errors (on all ranks): those of MPI. */
tc_status tc_run_checkpoints_share_method(const tc_run_checkpoints *checkpoints);

#endif
