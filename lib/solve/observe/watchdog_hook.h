/* Watchdog as a hook of a run (solve/observe/watchdog.h). The time loop creates it and places it before all
 * other hooks, so that the field is checked before any hook outputs it. */
#ifndef TC_SOLVE_OBSERVE_WATCHDOG_HOOK_H
#define TC_SOLVE_OBSERVE_WATCHDOG_HOOK_H

#include "solve/observe/hook.h"
#include "solve/observe/watchdog.h"

enum { TC_WATCHDOG_INTERVAL = 100 }; /* Number of steps between two checks. */

typedef struct tc_watchdog_hook_data {
  /* The members problem, input and rules are borrowed and are passed to tc_watchdog_init. */
  const tc_problem *problem;
  tc_forcing *input;
  tc_watchdog_rules rules;
  const tc_hook *others; /* [count] The other hooks of the run, borrowed. The watchdog also checks each step
                            at which one of these hooks writes the field to a file. */
  int count;
  bool is_controlled; /* True with error control of the steps, which itself checks the norm in a run without
                         forcing and outflow. */
  tc_watchdog watch;  /* Storage of the watchdog; need not be initialised. */
} tc_watchdog_hook_data;

/* Returns the watchdog hook, which must be the first hook of the run. The hook checks the initial field,
 * every 100th step and the last step, each step at which another hook writes the field, and step 1 if the run
 * has forcing or outflow. After all other steps of a stabilised method it checks the norm, but not the range
 * of the values. Borrows `watching`. */
tc_hook tc_watchdog_hook(tc_watchdog_hook_data *watching);

/* Not collective. True if the hook checks the range of the values after this step, in addition to the norm.
 */
bool tc_watchdog_hook_checks_range(const tc_watchdog_hook_data *watching, const tc_run_state *now);

/* Collective. Makes value[owned] the field with which the watchdog compares later fields. Errors: those of
 * tc_watchdog_init. */
tc_status tc_watchdog_hook_reset(tc_watchdog_hook_data *watching, const double *value);

#endif
