/* Benchmark of accesses to shared arrays by pattern (Zhang and Seidel 2006, section 3.1), through the layers
 * that programs use (pgas/shared_access.h). Calibration (driver/calibration_patterns.c) and `finegrain bench`
 * call tc_bench_patterns once. The results are machine parameters for the forecasts of loop nests and of the
 * strategy naive. */
#ifndef TC_CALIBRATION_ACCESS_BENCH_ACCESS_PATTERNS_H
#define TC_CALIBRATION_ACCESS_BENCH_ACCESS_PATTERNS_H

#include "calibration/timing/bench.h"
#include "machine/parameters/params.h"

enum {
  TC_PATTERN_FIRST = TC_PARAM_baseline_near_read_s,
  TC_PATTERN_PARAMS = TC_PARAM_cached_miss_s - TC_PATTERN_FIRST + 1
};

/* Collective. Measures the parameters from TC_PATTERN_FIRST on. A parameter is 0 if it is not measured. All
 * ranks access at the same time.
 * - private and local: the same elements, in order and at random, with single accesses. private_read_s is the
 * time in order. local_read_s is that time plus the average extra time of pointers-to-shared over both
 * orders, so that the time of the memory cancels.
 * - baseline: single random elements of all other ranks of the node (near) or of other nodes (far), with
 * layer plain.
 * - vector, coalesce: 1, 16 and 256 elements of one rank per operation, consecutive or with strides from 1 to
 * 8, with layer batched. operation_s and value_s are the line through these times with the smallest sum of
 * squared relative errors.
 * - mixed_s: extra time of owned and other elements of the node in random order, compared to alternating
 * order.
 * - cached_miss_s, cached_hit_s: an element with layer cached, if its line is never or always cached.
 *
 * If `all` is false, it measures only private, local, owner_test_s, pointer_s (bench_pointer.h) and reads
 * from other ranks. These reads are single elements, and for other nodes also sequences with strides. This
 * takes some hundredths of a second with the effort of a run. Errors (on all ranks): TC_INTERNAL if memory is
 * exhausted or MPI fails. */
tc_status tc_bench_patterns(tc_bench *bench, bool all, tc_estimate rate[TC_PATTERN_PARAMS]);

#define TC_ACCESS_PATTERN_MIN_S 1e-12 /* smallest result, because 0 means unknown */

/* Pure. Returns the smaller of two estimates. An estimate of TC_ACCESS_PATTERN_MIN_S is a difference that
 * noise has reduced to nothing, so the other one is returned. tc_access_pattern_update_min replaces *least by
 * the result. */
double tc_access_pattern_min(double a, double b);
void tc_access_pattern_update_min(tc_estimate e, tc_estimate *least);

/* Pure. Fits op_s + value_s n to the seconds of n = 1, 16 and 256 values. Neither result is negative. Long
 * sequences may appear to take no longer than short ones, because the short ones were disturbed. value_s is
 * then the time per value of the longest sequence, which is too large but not 0. */
enum { TC_PATTERN_LENGTHS = 3 };
extern const int tc_access_pattern_length[TC_PATTERN_LENGTHS];
void tc_access_pattern_fit(const double seconds[TC_PATTERN_LENGTHS], double *op_s, double *value_s);

#endif
