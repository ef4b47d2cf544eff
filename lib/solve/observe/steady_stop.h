/* Steady stop: a hook that ends a run when its field and its local states hardly change. The session adds it
 * if time.steady is set. The decision depends only on sums that have the same bits for any number of ranks
 * and threads, so the run always ends at the same step. */
#ifndef TC_SOLVE_OBSERVE_STEADY_STOP_H
#define TC_SOLVE_OBSERVE_STEADY_STOP_H

#include "solve/observe/hook.h"
#include "solve/problem/source.h"

enum { TC_STEADY_STOP_INTERVAL = 100 }; /* Number of steps between two checks of explicit runs. */

typedef struct tc_steady_stop {
  const tc_space *space; /* Space of the field, borrowed. */
  /* The source, which stores the local states; borrowed; NULL if there are no local states. */
  tc_source *source;
  double tolerance; /* Largest change that counts as steady, in units of the field per unit of time. */
  double change; /* Change per unit of time at the last check: the volume-weighted root mean square of (value
                    - previous value) / dt, plus `unsolved_norm`. The sum is an upper bound of the change that
                    exact linear solves would give. If a local state has changed by more per unit of time
                    since the previous check, the change of that state is stored instead. Negative before the
                    first check. */
  double unsolved_norm; /* Upper bound, per unit of time, of the error that incomplete linear solves have
                           caused between the last two checks. It is part of `change`. */
  double hidden; /* Largest change per unit of time that rounding of the values may hide; 0 if the integrator
                    computes the change separately (tc_run_state.change). */
  int64_t step;  /* Number of the step after which the hook last checked the field. */
  bool reached;  /* True if neither `change` nor `hidden` exceeds the tolerance. The run then ends. */
  double *previous_states;       /* [states][owned] Local states at the last check; owned. */
  double previous_time;          /* Simulated time of the last check. */
  double previous_unsolved_norm; /* Value of tc_run_state.unsolved_norm at the last check. */
} tc_steady_stop;

/* Returns a hook that checks every TC_STEADY_STOP_INTERVAL steps and at the last step. The caller may change
 * this interval, the member `every` of the hook. Borrows `steadying`. The caller must have set its members
 * space, source and tolerance. */
tc_hook tc_steady_stop_hook(tc_steady_stop *steadying);

#endif
