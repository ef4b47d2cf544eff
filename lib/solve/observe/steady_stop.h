/* Steady stop: a hook that ends a run when its field and its local states hardly change. The session adds it
 * if time.steady is set. The decision depends on a reproducible sum, so the last step is the same on any
 * number of ranks and threads. */
#ifndef TC_SOLVE_OBSERVE_STEADY_STOP_H
#define TC_SOLVE_OBSERVE_STEADY_STOP_H

#include "solve/observe/hook.h"
#include "solve/problem/source.h"

typedef struct tc_steady_stop {
  const tc_space *space; /* Borrowed. */
  tc_source *source;     /* Borrowed; NULL without states. */
  double tolerance;      /* In quantity / time. */
  double change; /* Last measured change: root of the volume-weighted mean square of (value - previous) / dt,
                    plus the residuals of the solves since the last check over the time since then. It is an
                    upper bound of the change with exact solves. If the change of a state since the last check
                    is larger, it is that of the state. Negative before the first check. */
  double unsolved_norm; /* Share of the residuals of solves in `change`. */
  double hidden; /* Change that rounding of the values hides; 0 if the integrator knows the change exactly. */
  int64_t step;  /* Step of the last check. */
  bool reached;  /* True if neither the change nor what is hidden exceeds the tolerance; ends the run. */
  double *previous_states;       /* [states][owned] States at the last check; owned. */
  double previous_time;          /* Time of the last check. */
  double previous_unsolved_norm; /* Norm of all residuals until the last check. */
} tc_steady_stop;

/* Returns a hook that checks every 100 steps (`every` may be changed) and at the last step. Borrows
 * `steadying`, of which space, source and tolerance must be set. */
tc_hook tc_steady_stop_hook(tc_steady_stop *steadying);

#endif
