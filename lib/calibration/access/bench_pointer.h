/* Benchmark of one access of strategy `naive`: an access through a pointer-to-shared
 * (comm/access/shared_pointer.h), without an access layer. The result is the machine parameter pointer_s.
 * Calibration runs the benchmark with those of access patterns. A run repeats it before its forecast if the
 * machine file contains pointer_s. */
#ifndef TC_CALIBRATION_ACCESS_BENCH_POINTER_H
#define TC_CALIBRATION_ACCESS_BENCH_POINTER_H

#include "calibration/timing/bench.h"

/* Collective. Measures the seconds of one access to an owned value. The accesses are grouped as in the rows
 * of a product, in memory that fits into a first-level cache. The time to load the value itself is not
 * included, because it is part of the time of rows. All ranks access at the same time. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_bench_pointer(tc_bench *bench, tc_estimate *access);

#endif
