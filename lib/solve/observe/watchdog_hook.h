/* The watch as a hook of a run (solve/observe/watchdog.h). */
#ifndef TC_SOLVE_OBSERVE_WATCHDOG_HOOK_H
#define TC_SOLVE_OBSERVE_WATCHDOG_HOOK_H

#include "solve/observe/hook.h"
#include "solve/observe/watchdog.h"

typedef struct tc_watchdog_hook_data {
  const tc_problem *problem; /* these three of tc_watchdog_init, borrowed */
  tc_forcing *input;
  tc_watchdog_rules rules;
  const tc_hook *others; /* [count] borrowed: before those that show the field it is looked at */
  int count;
  tc_watchdog watch; /* need not be set */
} tc_watchdog_hook_data;

/* To be the first hook. Looks at the initial field, where something may enter after the first step, every 100
 * steps, before what others show, and at the last step. Borrows `watching`. */
tc_hook tc_watchdog_hook(tc_watchdog_hook_data *watching);

#endif
