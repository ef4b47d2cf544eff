/* Watchdog: run-time stability check. It ends the run with an error if the field moves away from its mean or
 * if its change per step grows, so that an unstable field is never used as a result. The time loop runs it as
 * its first hook (solve/observe/watchdog_hook.h). Usage: tc_watchdog_init with the initial field,
 * tc_watchdog_check after those steps that are checked, tc_watchdog_free. */
#ifndef TC_SOLVE_OBSERVE_WATCHDOG_H
#define TC_SOLVE_OBSERVE_WATCHDOG_H

#include <stdbool.h>

#include "solve/observe/hook.h"
#include "solve/problem/forcing.h"
#include "solve/space/restart_list.h"

/* Properties of the run that determine which checks are strict. Diffusion without sources and fluxes
 * conserves the mean of the field v, and the volume-weighted norm of v - mean decreases. With forcing, the
 * checked norm is that of the change of the field in a step. Let d_l be this change in step l, and dt f_l the
 * part of it that the forcing adds. Then |d_l| <= |d_(l-1)| + |dt (f_l - f_(l-1))|, so this norm decreases
 * too if the forcing depends on neither time nor field. If stability is proved, no step may raise the norm by
 * more than this bound and rounding. Otherwise modes that are not orthogonal may raise it slightly for some
 * steps. Implicit steps satisfy the same bound for any dt, except that the residual of a solve affects the
 * changes of two consecutive steps. */
typedef struct tc_watchdog_rules {
  bool proved; /* True if stability is proved (solve/stability/certificate.h). */
  bool swings; /* True for implicit steps with theta < 1, because values near fronts may then oscillate around
                  the solution. */
  bool steady; /* True for a steady state. The allowed range of values then follows from the boundary data
                  alone, and is not checked if there is a source. */
} tc_watchdog_rules;

typedef struct tc_watchdog {
  const tc_problem *problem; /* Borrowed. */
  tc_forcing *input;         /* Forcing. Borrowed; NULL without forcing. */
  bool closed; /* True without forcing and without outflow. The checked norm is then that of v - mean,
                  otherwise that of the change in a step. */
  tc_watchdog_rules rules;
  double unsolved_norm; /* Upper bound of the norm of the error due to incomplete solves, at the last check
                           (tc_run_state.unsolved_norm). */
  int64_t next_slopes;  /* Number of the step at which the slopes of the source are checked next. */
  double *deviation;    /* [owned] Scratch for the field minus its mean. */
  double mean, first, min;
  double floor, floor_a_step; /* Increase of the checked norm that rounding may cause: its value at step 0,
                                 and the amount added to it per step. */
  double range[2]; /* Lowest and highest value of the initial field; an empty range for a steady state. */
} tc_watchdog;

/* Collective. Stores the properties of the initial field value[owned]. `input` is NULL without forcing;
 * otherwise tc_forcing_begin must have been called. The caller frees `*out`, also after an error. Errors (on
 * all ranks): TC_NUMERICAL if the field is not finite. */
tc_status tc_watchdog_init(const tc_problem *problem, tc_forcing *input, const double *value,
                           tc_watchdog_rules rules, tc_watchdog *out);

/* Collective. Checks the field after a step. Errors (on all ranks): TC_USAGE if boundary data are not finite;
 * TC_NUMERICAL with the step number in these cases:
 * - A value of the field, of the source or of a local state is not finite.
 * - The checked norm exceeds its minimum so far by more than 1 % (1e-9 if stability is proved), the effect of
 * the forcing, the error of incomplete solves and rounding together.
 * - At the last step of a closed run the norm exceeds the initial one.
 * - A value is outside the range of the initial field, widened by the forcing (tc_forcing_widen_range), by
 * more than the width of this range. At the last step half of the width is allowed. If steps swing, twice
 * these limits are allowed.
 * - The slopes of the source are too steep for dt. They are checked at steps 100, 200, 400 and so on and at
 * the last step. */
tc_status tc_watchdog_check(tc_watchdog *watch, const tc_run_state *now);

/* Not collective. Lists the restart data of the watchdog. The field must have been checked after this step.
 */
tc_status tc_watchdog_list_restart(tc_watchdog *watch, tc_restart_list *keep);

void tc_watchdog_free(tc_watchdog *watch); /* Not collective. */

#endif
