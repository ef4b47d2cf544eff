/* How many accesses a partition makes. Internal to loops/reference_partition. */
#ifndef TC_LOOPS_REFERENCE_COUNT_H
#define TC_LOOPS_REFERENCE_COUNT_H

#include "loops/reference_partition.h"

/* Sets partition->count, in the pool. Errors: TC_INTERNAL out of memory. */
tc_status tc_reference_partition_count_accesses(const tc_loops *loops, int ranks_per_node, tc_pool *pool,
                                                tc_reference_partition *partition);

#endif
