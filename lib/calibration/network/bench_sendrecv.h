/* Benchmark of two-sided messages. Calibration (driver/calibration.c) calls it with two sizes for messages
 * within a node, and with one for messages between nodes. */
#ifndef TC_CALIBRATION_NETWORK_BENCH_SENDRECV_H
#define TC_CALIBRATION_NETWORK_BENCH_SENDRECV_H

#include "calibration/timing/bench.h"

/* Collective. Measures the seconds until a rank has sent a message of `bytes` bytes to the next rank of a
 * ring and received one from the previous rank. All ranks do so at the same time. If `far` is false, the
 * ranks of each node form a ring. Otherwise all ranks form one ring, in which consecutive ranks are on
 * different nodes if all nodes have the same number of ranks. Messages are persistent, as in strategy
 * `neighbour`. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_bench_sendrecv(tc_bench *bench, bool far, size_t bytes, tc_estimate *message_s);

#endif
