/* Benchmarks of the time per row of a product with an artificial matrix. Calibration (driver/calibration.c)
 * calls them for each working set, width and format. Other benchmarks use the same matrix. The measured time
 * of a row includes the cost of reading x in this matrix. The plan of a run (run/plan/read_counts.c)
 * therefore subtracts the reads of the artificial matrix from the reads of the mesh's matrix. */
#ifndef TC_CALIBRATION_NODE_BENCH_PRODUCT_H
#define TC_CALIBRATION_NODE_BENCH_PRODUCT_H

#include "calibration/timing/bench.h"
#include "sparse/matrix.h"
#include "sparse/reuse_distance.h"

/* Returns a pseudo-random number that depends only on n and is the same on every machine. */
uint32_t tc_bench_hash_index(uint32_t n);

/* Begins a new benchmark (calibration/timing/bench.h) with an artificial matrix. The number of rows is such
 * that the matrix with 32-bit columns and the two vectors of a product have `bytes` bytes (tc_row_bytes). The
 * columns are distributed as in a mesh in reverse Cuthill-McKee order: near the row, and one bandwidth
 * (rows^(2/3)) before and after it. The entries of each row sum to 1. */
tc_ell tc_bench_matrix(tc_bench *bench, int width, size_t bytes);

/* Not collective. Counts the reads of x in a product with the artificial matrix of `rows` rows by their reuse
 * distance. The result does not depend on the machine. If there are many rows, only the reads of a sample of
 * rows are counted. out->rows is the number of rows that the sample represents (tc_reuse_subtract). Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_bench_matrix_reuse(int32_t rows, int width, tc_reuse *out);

/* Collective. Measures the seconds per row of repeated products x <- M x, where M is the artificial matrix in
 * a storage format. All ranks measure at the same time, each with its threads and a separate matrix. Errors
 * (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_bench_row(tc_bench *bench, const tc_format *format, int width, size_t bytes, tc_estimate *row_s);

/* Collective. Measures the seconds per row of products whose values of x are read through a pointer to the
 * segment of their owner (comm/access/node_rows.h). Stripes of consecutive columns belong alternately to this
 * rank and to the next rank of the node. The owners have just written the values. A barrier of the node's
 * ranks follows each product; its time, barrier_s, is subtracted. Errors (on all ranks): those of
 * tc_window_create; TC_INTERNAL if MPI fails. */
tc_status tc_bench_pointer_row(tc_bench *bench, int width, size_t bytes, double barrier_s,
                               tc_estimate *row_s);

/* Collective. Measures the extra seconds of a short run of rows that read x through pointers, while the rows
 * around it do not. Rows have width 4, and all values belong to this rank: with values of another rank, the
 * necessary barriers would take longer than the runs. Runs have 1 to 3 rows and are separated by 1 to 64
 * plain rows. Both numbers are irregular, so that the processor cannot learn them unless `bytes` is small.
 * One call computes the rows of a run or the rows between two runs, as in the strategy fine. Products with
 * these runs and products with runs that are 16 times as long are timed alternately, and the result is their
 * difference per run. It is at least 0.1 ns. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_bench_pointer_run(tc_bench *bench, size_t bytes, tc_estimate *run_s);

#endif
