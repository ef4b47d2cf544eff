/* Timing of benchmarks. All ranks run the work of a benchmark at the same time, in memory that is already
 * allocated. The result is the median of several repetitions on the slowest rank, as in reports. Usage:
 * initialise a tc_bench for the largest working set. For each benchmark, call tc_bench_reset, allocate the
 * arrays of the benchmark, and call tc_bench_time. */
#ifndef TC_CALIBRATION_TIMING_BENCH_H
#define TC_CALIBRATION_TIMING_BENCH_H

#include <stdbool.h>

#include "comm/world/world.h"

typedef struct tc_estimate {
  double value; /* median over the repetitions, on the slowest rank */
  /* Relative spread: the largest minus the smallest repetition of a rank, without the smallest and the
   * largest tenth of the repetitions. The maximum over the ranks is divided by `value`. */
  double spread;
} tc_estimate;

/* Effort of a measurement: number and length of its repetitions. */
typedef struct tc_bench_effort {
  int repeats; /* number of repetitions, at most 512 */
  /* Approximate length of one repetition in seconds. Work that is shorter runs several times in a repetition.
   * repeat_s should be much shorter than the time slices of a busy system (milliseconds). Most repetitions
   * are then undisturbed even on a busy system, and so is the median. */
  double repeat_s;
  /* Longest time of the warm-up in seconds. The warm-up repeats the work and ends earlier if the work no
   * longer becomes faster. A last-level cache may need dozens of passes until it retains all data that fit
   * into it. The warm-up makes at most some hundred passes. */
  double max_warm_up_s;
} tc_bench_effort;

/* State of a series of benchmarks that the ranks of one world run together. */
typedef struct tc_bench {
  const tc_world *world; /* borrowed */
  tc_bench_effort effort;
  /* Memory for the arrays of all benchmarks. A separate allocation for each benchmark would take longer than
   * most benchmarks. */
  char *memory;
  /* `size` is the number of bytes of `memory`, `used` the number of bytes that the current benchmark has
   * allocated */
  size_t size, used;
  /* True if the work waits for a network, a device or a shared core. Such waiting is part of the work, so all
   * repetitions are treated as undisturbed. */
  bool waits;
  /* duration of the benchmarks so far, and CPU time of this rank during the benchmarks, in seconds */
  double wall_s, cpu_s;
} tc_bench;

/* Not collective. Returns the CPU time of this rank during the benchmarks so far divided by their duration;
 * initially 1. Less than 1 means that the machine is busy with other programs. */
double tc_bench_cpu_share(const tc_bench *bench);

/* Collective. Initialises *out and allocates memory for benchmarks with working sets of up to `bytes` bytes.
 * Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_bench_init(const tc_world *world, tc_bench_effort effort, size_t bytes, tc_bench *out);
void tc_bench_free(tc_bench *bench); /* not collective */

/* Begins a new benchmark. The arrays that tc_bench_alloc returned for the previous benchmark become
 * invalid. */
void tc_bench_reset(tc_bench *bench);

/* Returns an array of `bytes` bytes in bench->memory, aligned and not initialised. Returns NULL if the array
 * does not fit, which does not happen for the working sets of existing benchmarks. */
void *tc_bench_alloc(tc_bench *bench, size_t bytes);

/* Like tc_bench_alloc, for n values, which all threads fill with `value`. */
double *tc_bench_alloc_filled(tc_bench *bench, size_t n, double value);

/* Type of the function that is timed. The function may be collective. It may only return errors that occur on
 * all ranks, because an error ends the measurement on the rank that returns it. */
typedef tc_status tc_bench_work(void *context);

/* Collective. Measures the seconds of one call of `work` on all ranks at the same time. Each repetition
 * begins with a barrier. Excludes warm-up passes and repetitions in which the rank lost its core. If too few
 * repetitions are undisturbed, makes up to four times the planned number. If there are still too few,
 * computes the result from the least disturbed ones. Errors (on all ranks): those of `work`; TC_INTERNAL if
 * MPI fails. */
tc_status tc_bench_time(tc_bench *bench, tc_bench_work *work, void *context, tc_estimate *seconds);

/* Collective. Measures the seconds of `work` with the context `whole` minus the seconds with the context
 * `part`, which must not take longer. Each repetition runs the work with both contexts, so that a disturbance
 * affects both. If `part` is NULL, nothing is subtracted. The result is not negative. In all other respects
 * the function equals tc_bench_time. */
tc_status tc_bench_time_difference(tc_bench *bench, tc_bench_work *work, void *whole, void *part,
                                   tc_estimate *seconds);

/* Like tc_bench_time, for work that consists of `amount` units. tc_bench_time_each returns the seconds per
 * unit, tc_bench_time_rate the units per second. */
tc_status tc_bench_time_each(tc_bench *bench, tc_bench_work *work, void *context, double amount,
                             tc_estimate *each_s);
tc_status tc_bench_time_rate(tc_bench *bench, tc_bench_work *work, void *context, double amount,
                             tc_estimate *per_s);

/* Returns `whole` minus `part`, but at least a tenth of `whole`. The lower bound is needed because noise may
 * make the difference zero, and a result of 0 would mean unknown. */
tc_estimate tc_estimate_difference(tc_estimate whole, tc_estimate part);

/* Returns the rate amount / seconds, with the relative spread of `seconds`. */
tc_estimate tc_estimate_rate(double amount, tc_estimate seconds);

/* Returns the time per unit, seconds / amount, with the relative spread of `seconds`. */
tc_estimate tc_estimate_per_unit(double amount, tc_estimate seconds);

#endif
