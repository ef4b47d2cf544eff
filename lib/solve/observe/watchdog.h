/* Watchdog: run-time stability check. It ends the run if the field drifts from its mean or if its change per
 * step grows, so that an unstable field is never used as a result. The time loop runs it as its first hook
 * (solve/observe/watchdog_hook.h). Usage: tc_watchdog_init at the first field, tc_watchdog_check after steps,
 * tc_watchdog_free. */
#ifndef TC_SOLVE_OBSERVE_WATCHDOG_H
#define TC_SOLVE_OBSERVE_WATCHDOG_H

#include <stdbool.h>

#include "solve/observe/hook.h"
#include "solve/problem/forcing.h"
#include "solve/space/restart_list.h"

/* Diffusion without sources and fluxes conserves the mean, and the volume-weighted norm of v - mean
 * decreases. With forcing, the checked norm is that of the change d of a step. With the input dt in_l of step
 * l, |d_l| <= |d_(l-1)| + |dt (in_l - in_(l-1))|, so this norm decreases too if the forcing depends on
 * neither time nor field. If stability is proved, no step may raise the norm by more than that bound and
 * rounding. Otherwise modes that are not orthogonal may raise it slightly for a while. Implicit steps satisfy
 * the same at any length, except for the residuals of their solves, which affect the change of a step and
 * that of the next one. */
typedef struct tc_watchdog_rules {
  bool proved; /* True if stability is proved (solve/stability/certificate.h). */
  bool swings; /* True for theta < 1: values near fronts may then swing around the solution. */
  bool steady; /* True for a steady state. The range is that of the forcing alone and is not checked if there
                  is a source. */
} tc_watchdog_rules;

typedef struct tc_watchdog {
  const tc_problem *problem; /* Borrowed. */
  tc_forcing *input;         /* Forcing. Borrowed; NULL without forcing. */
  bool closed;               /* True without forcing and outflow: the norm is that of v - mean. */
  tc_watchdog_rules rules;
  double unsolved_norm; /* unsolved_norm of tc_run_state at the last check. */
  int64_t next_slopes;  /* Step of the next check of slopes. */
  double *deviation;    /* [owned] Scratch for the field minus its mean. */
  double mean, first, min;
  double floor,
      floor_a_step; /* Change of the norm that rounding may cause: initially, and the increase per step. */
  double range[2];  /* Range of the initial field; empty for a steady state. */
} tc_watchdog;

/* Collective. `input` is NULL or has begun. The caller frees `*out`, also after an error. Errors (on all
 * ranks): TC_NUMERICAL if the field is not finite. */
tc_status tc_watchdog_init(const tc_problem *problem, tc_forcing *input, const double *value,
                           tc_watchdog_rules rules, tc_watchdog *out);

/* Collective. Called at a step after the first. Errors (on all ranks) are TC_NUMERICAL with the step in these
 * cases. The field is not finite. The norm exceeds its minimum so far plus the forcing by 1 % (by 1e-9 if
 * stability is proved) and the residuals of solves. At the end of a closed run the norm exceeds the first
 * one. A value is outside the range of the initial field, widened by the forcing (tc_forcing_widen_range), by
 * more than its width, or at the end by more than half of it (twice these limits if steps swing). The source
 * or a state is not finite. The slopes are too steep for the step, which is checked at steps 100, 200, 400
 * and so on and at the last. TC_USAGE if boundary data are not finite. */
tc_status tc_watchdog_check(tc_watchdog *watch, const tc_run_state *now);

/* Not collective. Lists the restart data of a step at which the field was checked. */
tc_status tc_watchdog_list_restart(tc_watchdog *watch, tc_restart_list *keep);

void tc_watchdog_free(tc_watchdog *watch); /* Not collective. */

#endif
