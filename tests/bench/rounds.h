/* Times contenders alternately in rounds, so that a disturbance of the machine affects all of them. */
#ifndef TC_BENCH_ROUNDS_H
#define TC_BENCH_ROUNDS_H

#include "contender.h"

/* In a round each contender performs `warm` untimed steps, which load its matrix and vectors into the caches
 * if they fit, and `steps` timed steps. Each round begins with another contender. */
typedef struct schedule {
  int rounds, warm, steps;
} schedule;

/* Median and quartiles over the rounds. */
typedef struct quartiles {
  double low, middle, high;
} quartiles;

typedef struct timing {
  quartiles step_s; /* seconds per step on the slowest rank */
  quartiles ratio;  /* step_s over that of the first contender in the same round */
} timing;

/* Collective. Sets out[count], with the same values on all ranks. Errors on all ranks. */
tc_status rounds_run(const tc_world *world, const schedule *how, const contender *c, int count, timing *out);

#endif
