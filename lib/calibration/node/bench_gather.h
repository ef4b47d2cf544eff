/* Benchmark of single reads of x in a product: the cost of a read at random within a range of x, called the
 * spread, minus the cost of a read near the row. Calibration (driver/calibration.c) chooses the spreads, in
 * bytes, with tc_bench_spreads. It measures the cost at each spread for each matrix width. */
#ifndef TC_CALIBRATION_NODE_BENCH_GATHER_H
#define TC_CALIBRATION_NODE_BENCH_GATHER_H

#include "calibration/timing/bench.h"
#include "machine/parameters/params.h"

/* Pure. Sets spread_B to the spreads to measure, in rising order. Four of them range from half a second-level
 * cache to four times its size, where the cost changes most. The others are in equal ratios from 16 KiB to
 * 256 MiB. No spread exceeds `most` bytes. second_cache_B is the size of the second-level cache per thread in
 * bytes; 0 if unknown. */
void tc_bench_spreads(double second_cache_B, double most, double spread_B[TC_SPREADS]);

/* Collective. Sets entry_s[i], for each spread, to the extra seconds of an off-diagonal entry if each thread
 * reads its columns at random from spread_B[i] bytes of x. The comparison is a product that reads them from
 * the 64 values around the row (TC_MEMORY_READER_CONTIGUOUS). Both products alternate, on all ranks at the
 * same time. Results are at least TC_MEMORY_READER_MIN_S (machine/parameters/memory_reader.h). `bytes` is the
 * largest working set of the benchmark (tc_bench_init), which no spread may exceed. The matrix uses three
 * quarters of `bytes`, at most 192 MiB. A thread reads from the same bytes in all its rows, so almost no read
 * is the first of its line in a product. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_bench_gather(tc_bench *bench, int width, size_t bytes, int spreads, const double *spread_B,
                          tc_estimate *entry_s);

#endif
