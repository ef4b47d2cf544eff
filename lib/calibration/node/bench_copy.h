/* Benchmarks of copies within the memory of a rank: in order, and through a list of indices as in pack and
 * unpack. Calibration (driver/calibration.c) calls all three functions. */
#ifndef TC_CALIBRATION_NODE_BENCH_COPY_H
#define TC_CALIBRATION_NODE_BENCH_COPY_H

#include "calibration/timing/bench.h"

/* Collective. Each function measures the seconds per copied value, on all ranks at the same time. Each rank
 * uses its threads and two arrays of `bytes` bytes in total. tc_bench_copy copies in order. tc_bench_pack
 * gathers values from rising indices that differ by four on average. tc_bench_unpack scatters values to such
 * indices. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_bench_copy(tc_bench *bench, size_t bytes, tc_estimate *value_s);
tc_status tc_bench_pack(tc_bench *bench, size_t bytes, tc_estimate *value_s);
tc_status tc_bench_unpack(tc_bench *bench, size_t bytes, tc_estimate *value_s);

#endif
