/* Choice of ranks of other nodes for the benchmarks of the network (bench_pingpong.c, bench_random_get.c). No
 * MPI calls. */
#ifndef TC_CALIBRATION_NETWORK_REMOTE_PARTNER_H
#define TC_CALIBRATION_NETWORK_REMOTE_PARTNER_H

#include "comm/world/world.h"

/* Returns a rank of the next node (the first node follows the last): the one with this rank's number on its
 * node, or the last one if the node has fewer ranks. Returns this rank itself if there is only one node. */
int tc_remote_partner(const tc_world *world);

#endif
