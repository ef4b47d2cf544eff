/* Detects stacks that wait for other threads or ranks. call_stack.c calls it for each sample. The result
 * depends on the library function that the user's code called. The stack waits if the kind of this
 * function in blame/facts/externals.def is WAIT or, for a function of an OpenMP runtime, if
 * openmp_waits.def lists it. */
#ifndef TC_BLAME_PROFILE_WAIT_CALLS_H
#define TC_BLAME_PROFILE_WAIT_CALLS_H

#include "blame/profile/profile_data.h"

extern const char tb_wait_call_openmp[]; /* the text "OpenMP barrier" */

/* Returns the name of the call that waits; NULL if the stack does not wait. `frame` contains `frames` frames,
 * innermost first. `user_frame` is the index of the innermost user frame, or `frames` if there is none, as in
 * an idle helper thread of OpenMP. The caller does not free the result. */
const char *tb_wait_call_find(const tb_frame *frame, int frames, int user_frame);

#endif
