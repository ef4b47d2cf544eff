/* Hook that pauses a run on request. The caller of the run, or a signal handler of the caller, sets a flag on
 * any rank. All ranks then pause after the same step. The caller may continue the paused run
 * (solve/step/step.h). A steady solve ends after an iteration. */
#ifndef TC_SOLVE_OBSERVE_STOP_HOOK_H
#define TC_SOLVE_OBSERVE_STOP_HOOK_H

#include <signal.h>

#include "solve/observe/hook.h"
#include "solve/observe/pace.h"

typedef struct tc_stop_hook_data {
  volatile sig_atomic_t is_requested; /* Set it to 1 to request the stop; the hook clears it on all ranks. */
  const tc_world *world;              /* Borrowed. */
  tc_pace pace;
  int64_t iterations; /* Number of solver iterations so far, summed over all solves. */
} tc_stop_hook_data;

/* Initialises *data, which must then remain at its address, and returns the hook, which borrows it. The error
 * of the hook has the code TC_STOPPED. */
tc_hook tc_stop_hook(tc_stop_hook_data *data, const tc_world *world);

#endif
