/* Choice of ranks of other nodes for the benchmarks of the network (bench_pingpong.c, bench_random_get.c).
 * Calls no MPI functions. */
#ifndef TC_CALIBRATION_NETWORK_REMOTE_PARTNER_H
#define TC_CALIBRATION_NETWORK_REMOTE_PARTNER_H

#include "comm/world/world.h"

/* Returns a rank of the next node, where the first node follows the last one. If this rank is the k-th rank
 * of this node, the result is the k-th rank of the next node, or the last rank of the next node if that has
 * fewer ranks. Returns this rank itself if there is only one node. */
int tc_remote_partner(const tc_world *world);

#endif
