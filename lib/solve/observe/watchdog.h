/* What a run may not do: move away from its mean, or change ever more from step to step. Watched while it
 * runs, so that no wrong field is ever taken for a result. */
#ifndef TC_SOLVE_OBSERVE_WATCHDOG_H
#define TC_SOLVE_OBSERVE_WATCHDOG_H

#include <stdbool.h>

#include "solve/observe/hook.h"
#include "solve/problem/forcing.h"
#include "solve/space/restart_list.h"

/* Diffusion without sources and fluxes keeps the mean and lets a norm fall, the volume-weighted one of v -
 * mean. Where something enters, in a step dt in, that is the norm of the change d = v - v before the step:
 * |d_l| <= |d_(l-1)| + |dt (in_l - in_(l-1))|, so what does not depend on time or the field lets it fall as
 * well. Where stability is proved no step may raise it by more than that and rounding, elsewhere modes that
 * are not orthogonal may raise it a little for a while. Implicit steps do the same at any length, but for
 * what their solves leave undone, which counts for the change of a step and for that of the next one. */
typedef struct tc_watchdog_rules {
  bool proved; /* stability is certified */
  bool swings; /* fronts may overshoot for as long as they are there: implicit steps that weigh the past */
  bool steady; /* no steps: the range is that of what enters alone, and does not count for sources */
} tc_watchdog_rules;

typedef struct tc_watchdog {
  const tc_problem *problem; /* borrowed */
  tc_forcing *input;         /* borrowed; NULL: nothing enters */
  bool closed;               /* nothing enters or leaves: the norm is that of v - mean */
  tc_watchdog_rules rules;
  double unsolved_norm; /* of tc_run_state, when it was looked at last */
  int64_t next_slopes;  /* the step at which the source is looked at again */
  double *deviation;    /* [owned] scratch */
  double mean, first, min;
  double floor, floor_a_step; /* Change of the norm that rounding explains, at once and per step. */
  double range[2];            /* of the initial field, where that counts */
} tc_watchdog;

/* Collective. input: NULL or begun. Errors on all ranks: TC_NUMERICAL when
 * the field is not finite. The watch must be ended, also after an error. */
tc_status tc_watchdog_init(const tc_problem *problem, tc_forcing *input, const double *value,
                           tc_watchdog_rules rules, tc_watchdog *out);

/* Collective. At a step after the first. Errors on all ranks, TC_NUMERICAL naming the step: the field is not
 * finite; the norm is above its lowest so far, and what enters, by 1 % (by 1e-9 of it where stability is
 * proved) and what solves have left; at the end of a closed run: above its first; a value is beyond the range
 * of the initial field, widened by what enters (tc_forcing_widen_range), by more than its width, at the end
 * by more than half of it (of both by twice that where steps swing). TC_USAGE: what enters is not finite;
 * TC_NUMERICAL: so are the source or a state, or, at steps 100, 200, 400 and so on and the last, their slopes
 * are too steep for the step. */
tc_status tc_watchdog_check(tc_watchdog *watch, const tc_run_state *now);

/* What it remembers, as of a step at which it was checked. Not collective. */
tc_status tc_watchdog_list_restart(tc_watchdog *watch, tc_restart_list *keep);

void tc_watchdog_free(tc_watchdog *watch); /* not collective */

#endif
