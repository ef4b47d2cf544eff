/* Benchmarks of rows of the product, on an artificial matrix. Calibration (driver/calibration.c) calls them
 * for each working set, width and format. Other benchmarks use the same matrix. The plan of a run
 * (run/plan/read_counts.c) subtracts the reads of this matrix from those of a mesh, because the measured time
 * of a row includes them. */
#ifndef TC_CALIBRATION_NODE_BENCH_PRODUCT_H
#define TC_CALIBRATION_NODE_BENCH_PRODUCT_H

#include "calibration/timing/bench.h"
#include "sparse/matrix.h"
#include "sparse/reuse_distance.h"

/* Returns a pseudo-random number, the same on every machine. */
uint32_t tc_bench_hash_index(uint32_t n);

/* Begins a new benchmark (calibration/timing/bench.h) with an artificial matrix. It has as many rows as need
 * `bytes` bytes with 32-bit columns and vectors (tc_row_bytes). Its columns are distributed as in a mesh in
 * reverse Cuthill-McKee order: near the row, and one bandwidth (rows^(2/3)) before and after it. Each row
 * sums to 1. */
tc_ell tc_bench_matrix(tc_bench *bench, int width, size_t bytes);

/* Not collective. Counts the reads of the columns of the artificial matrix with `rows` rows. The result does
 * not depend on the machine. If there are many rows, only some are counted, and out->rows is the number of
 * rows that they represent (tc_reuse_subtract). Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_bench_matrix_reuse(int32_t rows, int width, tc_reuse *out);

/* Collective. Measures the seconds per row of repeated products x <- M x on all ranks at the same time, each
 * with its threads and its matrix. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_bench_row(tc_bench *bench, const tc_format *format, int width, size_t bytes, tc_estimate *row_s);

/* Collective. Measures the seconds per row as tc_bench_row does, for columns that belong in stripes to this
 * rank and to the next one of the node. All columns are read through a pointer to the owner's segment
 * (comm/access/node_rows.h), which the owner has just written. A barrier of the node follows each product,
 * and its time barrier_s is subtracted. Errors (on all ranks): those of tc_window_create; TC_INTERNAL if MPI
 * fails. */
tc_status tc_bench_pointer_row(tc_bench *bench, int width, size_t bytes, double barrier_s,
                               tc_estimate *row_s);

/* Collective. Measures the extra seconds of a row of width 4 that is read through pointers, if only one row
 * of about 16 is. The row reads values of the rank itself. The rows before and after it are computed
 * separately, as the strategy fine does. Products with and without such rows alternate. The result is at
 * least 0.1 ns. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_bench_isolated_row(tc_bench *bench, size_t bytes, tc_estimate *row_s);

#endif
