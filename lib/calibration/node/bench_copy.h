/* What it costs to move values inside a rank. */
#ifndef TC_CALIBRATION_NODE_BENCH_COPY_H
#define TC_CALIBRATION_NODE_BENCH_COPY_H

#include "calibration/timing/bench.h"

/* Collective, by all ranks at once, each with its threads and two arrays of `bytes` altogether. Seconds of
 * one value: copied in order; gathered from one array at rising places, four apart on average, into the other
 * (pack); scattered the same way (unpack). Errors on all ranks. */
tc_status tc_bench_copy(tc_bench *bench, size_t bytes, tc_estimate *value_s);
tc_status tc_bench_pack(tc_bench *bench, size_t bytes, tc_estimate *value_s);
tc_status tc_bench_unpack(tc_bench *bench, size_t bytes, tc_estimate *value_s);

#endif
