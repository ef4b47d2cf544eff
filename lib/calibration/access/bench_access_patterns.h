/* Measures the time of accesses to shared arrays by access pattern (Zhang and Seidel 2006, section 3.1),
 * through the access layers that programs use (pgas/shared_access.h). Calibration
 * (driver/calibration_patterns.c) and `finegrain bench` call tc_bench_patterns once. The results are machine
 * parameters for the forecasts of loop nests and of the strategy naive. */
#ifndef TC_CALIBRATION_ACCESS_BENCH_ACCESS_PATTERNS_H
#define TC_CALIBRATION_ACCESS_BENCH_ACCESS_PATTERNS_H

#include "calibration/access/access_walk.h"
#include "calibration/timing/bench.h"
#include "machine/parameters/params.h"

enum {
  TC_PATTERN_FIRST = TC_PARAM_baseline_near_read_s,
  TC_PATTERN_PARAMS = TC_PARAM_cached_miss_s - TC_PATTERN_FIRST + 1
};

/* Collective. Measures TC_PATTERN_PARAMS machine parameters (params.def), of which TC_PATTERN_FIRST is the
 * first, and returns them in rate[]. A parameter is 0 if it is not measured. All ranks access at the same
 * time.
 * - private and local: single accesses to the same owned elements through private pointers and through
 * pointers-to-shared, each in order and at random. private_read_s is the time with private pointers in
 * order. local_read_s is private_read_s plus the extra time with pointers-to-shared. The extra time is
 * averaged over both orders and does not contain the access time of the memory.
 * - baseline: single accesses to random elements of other ranks of the node (near) or of other nodes (far),
 * with layer plain.
 * - vector, coalesce: operations on 1, 16 and 256 elements of one rank, consecutive (vector) or with strides
 * from 1 to 8 (coalesce), with layer batched. The time of an operation on n elements is fitted as
 * operation_s + value_s n, with the smallest sum of squared relative errors.
 * - mixed_s: extra time of an access if owned elements and elements of other ranks of the node are accessed
 * in random order, compared to the strict alternation of both.
 * - cached_miss_s, cached_hit_s: time of an access with layer cached, if the line of the element is never in
 * the cache or always in it.
 *
 * If `all` is false, the function measures only private, local, owner_test_s, pointer_s (bench_pointer.h)
 * and some reads of elements of other ranks: baseline, and coalesce for other nodes only. This takes some
 * hundredths of a second with the effort (tc_bench) of a measurement before a run. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_bench_patterns(tc_bench *bench, bool all, tc_estimate rate[TC_PATTERN_PARAMS]);

/* lower limit of results in seconds; a result of 0 would mean unknown */
#define TC_ACCESS_PATTERN_MIN_S 1e-12

/* Pure. tc_access_pattern_min returns the smaller of two estimates in seconds. If one estimate equals
 * TC_ACCESS_PATTERN_MIN_S, the function returns the other one, because such an estimate is a difference of
 * two times that noise has made zero or negative. tc_access_pattern_update_min sets *smallest to the smaller
 * of `e` and *smallest, compared in the same way. */
double tc_access_pattern_min(double a, double b);
void tc_access_pattern_update_min(tc_estimate e, tc_estimate *smallest);

/* Collective. Measures the seconds per element of a walk, and stores the result in *smallest if it is smaller
 * than the previous value of *smallest. The time of the final barrier or fence is not included, because it
 * only completes puts and provides progress. Errors: those of tc_bench_time. */
tc_status tc_access_pattern_time(tc_access_walk *walk, tc_estimate *smallest);

/* Pure. Fits the line op_s + value_s n to seconds[], the measured times of operations on n = 1, 16 and 256
 * values (tc_access_pattern_length). Neither result is negative. If a disturbance has lengthened the times of
 * short sequences, the fitted value_s may not be positive. value_s is then set to the time per value of the
 * longest sequence, which is an upper bound. */
enum { TC_PATTERN_LENGTHS = 3 };
extern const int tc_access_pattern_length[TC_PATTERN_LENGTHS];
void tc_access_pattern_fit(const double seconds[TC_PATTERN_LENGTHS], double *op_s, double *value_s);

#endif
