/* Placement of arrays in the memory of nodes with several NUMA nodes, where a page belongs to the processor
 * that touches it first. Arrays are initialised by OpenMP loops over rows with the same schedule as the
 * computation, so pages are near the threads that use them. With one thread the same loops place all pages
 * near the master thread, as the simple kernel of Langguth et al. 2015 (Fig. 4) does. Arenas, operators and
 * the format choice bracket their allocations with it. The placement changes no bit of any result. No
 * function is collective. */
#ifndef TC_COMM_WORLD_PLACEMENT_H
#define TC_COMM_WORLD_PLACEMENT_H

#include "base/text/registry.h"

typedef enum tc_placement { TC_PLACEMENT_LOCAL, TC_PLACEMENT_MASTER } tc_placement;

extern const tc_registry tc_placements; /* index: tc_placement */

struct tc_world;

/* Bracket around the code that allocates a matrix or vectors, with the placement tc_world.placement.
 * tc_placement_begin returns the number of threads, which the caller passes to tc_placement_end. Brackets may
 * be nested. */
int tc_placement_begin(const struct tc_world *world);
void tc_placement_end(int threads);

#endif
