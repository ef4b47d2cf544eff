/* Detects stacks that wait for other threads or ranks. Called by call_stack.c for each sample. The function
 * called by the user decides: libraries by kind WAIT in blame/facts/externals.def, OpenMP runtimes by
 * openmp_waits.def. */
#ifndef TC_BLAME_PROFILE_WAIT_CALLS_H
#define TC_BLAME_PROFILE_WAIT_CALLS_H

#include <stdbool.h>

#include "blame/profile/profile.h"

extern const char tb_wait_call_openmp[]; /* "OpenMP barrier" */

/* Returns the name of the call that waits; NULL if the stack does not wait. frame[frames]: innermost first.
 * runtime[frames]: true for frames of an OpenMP runtime or the sampler. user: index of the innermost user
 * frame; `frames` if there is none, as in an idle helper thread of OpenMP. The text is static. */
const char *tb_wait_call_find(const tb_frame *frame, const bool *runtime, int frames, int user);

#endif
