/* Whose memory arrays lie in on nodes that have several: pages belong to the processor that touches them
 * first. Arrays are filled by OpenMP loops over rows as they are worked on, so pages lie near their threads;
 * in one thread's hands the same loops put all of it near the master, as in the simple kernel of Langguth et
 * al. 2015 (Fig. 4). No bit of any result depends on it. Not collective. */
#ifndef TC_COMM_WORLD_PLACEMENT_H
#define TC_COMM_WORLD_PLACEMENT_H

#include "base/text/registry.h"

typedef enum tc_placement { TC_PLACEMENT_LOCAL, TC_PLACEMENT_MASTER } tc_placement;

extern const tc_registry tc_placements; /* the index is a tc_placement */

struct tc_world;

/* Around whatever makes a matrix or vectors, as the world says (tc_world.placement): what begin returns goes
 * to end. They may be nested. */
int tc_placement_begin(const struct tc_world *world);
void tc_placement_end(int threads);

#endif
