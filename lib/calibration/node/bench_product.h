/* What a row of the product costs, on a matrix made for the purpose. */
#ifndef TC_CALIBRATION_NODE_BENCH_PRODUCT_H
#define TC_CALIBRATION_NODE_BENCH_PRODUCT_H

#include "calibration/timing/bench.h"
#include "sparse/matrix.h"
#include "sparse/reuse_distance.h"

/* A number without pattern, the same on every machine. */
uint32_t tc_bench_hash_index(uint32_t n);

/* Begins a new benchmark (calibration/timing/bench.h) with a matrix of as many rows as take `bytes` with
 * 32-bit columns and vectors (tc_row_bytes). Its columns lie as in a mesh in reverse Cuthill-McKee order:
 * near the row and one bandwidth (rows^(2/3)) before and behind it. Row sums are 1. */
tc_ell tc_bench_matrix(tc_bench *bench, int width, size_t bytes);

/* Reads of the columns of a matrix of so many rows, whatever the machine; of many rows some are counted, and
 * out->rows tells what for (tc_reuse_subtract). Not collective. Errors: TC_INTERNAL out of memory. */
tc_status tc_bench_matrix_reuse(int32_t rows, int width, tc_reuse *out);

/* Collective. Seconds of one row in repeated products x <- M x, by all ranks at once, each with its threads
 * and such a matrix. Errors on all ranks. */
tc_status tc_bench_row(tc_bench *bench, const tc_format *format, int width, size_t bytes, tc_estimate *row_s);

/* The same where columns belong in stripes to this rank and to the next one of the node, and are all read
 * through a pointer to the owner's piece (comm/access/node_rows.h), which the owner has just written. A
 * barrier of the node, whose cost is taken off, stands between the products. */
tc_status tc_bench_pointer_row(tc_bench *bench, int width, size_t bytes, double barrier_s,
                               tc_estimate *row_s);

/* Collective. What a row of width 4 costs beyond a plain one where it alone, of some 16, is read through
 * pointers, to values of the rank itself: rows before and behind it are done by themselves, as the strategy
 * fine does them. Both in turns; no less than 0.1 ns. Errors on all ranks. */
tc_status tc_bench_isolated_row(tc_bench *bench, size_t bytes, tc_estimate *row_s);

#endif
