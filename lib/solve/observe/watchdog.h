/* Watchdog: run-time stability check. It ends the run with an error if the field moves away from its mean or
 * if its change per step grows. An unstable field is therefore never used as a result. The time loop runs it
 * as its first hook (solve/observe/watchdog_hook.h). Usage: call tc_watchdog_init with the initial field,
 * then tc_watchdog_check after every step that is to be checked. */
#ifndef TC_SOLVE_OBSERVE_WATCHDOG_H
#define TC_SOLVE_OBSERVE_WATCHDOG_H

#include <stdbool.h>

#include "solve/observe/hook.h"
#include "solve/problem/forcing.h"
#include "solve/space/restart_list.h"

/* Properties of the run that determine how strict the checks are. Without sources and fluxes, diffusion
 * conserves the mean of the field v, and the volume-weighted norm of v - mean decreases. In this case the
 * watchdog checks this norm. With forcing (boundary data or a source), it checks the norm of d_l, the change
 * of the field in step l. Let dt f_l be the part of d_l that the forcing adds. Then |d_l| <= |d_(l-1)| + |dt
 * (f_l - f_(l-1))|, so |d_l| decreases too if the forcing depends on neither time nor field. If stability is
 * proved, no step may raise the norm above this bound by more than rounding. Otherwise modes that are not
 * orthogonal may raise the norm slightly for some steps. Implicit steps satisfy the same bound for any dt, if
 * the residuals of the linear solves are added. The residual of one solve affects the changes of two
 * consecutive steps. Stabilised steps may have different lengths, so the watchdog checks the rate of change F
 * = R v + f instead of d_l. The forcing may increase |F| by the bound that tc_forcing_take_change
 * computes. */
typedef struct tc_watchdog_rules {
  bool proved;  /* True if stability is proved (solve/stability/certificate.h). */
  bool swings;  /* True for implicit steps with theta < 1. Values near fronts may then oscillate around the
                   solution, and the checks allow this. */
  bool steady;  /* True if the run solves for a steady state. The allowed range of values then depends on the
                   boundary data alone, and is not checked if there is a source. */
  bool rejects; /* True for implicit steps with error control. The error control rejects attempts in which the
                   source makes the field oscillate or grow. The changes of different steps are not
                   comparable, because the lengths of the steps and the errors of incomplete solves differ.
                   Neither the changes nor the slopes of the source are then checked. */
  double overshoot; /* Largest permitted distance of a value from the initial range, divided by the width of
                       that range, in runs without error control (config key time.overshoot); 0 for the
                       default limits. */
  double dt;  /* Length of the steps that are not shortened. Only steps of this length are compared, because a
                 shorter step may change the rough part of a field faster. 0 compares all steps. */
  int stages; /* Number of products of a stabilised step, each of which adds a rounding error; 0 or 1 for
                 other methods. */
} tc_watchdog_rules;

typedef struct tc_watchdog {
  const tc_problem *problem; /* The problem whose field is checked, borrowed. */
  tc_forcing *input;         /* Boundary data and source, borrowed; NULL if there are neither. */
  bool closed; /* True if there is no forcing and no outflow through the boundary. The checked norm is then
                  the norm of v - mean, otherwise that of the change in a step, or of the rate of change of
                  stabilised steps. */
  tc_watchdog_rules rules;
  double unsolved_norm; /* Upper bound of the norm of the error that incomplete linear solves had caused by
                           the last check (tc_run_state.unsolved_norm). */
  int64_t next_slopes;  /* Number of the step at which the slopes of the source are checked next. */
  /* Exponent bins with which the exact sums of the two norms begin (base/numeric/dot.h). They are the bins of
   * the previous sums, which probably suit the next ones too. */
  int top, rate_top;
  double mean, first, min;
  double floor, floor_a_step; /* Increase of the checked norm that rounding may cause: at step 0, and
                                 additionally per step. */
  double range[2]; /* Lowest and highest value of the initial field. For a steady state lowest > highest, an
                      empty range. */
} tc_watchdog;

/* Collective. Stores the properties of the initial field value[owned]. `input` is NULL without forcing.
 * Otherwise the caller must have called tc_forcing_begin. Errors (on all ranks): TC_NUMERICAL if the field is
 * not finite. */
tc_status tc_watchdog_init(const tc_problem *problem, tc_forcing *input, const double *value,
                           tc_watchdog_rules rules, tc_watchdog *out);

/* Collective. Checks the field after a step, including the range of values if `with_range` is true.
 * Errors (on all ranks): TC_USAGE if boundary data are not finite; TC_NUMERICAL with the step number in these
 * cases:
 * - A value of the field, of the source or of a local state is not finite.
 * - The checked norm exceeds the largest allowed value. This is the minimum of the norm so far plus 1 % (1e-9
 * if stability is proved), the effect of the forcing, the error of incomplete solves and rounding.
 * - At the last step of a run with closed = true, the norm exceeds its initial value.
 * - A value is too far outside the range of the initial field widened by the forcing
 * (tc_forcing_widen_range). The limit is the width of this range. At the last step it is half of this width.
 * It is doubled if tc_watchdog_rules.swings is true, and step 1 has no limit. tc_watchdog_rules.overshoot
 * replaces these limits at all steps.
 * - The slopes ds/dv of the source s are too steep for dt. The slopes are checked at steps 100, 200, 400 and
 * so on and at the last step. */
tc_status tc_watchdog_check(tc_watchdog *watch, const tc_run_state *now, bool with_range);

/* Not collective. Adds the restart data of the watchdog to the list. The caller must have checked the field
 * after the current step.  */
tc_status tc_watchdog_list_restart(tc_watchdog *watch, tc_restart_list *keep);

#endif
