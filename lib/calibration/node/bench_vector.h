/* What a solver does with vectors beside products, on vectors made for the purpose. */
#ifndef TC_CALIBRATION_NODE_BENCH_VECTOR_H
#define TC_CALIBRATION_NODE_BENCH_VECTOR_H

#include "calibration/timing/bench.h"

/* Collective, by all ranks at once, each with its threads, whose arrays lie in first caches and
 * take `bytes` at most: seconds of one term of a reproducible dot product, of one value of y += a x. Errors
 * on all ranks. */
tc_status tc_bench_dot(tc_bench *bench, size_t bytes, tc_estimate *term_s);
tc_status tc_bench_add(tc_bench *bench, size_t bytes, tc_estimate *value_s);

/* The same of one row, in arrays of `bytes` altogether, of what conjugate gradients without preconditioner do
 * beside the product: three passes over five arrays, with TC_VECTORS_STREAMS arrays read or written and
 * TC_VECTORS_DOTS reproducible dot products (linear/methods/method_cg.c; what ranks add up is left out). */
tc_status tc_bench_vectors(tc_bench *bench, size_t bytes, tc_estimate *row_s);

#endif
