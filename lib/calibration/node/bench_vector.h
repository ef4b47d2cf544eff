/* Benchmarks of the vector operations of solvers, without products. Calibration (driver/calibration.c) calls
 * all three functions for each working set. */
#ifndef TC_CALIBRATION_NODE_BENCH_VECTOR_H
#define TC_CALIBRATION_NODE_BENCH_VECTOR_H

#include "calibration/timing/bench.h"

/* Collective. The first function measures the seconds of one term of a reproducible dot product, the second
 * one those of one value of y += a x. All ranks measure at the same time, each with its threads. The arrays
 * of a thread fit into a first-level cache and have at most `bytes` bytes. Errors (on all ranks): TC_INTERNAL
 * if MPI fails. */
tc_status tc_bench_dot(tc_bench *bench, size_t bytes, tc_estimate *term_s);
tc_status tc_bench_add(tc_bench *bench, size_t bytes, tc_estimate *value_s);

/* Collective. Measures the seconds per row of the vector operations of conjugate gradients without
 * preconditioner, in arrays of `bytes` bytes in total. These are three passes over five arrays, in which
 * TC_VECTORS_STREAMS arrays are read or written and TC_VECTORS_DOTS reproducible dot products are computed
 * (linear/methods/method_cg.c). The reductions over ranks are not included. Errors (on all ranks):
 * TC_INTERNAL if MPI fails. */
tc_status tc_bench_vectors(tc_bench *bench, size_t bytes, tc_estimate *row_s);

#endif
