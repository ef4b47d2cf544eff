/* What the levels of the memory deliver. */
#ifndef TC_MACHINE_BENCH_LEVELS_H
#define TC_MACHINE_BENCH_LEVELS_H

#include "machine/bench.h"
#include "machine/params.h"

/* Collective. Bytes per second that a rank reads in order, again and again, from `bytes` of memory, by all
 * ranks at once, each with its OpenMP threads, of which each has its part. Errors on all ranks. */
tc_status tc_bench_read(tc_bench *bench, size_t bytes, tc_estimate *Bps);

/* So many bytes a rank of so many threads reads to find what a level delivers: for L1 half of what it holds;
 * for L2 and L3 what no longer fits into the cache before, but not much more of it than that, because large
 * caches are announced that others use too; for memory `most`, which is never exceeded. A cache that holds
 * exactly what the one before it does is none: the same as for that. cache: of a thread
 * (machine/caches.h); 0 where it is not known. Pure. */
double tc_bench_level_B(const double cache[TC_LEVELS], int level, int threads, double most);

#endif
