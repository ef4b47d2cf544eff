/* Ends a run when its field and its local states hardly change any more. */
#ifndef TC_SOLVE_STEADY_HOOK_H
#define TC_SOLVE_STEADY_HOOK_H

#include "solve/hook.h"
#include "solve/source.h"

typedef struct tc_steadying {
  const tc_space *space; /* borrowed */
  tc_source *source;     /* borrowed; NULL: no states */
  double tolerance;      /* quantity / time */
  double change;  /* found at last: root of the volume-weighted mean square of (value - before) / dt, or
                     if that is more, of what a state has changed by since the look before, over the time
                     since; negative: not looked at yet */
  int64_t step;   /* at that step */
  bool reached;   /* the change is at most the tolerance: the run was asked to end */
  double *seen;   /* [states][owned] at the last look, the hook's own, */
  double seen_at; /* and its time */
} tc_steadying;

/* Looks every 100 steps (`every` may be changed) and at the last. A sum that is the same on any number of
 * ranks and threads decides, so the last step is as well. Borrows `steadying`, of which space, source and
 * tolerance are set. */
tc_hook tc_steady_hook(tc_steadying *steadying);

#endif
