/* Benchmark of the read bandwidth of memory levels. Calibration (driver/calibration.c) calls it once for each
 * level of known size. */
#ifndef TC_CALIBRATION_NODE_BENCH_LEVELS_H
#define TC_CALIBRATION_NODE_BENCH_LEVELS_H

#include "calibration/timing/bench.h"
#include "machine/parameters/memory_reader.h"

/* Collective. Measures the bytes per second at which a rank reads `bytes` bytes of memory repeatedly and in
 * order. All ranks measure at the same time. Each OpenMP thread of a rank reads a separate part of the
 * memory. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_bench_read(tc_bench *bench, size_t bytes, tc_estimate *Bps);

#endif
