/* What single reads of x cost beyond those that lie together, on a matrix made for the purpose. */
#ifndef TC_CALIBRATION_NODE_BENCH_GATHER_H
#define TC_CALIBRATION_NODE_BENCH_GATHER_H

#include "calibration/timing/bench.h"
#include "machine/parameters/params.h"

/* Sizes to measure single reads with, rising: four from half of a second cache to four times that, where most
 * happens, the others in equal ratios from 16 KiB to 256 MiB; none beyond `most`. second_cache_B: of a
 * thread; 0: not known. Pure. */
void tc_bench_spreads(double second_cache_B, double most, double spread_B[TC_SPREADS]);

/* Collective. entry_s[spreads]: seconds that an entry of a row beside its diagonal takes longer when each
 * thread reads its columns at random from spread_B[] bytes of x than when they are drawn from the 8 values
 * around the row's own; both in turns, by all ranks at once, and no less than TC_MEMORY_READER_MIN_S
 * (machine/parameters/memory_reader.h). bytes: the largest working set of the benchmark (tc_bench_init),
 * which a spread is no larger than; the matrix takes three quarters of it, but no more than 192 MiB. The
 * bytes of a thread stay the same for all of its rows, so next to no read is the first of its line in a
 * product. Errors on all ranks. */
tc_status tc_bench_gather(tc_bench *bench, int width, size_t bytes, int spreads, const double *spread_B,
                          tc_estimate *entry_s);

#endif
