/* What `naive` takes for an access: a pointer-to-shared by itself (comm/access/shared_pointer.h), no layer in
 * front of it.
 */
#ifndef TC_CALIBRATION_ACCESS_BENCH_POINTER_H
#define TC_CALIBRATION_ACCESS_BENCH_POINTER_H

#include "calibration/timing/bench.h"

/* Collective. Seconds of one access to an own value, as many after each other as a row has, in memory that
 * lies in a first cache: what the value itself takes to come, rows take too. All ranks do so at the same
 * time. Errors on all ranks. */
tc_status tc_bench_pointer(tc_bench *bench, tc_estimate *access);

#endif
