/* Count of the cache lines that a software cache of shared arrays moves (layer `cached`, pgas/layer_facts.h),
 * by a simulation of its tags over the loop nest. Only loops/reference_partition.c calls it, after the
 * accesses of all partitions are counted. Internal to loops/reference_partition. */
#ifndef TC_LOOPS_CACHE_LINE_COUNT_H
#define TC_LOOPS_CACHE_LINE_COUNT_H

#include "loops/reference_partition.h"

/* Not collective. Sets `lines` of all partitions as described in reference_partition.h. Requires that `count`
 * of all partitions is set. All memory comes from the pool. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_cache_lines_count(const tc_loops *loops, int ranks_per_node, tc_pool *pool, int partitions,
                               tc_reference_partition *partition);

#endif
