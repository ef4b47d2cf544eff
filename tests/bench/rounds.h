/* Contenders timed in turn, round after round, so that whatever disturbs the machine disturbs all of them. */
#ifndef TC_BENCH_ROUNDS_H
#define TC_BENCH_ROUNDS_H

#include "contender.h"

/* One round: each contender takes `warm` steps that are not timed (its matrix and vectors come into the
 * caches as far as they fit), then `steps` that are. Who begins changes with the round. */
typedef struct schedule {
  int rounds, warm, steps;
} schedule;

/* Median and quartiles over the rounds. */
typedef struct quartiles {
  double low, middle, high;
} quartiles;

typedef struct timing {
  quartiles step_s; /* a step of the slowest rank */
  quartiles ratio;  /* the same over that of the first contender in the same round */
} timing;

/* Collective. out[count]: the same on all ranks. Errors on all ranks. */
tc_status rounds_run(const tc_world *world, const schedule *how, const contender *c, int count, timing *out);

#endif
