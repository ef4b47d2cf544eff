/* Counts the cache lines that each rank fetches and writes back if it accesses shared arrays through a
 * software cache (layer `cached`, pgas/layer_facts.h). The count simulates the tags of the cache over the
 * loop nest. Called only by loops/reference_partition.c, after the accesses of all partitions are counted.
 * Internal to loops/reference_partition. */
#ifndef TC_LOOPS_CACHE_LINE_COUNT_H
#define TC_LOOPS_CACHE_LINE_COUNT_H

#include "loops/reference_partition.h"

/* Not collective. Sets the member `lines` (loops/reference_partition.h) of partition[partitions], the array
 * of all reference partitions of the program. The caller must have set the member `count` of each partition.
 * Allocates all memory in the pool. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_cache_lines_count(const tc_loops *loops, int ranks_per_node, tc_pool *pool, int partitions,
                               tc_reference_partition *partition);

#endif
