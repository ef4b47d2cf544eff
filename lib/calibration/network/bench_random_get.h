/* What single values cost between nodes. */
#ifndef TC_CALIBRATION_NETWORK_BENCH_RANDOM_GET_H
#define TC_CALIBRATION_NETWORK_BENCH_RANDOM_GET_H

#include "calibration/timing/bench.h"

/* Both are collective, need at least two nodes that share no memory, and keep all ranks busy at once. Errors
 * on all ranks. */

/* Lagraviere 2019, Listing 6: seconds of one value of a shared vector read at a random place on a random rank
 * of another node, completed before the next; the time of walking the list of places alone is taken off. */
tc_status tc_bench_random_get(tc_bench *bench, tc_estimate *get_s);

/* Seconds of one put of a few values to a rank of the next node and its completion there. */
tc_status tc_bench_message(tc_bench *bench, tc_estimate *put_s);

#endif
