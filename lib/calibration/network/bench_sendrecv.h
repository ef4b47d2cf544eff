/* Benchmark of two-sided messages. Calibration (driver/calibration.c) calls it with two sizes for messages
 * within a node, and with one for messages between nodes. */
#ifndef TC_CALIBRATION_NETWORK_BENCH_SENDRECV_H
#define TC_CALIBRATION_NETWORK_BENCH_SENDRECV_H

#include "calibration/timing/bench.h"

/* Collective. Measures the seconds until a rank has sent a message of `bytes` bytes to one rank and received
 * one from another, on all ranks at the same time. If `far` is false, messages are sent within each node
 * only. Otherwise the ranks form a ring in which neighbours are on different nodes, provided that nodes have
 * equally many ranks. Messages are persistent, as in strategy `neighbour`. Errors (on all ranks): TC_INTERNAL
 * if memory is exhausted or MPI fails. */
tc_status tc_bench_sendrecv(tc_bench *bench, bool far, size_t bytes, tc_estimate *message_s);

#endif
