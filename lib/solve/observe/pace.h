/* Chooses the steps (or iterations) of collective checks, so that a check is made about every 0.1 s. All
 * ranks choose the same steps. Called by the stop hook and by the checkpoints of a run. Not collective. */
#ifndef TC_SOLVE_OBSERVE_PACE_H
#define TC_SOLVE_OBSERVE_PACE_H

#include <stdint.h>

/* State of the pace. The owner sets `gap` to 1 and looked_s to the present time before the first step. */
typedef struct tc_pace {
  int64_t next, gap; /* step of the next check, and number of steps from the last check to the next one */
  double looked_s;   /* time in s of the last check on this rank */
} tc_pace;

/* Called at a check. Sets the step of the next check. `step` is the present step. since_s is the time since
 * the last check, the same on all ranks, and now_s the present time of this rank. A check before the step
 * `next` does not increase the gap. */
void tc_pace_set(tc_pace *pace, int64_t step, double since_s, double now_s);

#endif
