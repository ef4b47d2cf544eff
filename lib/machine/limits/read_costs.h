/* Costs of single reads of x by reuse distance, derived from the measured curves gather4_s and gather16_s of
 * a machine. The model `hierarchy` calls tc_read_costs_init for each measured width, then tc_read_costs_s
 * with the counted reuse. Pure. */
#ifndef TC_MACHINE_LIMITS_READ_COSTS_H
#define TC_MACHINE_LIMITS_READ_COSTS_H

#include "machine/parameters/params.h"
#include "sparse/reuse_distance.h"

/* Extra seconds of a read, compared with a read whose line is cached. They are a step function of the reuse
 * distance (sparse/reuse_distance.h). The first step ends at reach_B[0]. All distances beyond the second-last
 * reach cost as much as the last step. */
typedef struct tc_read_costs {
  double reach_B[TC_SPREADS], read_s[TC_SPREADS];
} tc_read_costs;

/* Derives the costs from the measured curve gather4_s or gather16_s, selected by the index `width`. The curve
 * states the mean extra time t(S) of random reads spread over S bytes. The distances of such reads are
 * distributed evenly between 0 and the bytes touched, which are S and the matrix streamed during the reads. A
 * read with the largest distance therefore costs d(S t)/dS. Noise could make this derivative fall or
 * negative. Isotonic regression (pooling of adjacent violators, weighted by distance) gives the nearest
 * rising function. Returns false if the machine has no such curve. */
bool tc_read_costs_init(const tc_params *machine, int width, tc_read_costs *out);

/* Returns the seconds of a read with a reuse distance of `bytes`. */
double tc_read_cost_s(const tc_read_costs *costs, double bytes);

/* Returns the seconds of all counted reads, except reads in order, which processors prefetch. A cold read is
 * the first read of a line in a product; the previous product used the line touched_B bytes earlier. */
double tc_read_costs_s(const tc_read_costs *costs, const tc_reuse *reuse, double touched_B);

#endif
