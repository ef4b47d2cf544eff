/* What a row of a triangle costs, on a matrix made for the purpose. */
#ifndef TC_CALIBRATION_NODE_BENCH_SWEEP_H
#define TC_CALIBRATION_NODE_BENCH_SWEEP_H

#include "calibration/timing/bench.h"

/* Collective. Seconds of one row in sweeps through both triangles of a matrix (sparse/triangular_factor.h),
 * one after the other, by all ranks at once, each with its threads and as many rows as take `bytes` in a
 * product (tc_bench_row). Rows have colours, as many as meshes need for rows of that width, and touch no row
 * of their own one, and of no other thread. Nothing is exchanged. Errors on all ranks. */
tc_status tc_bench_sweep(tc_bench *bench, int width, size_t bytes, tc_estimate *row_s);

#endif
