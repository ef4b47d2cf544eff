/* What single reads of x cost by how far apart they are. Pure. */
#ifndef TC_MACHINE_LIMITS_READ_COSTS_H
#define TC_MACHINE_LIMITS_READ_COSTS_H

#include "machine/parameters/params.h"
#include "sparse/reuse_distance.h"

/* Seconds of a read with a stack distance (sparse/reuse_distance.h), beyond one whose line is at hand, as
 * steps: the first ends at reach_B[0], from the last one on all reads cost the same. */
typedef struct tc_read_costs {
  double reach_B[TC_SPREADS], read_s[TC_SPREADS];
} tc_read_costs;

/* From reads of S bytes at random, t(S) more each (gather4_s, gather16_s; width: its index): their distances
 * lie evenly between nothing and what is touched, S and what the matrix streams meanwhile; so a read with the
 * largest of them costs d(S t)/dS. From noise that would fall or be negative: what rises and is nearest to it
 * is taken (isotonic regression with distances as weights, by pooling neighbours that fall); it is never
 * negative. false: the machine has no such curve. */
bool tc_read_costs_init(const tc_params *machine, int width, tc_read_costs *out);

/* That of a distance. */
double tc_read_cost_s(const tc_read_costs *costs, double bytes);

/* That of all reads that are counted but those in order, which processors fetch ahead. What is read for the
 * first time in a product was last touched in the product before, touched_B ago. */
double tc_read_costs_s(const tc_read_costs *costs, const tc_reuse *reuse, double touched_B);

#endif
