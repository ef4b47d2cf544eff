/* Ends a run when its field hardly changes any more. */
#ifndef TC_SOLVE_STEADY_HOOK_H
#define TC_SOLVE_STEADY_HOOK_H

#include "solve/hook.h"
#include "solve/space.h"

typedef struct tc_steadying {
  const tc_space *space; /* borrowed */
  double tolerance;      /* quantity / time */
  double change;         /* found at last: root of the volume-weighted mean square of (value - before) / dt;
                            negative: not looked at yet */
  int64_t step;          /* at that step */
  bool reached;          /* the change is at most the tolerance: the run was asked to end */
} tc_steadying;

/* Looks every 100 steps, from the first one on, and at the last. A sum that is the same on any number of
 * ranks and threads decides, so the last step is as well. Borrows `steadying`, of which space and tolerance
 * are set. */
tc_hook tc_steady_hook(tc_steadying *steadying);

#endif
