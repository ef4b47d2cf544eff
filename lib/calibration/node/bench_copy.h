/* Benchmark of copies within a rank: in order, and gathered or scattered as in pack and unpack. Calibration
 * (driver/calibration.c) calls all three. */
#ifndef TC_CALIBRATION_NODE_BENCH_COPY_H
#define TC_CALIBRATION_NODE_BENCH_COPY_H

#include "calibration/timing/bench.h"

/* Collective. Measure the seconds per value on all ranks at the same time. Each rank uses its threads and two
 * arrays of `bytes` bytes in total. The first function copies in order. The second one gathers into the other
 * array from rising indices that are four apart on average (pack). The third one scatters to such indices
 * (unpack). Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_bench_copy(tc_bench *bench, size_t bytes, tc_estimate *value_s);
tc_status tc_bench_pack(tc_bench *bench, size_t bytes, tc_estimate *value_s);
tc_status tc_bench_unpack(tc_bench *bench, size_t bytes, tc_estimate *value_s);

#endif
