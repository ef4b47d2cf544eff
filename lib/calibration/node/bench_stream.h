/* Benchmark of the memory bandwidth of a rank while other ranks of the node use the memory too. Calibration
 * (driver/calibration.c) calls it for each working set with all ranks active, and once with one active rank
 * per node. */
#ifndef TC_CALIBRATION_NODE_BENCH_STREAM_H
#define TC_CALIBRATION_NODE_BENCH_STREAM_H

#include <stddef.h>

#include "calibration/timing/bench.h"

/* Collective. Measures the STREAM triad (McCalpin) a = b + s c over three arrays of `bytes` bytes in total
 * per rank. The ranks for which `active` is true run at the same time, each with its OpenMP threads. Sets
 * *Bps to the bytes per second of the slowest active rank, where each element counts as 24 bytes. Errors (on
 * all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_bench_stream(tc_bench *bench, size_t bytes, bool active, tc_estimate *Bps);

/* Not collective. Returns the size of a cache line in bytes that the system reports; 64 if it reports
 * none. */
double tc_cache_line_B(void);

#endif
