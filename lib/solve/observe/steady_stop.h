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
  double tolerance;      /* Largest change that counts as steady, in quantity / time. */
  double change;        /* Last measured change: the volume-weighted norm of (value - previous) / dt, plus the
                           residuals of the solves since the last check divided by the time since then. It is an
                           upper bound of the change with exact solves. If a state has changed more since the last
                           check, it is the change of that state. Negative before the first check. */
  double unsolved_norm; /* Part of `change` that the residuals of the solves contribute. */
  double hidden; /* Largest change that rounding of the values may hide; 0 if the integrator computes the
                    change exactly. */
  int64_t step;  /* Step of the last check. */
  bool reached;  /* True if neither `change` nor `hidden` exceeds the tolerance. The run then ends. */
  double *previous_states;       /* [states][owned] States at the last check; owned. */
  double previous_time;          /* Time of the last check. */
  double previous_unsolved_norm; /* Norm of all residuals until the last check. */
} tc_steady_stop;

/* Returns a hook that checks every 100 steps and at the last step; the caller may change `every`. Borrows
 * `steadying`, of which space, source and tolerance must be set. */
tc_hook tc_steady_stop_hook(tc_steady_stop *steadying);

#endif
