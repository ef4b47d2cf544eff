/* Timing of benchmarks: all ranks run the work at the same time, in memory that is already allocated. An
 * estimate is the median of several repetitions on the slowest rank, as in reports. Usage: initialise a
 * tc_bench for the largest working set. Then for each benchmark reset it, allocate its arrays, and call
 * tc_bench_time. */
#ifndef TC_CALIBRATION_TIMING_BENCH_H
#define TC_CALIBRATION_TIMING_BENCH_H

#include <stdbool.h>

#include "comm/world/world.h"

typedef struct tc_estimate {
  double value; /* median over the repetitions of the slowest rank */
  /* Relative spread: (largest - smallest repetition, both without the extreme tenth) / value, of the rank for
   * which it is largest. */
  double spread;
} tc_estimate;

/* Effort of a measurement: number and length of its repetitions. */
typedef struct tc_bench_effort {
  int repeats; /* number of repetitions, at most 512 */
  /* Approximate length of one repetition, in which short work is run several times. It should be much shorter
   * than the time slices of a busy system (milliseconds). Most repetitions are then undisturbed even on a
   * busy system, like most steps of a run, and so is the median. */
  double repeat_s;
  /* Longest time of the warm-up, which ends when passes no longer become faster. A last-level cache may need
   * dozens of passes until it retains all data that fit into it. At most some hundred passes are made. */
  double settle_s;
} tc_bench_effort;

/* State of a series of benchmarks on one world. */
typedef struct tc_bench {
  const tc_world *world; /* borrowed */
  tc_bench_effort effort;
  /* Memory for the arrays of all benchmarks. A separate allocation for each benchmark would take longer than
   * most of them. */
  char *memory;
  size_t size, used;
  /* True if the work waits for a network or for a shared core. Such waiting is part of the work, not a
   * disturbance. */
  bool waits;
  double wall_s, cpu_s; /* duration of the benchmarks so far, and CPU time of this rank during them */
} tc_bench;

/* Not collective. Returns the CPU share of this rank so far; initially 1. Less than 1 means that the machine
 * is busy with other programs. */
double tc_bench_cpu_share(const tc_bench *bench);

/* Collective. Allocates memory for working sets of `bytes`. Errors (on all ranks): TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_bench_init(const tc_world *world, tc_bench_effort effort, size_t bytes, tc_bench *out);
void tc_bench_free(tc_bench *bench); /* not collective */

/* Begins a new benchmark. The arrays of the previous one become invalid. */
void tc_bench_reset(tc_bench *bench);

/* Returns `bytes` bytes of the memory, aligned and not initialised. Returns NULL if they do not fit, which
 * does not happen for the working sets of existing benchmarks. */
void *tc_bench_alloc(tc_bench *bench, size_t bytes);

/* Work to time. It may be collective. Its error ends the measurement on this rank, so it must only return
 * errors that occur on all ranks. */
typedef tc_status tc_bench_work(void *context);

/* Collective. Measures the seconds of one call of `work` on all ranks at the same time. Each repetition
 * begins with a barrier. Warm-up passes are not counted, nor are repetitions in which the rank lost its core.
 * If too few others remain after four times the planned number, the least disturbed ones are used. Errors (on
 * all ranks): those of `work`; TC_INTERNAL if MPI fails. */
tc_status tc_bench_time(tc_bench *bench, tc_bench_work *work, void *context, tc_estimate *seconds);

/* Collective. Measures how much longer the work takes with the context `whole` than with `part`, which must
 * not take longer. Each repetition runs both, so that a longer disturbance affects both. The result is not
 * negative. Otherwise like tc_bench_time. */
tc_status tc_bench_time_difference(tc_bench *bench, tc_bench_work *work, void *whole, void *part,
                                   tc_estimate *seconds);

/* Returns the cost of `whole` minus that of `part`, but at least a tenth of `whole`. Noise may make the
 * difference zero, and 0 would mean unknown. */
tc_estimate tc_estimate_difference(tc_estimate whole, tc_estimate part);

/* Returns amount / seconds with the same spread. */
tc_estimate tc_estimate_rate(double amount, tc_estimate seconds);

/* Returns seconds / amount with the same spread. */
tc_estimate tc_estimate_per_unit(double amount, tc_estimate seconds);

#endif
