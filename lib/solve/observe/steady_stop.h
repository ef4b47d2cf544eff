/* Ends a run when its field and its local states hardly change any more. */
#ifndef TC_SOLVE_OBSERVE_STEADY_STOP_H
#define TC_SOLVE_OBSERVE_STEADY_STOP_H

#include "solve/observe/hook.h"
#include "solve/problem/source.h"

typedef struct tc_steady_stop {
  const tc_space *space; /* borrowed */
  tc_source *source;     /* borrowed; NULL: no states */
  double tolerance;      /* quantity / time */
  double change; /* found at last: root of the volume-weighted mean square of (value - before) / dt, with
                    what solves have left since the look before, over the time since: at most so much, as
                    if they had left nothing; or if that is more, of what a state has changed by the same
                    way; negative: not looked at yet */
  double unsolved_norm; /* of it, by solves */
  double hidden; /* Change that rounding of the values hides; 0 if the integrator knows the change exactly. */
  int64_t step;  /* at that step */
  bool reached;  /* True if neither the change nor what is hidden exceeds the tolerance; ends the run. */
  double *previous_states;       /* [states][owned] at the last look, the hook's own, */
  double previous_time;          /* its time, .. */
  double previous_unsolved_norm; /* .. and all that solves had left by then */
} tc_steady_stop;

/* Looks every 100 steps (`every` may be changed) and at the last. A sum that is the same on any number of
 * ranks and threads decides, so the last step is as well. Borrows `steadying`, of which space, source and
 * tolerance are set. */
tc_hook tc_steady_stop_hook(tc_steady_stop *steadying);

#endif
