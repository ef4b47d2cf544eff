/* Benchmark of the rows of triangular factors of an artificial matrix. Calibration (driver/calibration.c)
 * calls it for the smaller working sets. */
#ifndef TC_CALIBRATION_NODE_BENCH_SWEEP_H
#define TC_CALIBRATION_NODE_BENCH_SWEEP_H

#include "calibration/timing/bench.h"

/* Collective. Measures the seconds per row of sweeps through both triangular factors of a matrix
 * (sparse/triangular_factor.h) on all ranks at the same time. Each rank uses its threads. The matrix has the
 * rows of a product with a working set of `bytes` bytes (tc_bench_row). The number of colours of the rows is
 * typical of meshes with this width. They couple neither to rows of their own colour nor to rows of another
 * thread. Nothing is exchanged. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_bench_sweep(tc_bench *bench, int width, size_t bytes, tc_estimate *row_s);

#endif
