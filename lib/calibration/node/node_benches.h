/* Benchmarks of a rank's memory, vector operations and sweeps, run by all ranks of a node at the same time.
 * Calibration (driver/calibration.c) calls them for each working set, level of memory, spread or width. The
 * benchmarks of products are in bench_product.h and those of devices in bench_device.h. */
#ifndef TC_CALIBRATION_NODE_NODE_BENCHES_H
#define TC_CALIBRATION_NODE_NODE_BENCHES_H

#include "calibration/timing/bench.h"
#include "machine/parameters/memory_reader.h"
#include "machine/parameters/params.h"

/* ---- bench_copy.c ---- */

/* Collective. Each function measures the seconds per copied value, on all ranks at the same time. Each rank
 * uses its threads and two arrays of `bytes` bytes in total. tc_bench_copy copies in order. tc_bench_pack
 * gathers values from rising indices that differ by four on average. tc_bench_unpack scatters values to such
 * indices. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_bench_copy(tc_bench *bench, size_t bytes, tc_estimate *value_s);
tc_status tc_bench_pack(tc_bench *bench, size_t bytes, tc_estimate *value_s);
tc_status tc_bench_unpack(tc_bench *bench, size_t bytes, tc_estimate *value_s);

/* ---- bench_gather.c ---- */

/* Pure. Sets spread_B to the spreads to measure, in rising order. A spread is the size in bytes of the part
 * of x from which entries are read at random. Four spreads cover the range from half the size of the
 * second-level cache to four times its size, in which the cost changes most. The other spreads are in equal
 * ratios from 16 KiB to 256 MiB. All are limited to `max_B` bytes. second_cache_B is the size of the
 * second-level cache per thread in bytes; 0 if unknown. */
void tc_bench_spreads(double second_cache_B, double max_B, double spread_B[TC_SPREADS]);

/* Collective. Sets entry_s[i], for each spread, to the extra seconds per off-diagonal entry of a product in
 * which each thread reads x at random from spread_B[i] bytes. The time is compared with that of a product
 * that reads x from the 64 values around the row (TC_MEMORY_READER_CONTIGUOUS). Both products run
 * alternately, on all ranks at the same time. Results are at least TC_MEMORY_READER_MIN_S
 * (machine/parameters/memory_reader.h). `bytes` is the largest working set of the benchmark (tc_bench_init),
 * which no spread may exceed. The matrix uses three quarters of `bytes`, at most 192 MiB. A thread reads from
 * the same bytes in all its rows. Almost every read therefore hits a cache line that the product has read
 * before. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_bench_gather(tc_bench *bench, int width, size_t bytes, int spreads, const double *spread_B,
                          tc_estimate *entry_s);

/* ---- bench_levels.c ---- */

/* Collective. Measures the bytes per second at which a rank reads `bytes` bytes of memory repeatedly and in
 * order. All ranks measure at the same time. Each OpenMP thread of a rank reads a separate part of the
 * memory. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_bench_read(tc_bench *bench, size_t bytes, tc_estimate *Bps);

/* ---- bench_smoothing.c ---- */

/* Collective. Measures the seconds per row of two consecutive sweeps of the multigrid smoother in single
 * precision (linear/cycle/cycle_level.h) on all ranks at the same time. Each rank uses its threads. Rows have
 * `width` entries, in columns that are near the row or one bandwidth (rows^(2/3)) away. The pattern is
 * symmetric. The rows and vectors have about `bytes` bytes (tc_smooth_row_bytes), and at least one block of
 * 128 rows. Ranks exchange no values. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails.
 */
tc_status tc_bench_smoothing(tc_bench *bench, int width, size_t bytes, tc_estimate *row_s);

/* ---- bench_stream.c ---- */

/* Collective. Measures the STREAM triad (McCalpin) a = b + s c over three arrays of `bytes` bytes in total
 * per rank. The ranks for which `active` is true run at the same time, each with its OpenMP threads. Sets
 * *Bps to the bytes per second of the slowest active rank, where each element counts as 24 bytes. Errors (on
 * all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_bench_stream(tc_bench *bench, size_t bytes, bool active, tc_estimate *Bps);

/* Not collective. Returns the size of a cache line in bytes that the system reports; 64 if it reports
 * none. */
double tc_cache_line_B(void);

/* ---- bench_sweep.c ---- */

/* Collective. Measures the seconds per row of sweeps through both triangular factors of a matrix
 * (sparse/triangular_factor.h) on all ranks at the same time. Each rank uses its threads. The matrix has the
 * rows of a product with a working set of `bytes` bytes (tc_bench_row). The number of colours of the rows is
 * typical of meshes with this width. A row couples neither to rows of the same colour nor to rows of another
 * thread. Ranks exchange no values. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI
 * fails. */
tc_status tc_bench_sweep(tc_bench *bench, int width, size_t bytes, tc_estimate *row_s);

/* ---- bench_vector.c ---- */

/* Collective. tc_bench_dot measures the seconds of one term of a reproducible dot product, and tc_bench_add
 * the seconds of one value of y += a x. All ranks measure at the same time, each with its threads. The arrays
 * of a thread fit into a first-level cache and have at most `bytes` bytes in total. Errors (on all ranks):
 * TC_INTERNAL if MPI fails. */
tc_status tc_bench_dot(tc_bench *bench, size_t bytes, tc_estimate *term_s);
tc_status tc_bench_add(tc_bench *bench, size_t bytes, tc_estimate *value_s);

/* Collective. Measures the seconds per row of the vector operations of conjugate gradients without
 * preconditioner, in arrays of `bytes` bytes in total. The operations are three passes over five arrays, in
 * which TC_VECTORS_STREAMS arrays are read or written and TC_VECTORS_DOTS reproducible dot products are
 * computed (linear/methods/method_cg.c). The reductions over ranks are not included. Errors (on all ranks):
 * TC_INTERNAL if MPI fails. */
tc_status tc_bench_vectors(tc_bench *bench, size_t bytes, tc_estimate *row_s);

#endif
