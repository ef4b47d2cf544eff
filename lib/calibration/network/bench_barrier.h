/* Benchmark of syncs: barriers and reductions. Calibration (driver/calibration.c) calls both functions before
 * it measures rows through pointers, from which the time of a barrier is subtracted. */
#ifndef TC_CALIBRATION_NETWORK_BENCH_BARRIER_H
#define TC_CALIBRATION_NETWORK_BENCH_BARRIER_H

#include "calibration/timing/bench.h"

/* Collective. Measures the seconds of a barrier of the ranks of each node, on all nodes at the same time, and
 * of a barrier of all ranks. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_bench_barriers(tc_bench *bench, tc_estimate *node_s, tc_estimate *world_s);

/* Collective. Measures the seconds of a reduction of two dot products (tc_world_dots), within each node and
 * over all ranks as tc_bench_barriers does. */
tc_status tc_bench_reductions(tc_bench *bench, tc_estimate *node_s, tc_estimate *world_s);

#endif
