/* The memory bandwidth that a rank has while all ranks of all nodes stream at once. */
#ifndef TC_MACHINE_BENCH_STREAM_H
#define TC_MACHINE_BENCH_STREAM_H

#include "comm/world.h"
#include "machine/params.h"

/* Collective. STREAM triad (McCalpin), a = b + s c, over three arrays of `bytes` altogether per rank, by all
 * ranks at once, each with its OpenMP threads, `repeats` times; the bandwidth of a repeat counts 24 bytes an
 * element, the result is the median over repeats and then the lowest over ranks. Fills private_bandwidth_Bps
 * and cache_line_B. Errors on all ranks. */
tc_status tc_bench_stream(const tc_world *world, size_t bytes, int repeats, tc_params *params);

#endif
