/* What a solver does with vectors beside products, on vectors made for the purpose. */
#ifndef TC_MACHINE_BENCH_VECTOR_H
#define TC_MACHINE_BENCH_VECTOR_H

#include "machine/bench.h"

/* Collective, by all ranks at once, each with its threads. Seconds of one value of y += a x, in two arrays of
 * `bytes` altogether. Errors on all ranks. */
tc_status tc_bench_update(tc_bench *bench, size_t bytes, tc_estimate *value_s);

/* The same of one row of what conjugate gradients without preconditioner do beside the product: three passes
 * over five arrays, with TC_VECTORS_STREAMS arrays read or written and TC_VECTORS_DOTS reproducible dot
 * products (linear/method_cg.c; what ranks add up is left out). */
tc_status tc_bench_vectors(tc_bench *bench, size_t bytes, tc_estimate *row_s);

#endif
