/* Count of the cache lines that a software cache of shared arrays moves (layer `cached`, pgas/layer_facts.h),
 * by a simulation of its tags over the loop nest. Only loops/reference_partition.c calls it, after the
 * accesses of all partitions are counted. Internal to loops/reference_partition. */
#ifndef TC_LOOPS_CACHE_LINE_COUNT_H
#define TC_LOOPS_CACHE_LINE_COUNT_H

#include "loops/reference_partition.h"

/* Not collective. Sets the member `lines` of partition[0 .. partitions-1], which are all partitions of the
 * program, as reference_partition.h describes it. The member `count` of all of them must be set. Allocates
 * all memory in the pool. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_cache_lines_count(const tc_loops *loops, int ranks_per_node, tc_pool *pool, int partitions,
                               tc_reference_partition *partition);

#endif
