/* What accesses to shared arrays take by pattern (Zhang and Seidel 2006, section 3.1), through the layers
 * that programs use (pgas/shared_access.h). */
#ifndef TC_CALIBRATION_ACCESS_BENCH_ACCESS_PATTERNS_H
#define TC_CALIBRATION_ACCESS_BENCH_ACCESS_PATTERNS_H

#include "calibration/timing/bench.h"
#include "machine/parameters/params.h"

enum {
  TC_PATTERN_FIRST = TC_PARAM_baseline_near_read_s,
  TC_PATTERN_PARAMS = TC_PARAM_cached_miss_s - TC_PATTERN_FIRST + 1
};

/* Collective. Values of the parameters from TC_PATTERN_FIRST on; 0: not measured, or next to nothing. All
 * ranks access at the same time.
 *
 * - private and local: the same elements, in order and at random, one by one: private_read_s is that in
 * order, local_read_s what pointers-to-shared take beyond that on average, so memory cancels out.
 * - baseline: single random elements of all other ranks of the node (near) or of other nodes (far), with
 * layer plain. vector, coalesce: 1, 16 and 256 elements of one rank at once, consecutive or 1 to 8 apart,
 * with layer batched; operation_s and value_s are the line through these with the least relative squares.
 * - mixed_s: own elements and those of the node in random order beyond the same ones in turns.
 * - cached_miss_s, cached_hit_s: an element with layer cached, when its line is never or always there.
 *
 * all: else private, local, owner_test_s, pointer_s (bench_pointer.h), and reads from others alone: single
 * ones, and sequences of other nodes, which take some hundredths of a second at a run's effort. Errors on all
 * ranks. */
tc_status tc_bench_patterns(tc_bench *bench, bool all, tc_estimate rate[TC_PATTERN_PARAMS]);

#define TC_ACCESS_PATTERN_MIN_S 1e-12 /* said of what is known: nothing would count as not known */

/* The lesser of two estimates, where one that came out as nothing (TC_ACCESS_PATTERN_MIN_S), as noise makes
 * it, gives way to the other. Pure. */
double tc_access_pattern_min(double a, double b);
void tc_access_pattern_update_min(tc_estimate e, tc_estimate *least);

/* op_s + value_s n through the seconds of n = 1, 16 and 256 values, neither below 0. Where long sequences
 * take no longer than short ones, as when others disturbed these, a value is what one of the longest takes:
 * too much rather than nothing. Pure. */
enum { TC_PATTERN_LENGTHS = 3 };
extern const int tc_access_pattern_length[TC_PATTERN_LENGTHS];
void tc_access_pattern_fit(const double seconds[TC_PATTERN_LENGTHS], double *op_s, double *value_s);

#endif
