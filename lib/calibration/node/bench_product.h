/* Benchmarks of the time per row of a product with an artificial matrix. Calibration (driver/calibration.c)
 * calls them for each working set, width and format. Other benchmarks use the same matrix. The measured
 * time of a row includes the cost of reading x with the columns of this matrix. For a mesh, the plan of a
 * run (run/plan/read_counts.c) therefore counts only the reads of x by which the mesh's matrix exceeds
 * this one. */
#ifndef TC_CALIBRATION_NODE_BENCH_PRODUCT_H
#define TC_CALIBRATION_NODE_BENCH_PRODUCT_H

#include "calibration/timing/bench.h"
#include "sparse/matrix.h"
#include "sparse/reuse_distance.h"

/* Returns a pseudo-random number that depends only on n and is the same on every machine. */
uint32_t tc_bench_hash_index(uint32_t n);

/* Begins a new benchmark (calibration/timing/bench.h) with an artificial matrix. The matrix, with 32-bit
 * columns, and the two vectors of a product together have `bytes` bytes, which determines the number of rows
 * (tc_row_bytes). The columns are distributed as in the matrix of a mesh in reverse Cuthill-McKee order: near
 * the diagonal, and at a distance of about rows^(2/3), the bandwidth of the matrix, on both sides of it. The
 * entries of each row sum to 1. */
tc_ell tc_bench_matrix(tc_bench *bench, int width, size_t bytes);

/* Not collective. Counts the reads of x in a product with the artificial matrix of `rows` rows by their reuse
 * distance, which is the number of bytes accessed since the last read of the same cache line. The result does
 * not depend on the machine. If there are many rows, only the reads of a sample of rows are counted.
 * out->rows is the number of rows that the sample represents (tc_reuse_subtract). Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_bench_matrix_reuse(int32_t rows, int width, tc_reuse *out);

/* Collective. Measures the seconds per row of repeated products x <- M x, where M is the artificial matrix in
 * a storage format. All ranks measure at the same time, each with its threads and a separate matrix. Errors
 * (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_bench_row(tc_bench *bench, const tc_format *format, int width, size_t bytes, tc_estimate *row_s);

/* Collective. Measures the seconds per row of products that read each value of x through a pointer to the
 * shared memory of the owner (comm/access/node_rows.h). Stripes of consecutive columns belong alternately to
 * this rank and to the next rank of the node. The owners have written the values just before the product. A
 * barrier of the node's ranks follows each product, and its time barrier_s is subtracted. Errors (on all
 * ranks): those of tc_window_create; TC_INTERNAL if MPI fails. */
tc_status tc_bench_pointer_row(tc_bench *bench, int width, size_t bytes, double barrier_s,
                               tc_estimate *row_s);

/* Collective. Measures the extra seconds for the switch to a short run of consecutive rows that read x
 * through pointers, between plain rows that do not. Rows have width 4. All values belong to this rank,
 * because with values of another rank the necessary barriers would take longer than the runs. Runs have 1 to
 * 3 rows and are separated by 1 to 64 plain rows. Both numbers are irregular, so that the branch prediction
 * of the processor cannot learn them unless `bytes` is small. One function call computes the rows of a run or
 * the rows between two runs, as in the strategy fine. Products with these runs and products with runs that
 * are 16 times as long are timed alternately. The result is the difference of their times per run, and at
 * least 0.1 ns. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_bench_pointer_run(tc_bench *bench, size_t bytes, tc_estimate *run_s);

#endif
