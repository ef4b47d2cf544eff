/* Steady stop: a hook that ends a run when its field and its local states hardly change. The session adds it
 * if time.steady is set. The decision depends on sums with the same bits on any number of ranks and threads,
 * so the run ends at the same step on all of them. */
#ifndef TC_SOLVE_OBSERVE_STEADY_STOP_H
#define TC_SOLVE_OBSERVE_STEADY_STOP_H

#include "solve/observe/hook.h"
#include "solve/problem/source.h"

typedef struct tc_steady_stop {
  const tc_space *space; /* Borrowed. */
  tc_source *source;     /* Supplies the local states; borrowed; NULL without states. */
  double tolerance;      /* Largest change that counts as steady, in units of the field per unit of time. */
  double change; /* Change per unit of time at the last check: the volume-weighted root mean square of (value
                    - previous value) / dt, plus `unsolved_norm`. The sum is an upper bound of the change with
                    exact solves. If a local state has changed faster since the check before, `change` is the
                    change of that state. Negative before the first check. */
  double unsolved_norm; /* Part of `change` due to the residuals of the solves between the last two checks,
                           divided by the time between them. */
  double hidden; /* Largest change per unit of time that may be lost because values are rounded; 0 if the
                    integrator computes the change separately (tc_run_state.change). */
  int64_t step;  /* Number of the step after which the last check was made. */
  bool reached;  /* True if neither `change` nor `hidden` exceeds the tolerance. The run then ends. */
  double *previous_states;       /* [states][owned] Local states at the last check; owned. */
  double previous_time;          /* Time of the last check. */
  double previous_unsolved_norm; /* Value of tc_run_state.unsolved_norm at the last check. */
} tc_steady_stop;

/* Returns a hook that checks every 100 steps and at the last step. The caller may change the interval,
 * `every` of the hook. Borrows `steadying`, whose members space, source and tolerance the caller has set. */
tc_hook tc_steady_stop_hook(tc_steady_stop *steadying);

#endif
