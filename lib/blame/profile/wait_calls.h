/* Stacks that wait for other threads or ranks. */
#ifndef TC_BLAME_PROFILE_WAIT_CALLS_H
#define TC_BLAME_PROFILE_WAIT_CALLS_H

#include <stdbool.h>

#include "blame/profile/profile.h"

extern const char tb_wait_call_openmp[]; /* "OpenMP barrier" */

/* What a stack waits in; NULL: it does not. frame[frames]: innermost first; runtime[frames]: of OpenMP; user:
 * the innermost of the user's, which waits when it called something that waits (blame/facts/externals.def,
 * kind WAIT, or openmp_waits.def); `frames`: there is none, as in a helper of OpenMP without work. The text
 * lives as long as the program. */
const char *tb_wait_call_find(const tb_frame *frame, const bool *runtime, int frames, int user);

#endif
