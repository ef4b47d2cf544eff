/* Lines that the layer `cached` moves (pgas/layer_facts.h), by its own tags over the loop nest. Internal to
 * loops/reference_partition. */
#ifndef TC_LOOPS_CACHE_LINE_COUNT_H
#define TC_LOOPS_CACHE_LINE_COUNT_H

#include "loops/reference_partition.h"

/* Sets lines of all partitions, as reference_partition.h says; count is known. Everything lives in the pool.
 * Errors: TC_INTERNAL out of memory. */
tc_status tc_cache_lines_count(const tc_loops *loops, int ranks_per_node, tc_pool *pool, int partitions,
                               tc_reference_partition *partition);

#endif
