/* What it costs ranks to meet. */
#ifndef TC_CALIBRATION_NETWORK_BENCH_BARRIER_H
#define TC_CALIBRATION_NETWORK_BENCH_BARRIER_H

#include "calibration/timing/bench.h"

/* Collective. Seconds of a barrier of each node's ranks (all nodes at once), and of a barrier of all ranks.
 */
tc_status tc_bench_barriers(tc_bench *bench, tc_estimate *node_s, tc_estimate *world_s);

/* Collective. The same of a reduction of two dot products (tc_world_dots). */
tc_status tc_bench_reductions(tc_bench *bench, tc_estimate *node_s, tc_estimate *world_s);

#endif
