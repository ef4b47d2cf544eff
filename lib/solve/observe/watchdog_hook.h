/* Watchdog as a hook of a run (solve/observe/watchdog.h). Created by the time loop, which places it before
 * all other hooks. The field is therefore checked before any hook outputs it. */
#ifndef TC_SOLVE_OBSERVE_WATCHDOG_HOOK_H
#define TC_SOLVE_OBSERVE_WATCHDOG_HOOK_H

#include "solve/observe/hook.h"
#include "solve/observe/watchdog.h"

typedef struct tc_watchdog_hook_data {
  const tc_problem *problem; /* The first three members are borrowed and passed to tc_watchdog_init. */
  tc_forcing *input;
  tc_watchdog_rules rules;
  const tc_hook
      *others; /* [count] The other hooks, borrowed. The field is checked before any hook that outputs it. */
  int count;
  tc_watchdog watch; /* Storage of the watchdog; need not be initialised. */
} tc_watchdog_hook_data;

/* Returns the hook, which must be the first. It checks the initial field, the first step if the run is not
 * closed, every 100 steps, before outputs of other hooks, and the last step. Borrows `watching`. */
tc_hook tc_watchdog_hook(tc_watchdog_hook_data *watching);

#endif
