/* Costs of single reads of x by reuse distance, derived from the gather curves of a machine. The model
 * `hierarchy` calls tc_read_costs_init for each measured width, then tc_read_costs_s with the counted
 * reuse. Pure. */
#ifndef TC_MACHINE_LIMITS_READ_COSTS_H
#define TC_MACHINE_LIMITS_READ_COSTS_H

#include "machine/parameters/params.h"
#include "sparse/reuse_distance.h"

/* Seconds of a read with a stack distance (sparse/reuse_distance.h), beyond a read whose line is cached,
 * as a step function. The first step ends at reach_B[0]; all reads beyond the second-last reach cost as in
 * the last step. */
typedef struct tc_read_costs {
  double reach_B[TC_SPREADS], read_s[TC_SPREADS];
} tc_read_costs;

/* Derives the costs from random reads of S bytes, which take t(S) more each (gather4_s, gather16_s; width:
 * its index). Their distances are distributed evenly between 0 and the bytes touched, which are S and the
 * matrix streamed during the reads. So a read with the largest distance costs d(S t)/dS. Noise could make
 * this fall or negative; isotonic regression (pooling of adjacent violators, weighted by distance) gives
 * the nearest rising function. Returns false if the machine has no such curve. */
bool tc_read_costs_init(const tc_params *machine, int width, tc_read_costs *out);

/* Returns the seconds of a read with a distance in bytes. */
double tc_read_cost_s(const tc_read_costs *costs, double bytes);

/* Returns the seconds of all counted reads, except those in order, which processors prefetch. The last use
 * of a cold read was in the product before, touched_B bytes ago. */
double tc_read_costs_s(const tc_read_costs *costs, const tc_reuse *reuse, double touched_B);

#endif
