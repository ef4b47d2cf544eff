/* Times contenders alternately in rounds, so that a disturbance of the machine affects all of them. */
#ifndef TC_BENCH_ROUNDS_H
#define TC_BENCH_ROUNDS_H

#include "contender.h"

/* Order of the measurements. In each round, each contender makes `warm` untimed steps and `steps` timed
 * steps. The untimed steps load its matrix and vectors into the caches if they fit. Each round begins with
 * another contender. */
typedef struct schedule {
  int rounds, warm, steps;
} schedule;

/* Median and quartiles over the rounds. */
typedef struct quartiles {
  double low, middle, high;
} quartiles;

typedef struct timing {
  quartiles step_s; /* seconds per step on the slowest rank */
  quartiles ratio;  /* step_s divided by that of the first contender in the same round */
} timing;

/* Collective. Times all contenders and sets out[count] to the same values on all ranks. Errors on all
 * ranks. */
tc_status rounds_run(const tc_world *world, const schedule *how, const contender *c, int count, timing *out);

#endif
