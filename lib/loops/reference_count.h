/* Counts the accesses of each rank to a reference partition, a set of references that can be accessed
 * together (reference_partition.h). Called only by loops/reference_partition.c, once for each partition.
 * Internal to loops/reference_partition. */
#ifndef TC_LOOPS_REFERENCE_COUNT_H
#define TC_LOOPS_REFERENCE_COUNT_H

#include "loops/reference_partition.h"

/* Not collective. Counts the accesses of each rank and stores them in partition->count, whose arrays are
 * allocated in the pool. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_reference_partition_count_accesses(const tc_loops *loops, int ranks_per_node, tc_pool *pool,
                                                tc_reference_partition *partition);

#endif
