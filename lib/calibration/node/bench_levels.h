/* What the levels of the memory deliver. */
#ifndef TC_CALIBRATION_NODE_BENCH_LEVELS_H
#define TC_CALIBRATION_NODE_BENCH_LEVELS_H

#include "calibration/timing/bench.h"
#include "machine/parameters/memory_reader.h"

/* Collective. Bytes per second that a rank reads in order, again and again, from `bytes` of memory, by all
 * ranks at once, each with its OpenMP threads, of which each has its part. Errors on all ranks. */
tc_status tc_bench_read(tc_bench *bench, size_t bytes, tc_estimate *Bps);

#endif
