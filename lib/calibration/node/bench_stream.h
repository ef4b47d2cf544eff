/* The memory bandwidth that a rank has while all ranks of all nodes stream at once. */
#ifndef TC_CALIBRATION_NODE_BENCH_STREAM_H
#define TC_CALIBRATION_NODE_BENCH_STREAM_H

#include <stddef.h>

#include "calibration/timing/bench.h"

/* Collective. STREAM triad (McCalpin), a = b + s c, over three arrays of `bytes` altogether per rank, by the
 * ranks with `active` at once, each with its OpenMP threads; counts 24 bytes an element, of the slowest rank.
 * Errors on all ranks. */
tc_status tc_bench_stream(tc_bench *bench, size_t bytes, bool active, tc_estimate *Bps);

/* Bytes of a cache line, from the system; 64 where it does not tell. Not collective. */
double tc_cache_line_B(void);

#endif
