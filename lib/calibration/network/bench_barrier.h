/* Benchmark of syncs: barriers and reductions. Calibration (driver/calibration.c) calls both functions before
 * it measures rows through pointers, because it subtracts the time of a barrier from those. */
#ifndef TC_CALIBRATION_NETWORK_BENCH_BARRIER_H
#define TC_CALIBRATION_NETWORK_BENCH_BARRIER_H

#include "calibration/timing/bench.h"

/* Collective. Sets *node_s to the seconds of a barrier of the ranks of a node, measured on all nodes at the
 * same time, and *world_s to those of a barrier of all ranks. Errors (on all ranks): TC_INTERNAL if MPI
 * fails. */
tc_status tc_bench_barriers(tc_bench *bench, tc_estimate *node_s, tc_estimate *world_s);

/* Collective. Sets *node_s and *world_s, as tc_bench_barriers does, to the seconds of a reduction of two dot
 * products (tc_world_dots) over the ranks of a node and over all ranks. */
tc_status tc_bench_reductions(tc_bench *bench, tc_estimate *node_s, tc_estimate *world_s);

#endif
