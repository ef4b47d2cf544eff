/* Costs of single reads of x by reuse distance, derived from the measured curves gather4_s and gather16_s of
 * a machine. The model `hierarchy` calls tc_read_costs_init for each measured width, then tc_read_costs_s
 * with the counted reuse. Pure. */
#ifndef TC_MACHINE_LIMITS_READ_COSTS_H
#define TC_MACHINE_LIMITS_READ_COSTS_H

#include "machine/parameters/params.h"
#include "sparse/reuse_distance.h"

/* Extra seconds of a single read of x, compared with a read of an adjacent value of x, whose cache line is
 * already loaded. The extra seconds are a step function of the reuse distance (sparse/reuse_distance.h):
 * read_s[i] applies to distances from reach_B[i - 1] to reach_B[i] bytes. The first step begins at 0, and the
 * last step applies to all larger distances. */
typedef struct tc_read_costs {
  double reach_B[TC_SPREADS], read_s[TC_SPREADS];
} tc_read_costs;

/* Derives the costs from a measured curve. `width` is an index: 0 for the curve gather4_s, 1 for gather16_s.
 * The curve states t(S), the mean extra time of random reads that are spread over S bytes. The reuse
 * distances of these reads are distributed evenly from 0 to a largest distance, which is proportional to S.
 * So t(S) is the mean cost of all distances up to the largest one, and a read with that distance costs d(S
 * t)/dS. Noise could make this derivative fall with S or become negative. Isotonic regression (pooling of
 * adjacent violators, weighted by distance) replaces it by the nearest function that never falls. Returns
 * false if the machine has no such curve. */
bool tc_read_costs_init(const tc_params *machine, int width, tc_read_costs *out);

/* Returns the extra seconds of a single read with a reuse distance of `bytes`. */
double tc_read_cost_s(const tc_read_costs *costs, double bytes);

/* Returns the sum of the extra seconds of all reads in `reuse`, except reads in order, which processors
 * prefetch. touched_B is the number of bytes that a product touches. As products are repeated, it is the
 * reuse distance of a cold read, which is the first read of a cache line in a product. */
double tc_read_costs_s(const tc_read_costs *costs, const tc_reuse *reuse, double touched_B);

#endif
