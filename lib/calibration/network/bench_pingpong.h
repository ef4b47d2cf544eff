/* What a network between nodes gives to large messages. */
#ifndef TC_CALIBRATION_NETWORK_BENCH_PINGPONG_H
#define TC_CALIBRATION_NETWORK_BENCH_PINGPONG_H

#include "calibration/timing/bench.h"

/* Both are collective and need at least two nodes that share no memory. Errors on all ranks. */

/* Bytes a second of a message that the first rank of node 2k sends to the first one of node 2k+1 and gets
 * back; all such pairs at once, the slowest counts. */
tc_status tc_bench_pingpong(tc_bench *bench, size_t bytes, tc_estimate *Bps);

/* Bytes a second that a node gets while every rank reads several pieces of `bytes` with one-sided gets from a
 * rank of the next node: both directions are busy, and so are all processors, which a ping-pong leaves idle
 * half of the time. */
tc_status tc_bench_exchange(tc_bench *bench, size_t bytes, tc_estimate *Bps);

#endif
