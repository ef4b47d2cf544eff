/* Decides if a run can be resumed from a checkpoint that was found. Called by the root alone
 * (run/outputs/checkpoints.c), when both the facts of the file and those of the run are known. The hashes
 * of initial field and matrix are checked later, after the setup, by tc_run_checkpoints_create. */
#ifndef TC_RUN_OUTPUTS_CHECKPOINTS_CHECK_H
#define TC_RUN_OUTPUTS_CHECKPOINTS_CHECK_H

#include "run/outputs/checkpoints.h"

/* Not collective. Compares the mesh, the keys that change the solution and the format of the restart data,
 * and reads the sizes of the steps so far into c->found_spans. If another version of the program wrote the
 * file, logs a note. Errors: TC_USAGE if a key differs; TC_INPUT for another mesh or format, or for malformed
 * sizes. */
tc_status tc_run_checkpoints_check(tc_run_checkpoints *checkpoints, const tc_log *log);

#endif
