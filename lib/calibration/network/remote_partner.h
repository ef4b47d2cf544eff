/* Ranks of other nodes, as the benchmarks of the network choose them. Internal to this floor; no MPI calls.
 */
#ifndef TC_CALIBRATION_NETWORK_REMOTE_PARTNER_H
#define TC_CALIBRATION_NETWORK_REMOTE_PARTNER_H

#include "comm/world/world.h"

/* A rank of the next node (the first node follows the last): the one that has this rank's number there, or
 * the last. The rank itself when there is one node only. */
int tc_remote_partner(const tc_world *world);

#endif
