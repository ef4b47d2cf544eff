/* Benchmark of the bandwidth of large messages between nodes. Calibration (driver/calibration.c) calls both
 * functions if the ranks are on several nodes. */
#ifndef TC_CALIBRATION_NETWORK_BENCH_PINGPONG_H
#define TC_CALIBRATION_NETWORK_BENCH_PINGPONG_H

#include "calibration/timing/bench.h"

/* The following functions are collective and require at least two nodes that share no memory. Errors (on all
 * ranks): TC_INTERNAL if memory is exhausted or MPI fails, and those of tc_window_create. */

/* Measures the bandwidth, in bytes per second, of a message of `bytes` bytes that the first rank of node 2k
 * sends to the first rank of node 2k+1, which returns it. All such pairs of nodes run at the same time, and
 * the result is that of the slowest pair. */
tc_status tc_bench_pingpong(tc_bench *bench, size_t bytes, tc_estimate *Bps);

/* Measures the bytes per second that a node receives while every rank reads several segments of `bytes` bytes
 * from a rank of the next node with one-sided gets. Both directions and all cores are then busy, whereas a
 * ping-pong uses one direction at a time. */
tc_status tc_bench_exchange(tc_bench *bench, size_t bytes, tc_estimate *Bps);

#endif
