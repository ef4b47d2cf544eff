/* One checkpoint at a path of the caller, without a step number in its name and without the section
 * `checkpoint` of the config. Steppers of lib/api write and read such files. They have the format of all
 * checkpoints. Functions are collective and return errors on all ranks. */
#ifndef TC_RUN_OUTPUTS_SINGLE_CHECKPOINT_H
#define TC_RUN_OUTPUTS_SINGLE_CHECKPOINT_H

#include "run/outputs/checkpoints.h"

/* Writes a checkpoint of the state `now` of a run of `prepared` to the file `path`. Only the `path` of the
 * root is used. An existing file must be a checkpoint. It is replaced when the new file is complete. Errors:
 * TC_OUTPUT with the file; TC_INTERNAL. */
tc_status tc_single_checkpoint_write(tc_prepared *prepared, const char *path, const tc_run_state *now);

/* Verifies the file `path`, as named on the root, and checks that a run of `prepared` can continue from it.
 * The caller passes &out->resumption.source to tc_step_resume, and frees *out with tc_run_checkpoints_free,
 * also after an error. Errors: TC_INPUT if the file is damaged, or if it belongs to another mesh, format or
 * step size; TC_USAGE if a key that changes the solution differs. */
tc_status tc_single_checkpoint_open(tc_prepared *prepared, const char *path, tc_run_checkpoints *out);

#endif
