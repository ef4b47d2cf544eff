/* What two-sided messages cost. */
#ifndef TC_CALIBRATION_NETWORK_BENCH_SENDRECV_H
#define TC_CALIBRATION_NETWORK_BENCH_SENDRECV_H

#include "calibration/timing/bench.h"

/* Collective. Seconds until a rank has sent a message of `bytes` to one rank and got one from another, all
 * ranks at once: inside each node, or (far) around a ring in which neighbours live on different nodes, where
 * nodes have as many ranks. The messages are made once and started each time, as strategy `neighbour` does.
 * Errors on all ranks. */
tc_status tc_bench_sendrecv(tc_bench *bench, bool far, size_t bytes, tc_estimate *message_s);

#endif
