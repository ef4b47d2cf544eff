/* Benchmarks of small one-sided transfers between nodes. Calibration (driver/calibration.c) calls both
 * functions if the ranks are on several nodes. */
#ifndef TC_CALIBRATION_NETWORK_BENCH_RANDOM_GET_H
#define TC_CALIBRATION_NETWORK_BENCH_RANDOM_GET_H

#include "calibration/timing/bench.h"

/* The following functions are collective, require at least two nodes that share no memory, and use all ranks
 * at the same time. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails, and those of
 * tc_window_create. */

/* Measures the seconds to read one value of a shared vector at a random index on a random rank of another
 * node. Each read is completed before the next one. The time of a loop that visits the list of indices
 * without reading remote values is subtracted. Source: Lagraviere 2019, Listing 6. */
tc_status tc_bench_random_get(tc_bench *bench, tc_estimate *get_s);

/* Measures the seconds of one put of a few values to a rank of the next node, including the flush that
 * completes it there. */
tc_status tc_bench_message(tc_bench *bench, tc_estimate *put_s);

#endif
