/* Benchmark of the memory bandwidth that a rank has while all ranks of all nodes stream at the same time.
 * Calibration (driver/calibration.c) calls it for each working set, and with one active rank per node. */
#ifndef TC_CALIBRATION_NODE_BENCH_STREAM_H
#define TC_CALIBRATION_NODE_BENCH_STREAM_H

#include <stddef.h>

#include "calibration/timing/bench.h"

/* Collective. Measures the STREAM triad (McCalpin) a = b + s c over three arrays of `bytes` bytes in total
 * per rank. The ranks for which `active` is true run at the same time, each with its OpenMP threads. The
 * result is that of the slowest rank, with 24 bytes per element. Errors (on all ranks): TC_INTERNAL if MPI
 * fails. */
tc_status tc_bench_stream(tc_bench *bench, size_t bytes, bool active, tc_estimate *Bps);

/* Not collective. Returns the bytes of a cache line according to the system; 64 if unknown. */
double tc_cache_line_B(void);

#endif
