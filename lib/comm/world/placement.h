/* Placement of arrays in the memory of nodes with several NUMA nodes, where a page is placed near the
 * processor that touches it first. Arrays are initialised by OpenMP loops over rows with the same schedule as
 * the computation, so pages are near the threads that use them. For the placement `master`, one thread
 * executes these loops, so all pages are near the master thread, as in the simple kernel of Langguth et al.
 * 2015 (Fig. 4). The placement changes no bit of any result. No function is collective. */
#ifndef TC_COMM_WORLD_PLACEMENT_H
#define TC_COMM_WORLD_PLACEMENT_H

#include "base/text/registry.h"

typedef enum tc_placement { TC_PLACEMENT_LOCAL, TC_PLACEMENT_MASTER } tc_placement;

extern const tc_registry tc_placements; /* names of the placements; the index is a tc_placement */

struct tc_world;

/* Callers enclose the allocation of a matrix or of vectors in these two calls, so that the pages of the
 * arrays have the placement tc_world.placement. For the placement `master`, tc_placement_begin sets the
 * number of threads to 1. It returns the previous number, which the caller passes to tc_placement_end. The
 * pairs may be nested. */
int tc_placement_begin(const struct tc_world *world);
void tc_placement_end(int threads);

#endif
