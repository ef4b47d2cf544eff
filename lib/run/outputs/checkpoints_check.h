/* Checks that a run can be resumed from an existing checkpoint. run/outputs/checkpoints.c calls the check on
 * the root only, after it has read the attributes of the file. The hashes of initial field and matrix are
 * checked later, after the setup, by tc_run_checkpoints_create. */
#ifndef TC_RUN_OUTPUTS_CHECKPOINTS_CHECK_H
#define TC_RUN_OUTPUTS_CHECKPOINTS_CHECK_H

#include "run/outputs/checkpoints.h"

/* Not collective. Checks that the hash of the mesh, the keys that change the solution and the format of the
 * restart data are those in the checkpoint. Reads the step sizes before the checkpoint into
 * checkpoints->resumption.spans, and with error control the times of the checkpoint and of the end instead.
 * If another version of the program wrote the file, logs a note. Errors: TC_USAGE if a key differs, or if
 * only one of the runs has error control; TC_INPUT for another mesh or format, or for malformed sizes. */
tc_status tc_run_checkpoints_check(tc_run_checkpoints *checkpoints, const tc_log *log);

/* Pure. Formats the attribute `spans` of a run with error control. It contains the end time of the run,
 * followed by ", extended" if `is_one_go` is false, that is if the run was resumed with a later end time. */
void tc_run_checkpoints_format_control(double end, bool is_one_go, char *out, size_t size);

#endif
