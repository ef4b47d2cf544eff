/* How everything is timed: all ranks at once, in memory that is already there; the median of several repeats,
 * then the slowest rank, as in reports. */
#ifndef TC_CALIBRATION_TIMING_BENCH_H
#define TC_CALIBRATION_TIMING_BENCH_H

#include <stdbool.h>

#include "comm/world/world.h"

typedef struct tc_estimate {
  double value;  /* of the slowest rank: the median over its repeats */
  double spread; /* (largest - smallest repeat, a tenth of them at either end left out, of the rank where they
                    differ most) / value */
} tc_estimate;

/* How long to measure. */
typedef struct tc_bench_effort {
  int repeats;     /* at most 512 */
  double repeat_s; /* about the length of one repeat: short work is done several times in it. Much shorter
                      than the turns in which a busy system hands out its cores (milliseconds): then most
                      repeats are undisturbed even there, as are most steps of a run, and so is the median */
  double settle_s; /* the most to spend beforehand, until passes no longer get faster: a last-level cache may
                      take dozens of passes to keep what fits into it. No more than some hundred passes */
} tc_bench_effort;

/* A series of benchmarks on one world. */
typedef struct tc_bench {
  const tc_world *world; /* borrowed */
  tc_bench_effort effort;
  char *memory; /* that arrays are laid out in: taking it anew for each benchmark would take longer than most
                   of them */
  size_t size, used;
  bool waits; /* the work waits for a network or for a core that others share: that is part of it, no
                 disturbance */
  double wall_s, cpu_s; /* how long the benchmarks took, and how much of that this rank had its core */
} tc_bench;

/* The share of its time that this rank had its core so far; 1 at first. Less: the machine is busy with other
 * things. Not collective. */
double tc_bench_cpu_share(const tc_bench *bench);

/* Collective. Takes memory for working sets of `bytes`. Errors on all ranks. */
tc_status tc_bench_init(const tc_world *world, tc_bench_effort effort, size_t bytes, tc_bench *out);
void tc_bench_free(tc_bench *bench); /* not collective */

/* Begins a new benchmark: the arrays of the one before are gone. */
void tc_bench_reset(tc_bench *bench);

/* `bytes` of the memory, aligned, not set to anything. NULL when they do not fit, which is a bug: the working
 * sets of all benchmarks do. */
void *tc_bench_alloc(tc_bench *bench, size_t bytes);

/* The work that is timed; may be collective. Its error ends the measurement on this rank: only what is also
 * an error on all other ranks may fail. */
typedef tc_status tc_bench_work(void *context);

/* Collective. Seconds for one `work`, by all ranks at the same time: each repeat begins with a barrier. The
 * first passes are not counted, nor are repeats in which the rank lost its core: of those only the
 * best where too few are left after four times the repeats.
 * Errors on all ranks. */
tc_status tc_bench_time(tc_bench *bench, tc_bench_work *work, void *context, tc_estimate *seconds);

/* Collective. What the work takes longer with `whole` than with `part`, which takes no longer: each repeat
 * does both, one after the other, so that whatever disturbs the machine for a while disturbs both. Never
 * negative. Otherwise as tc_bench_time. */
tc_status tc_bench_time_difference(tc_bench *bench, tc_bench_work *work, void *whole, void *part,
                                   tc_estimate *seconds);

/* What `whole` costs beyond `part`. At least a tenth of it: on a noisy machine the difference may come out as
 * nothing, and what is nothing counts as not known. */
tc_estimate tc_estimate_difference(tc_estimate whole, tc_estimate part);

/* amount / seconds, with the same spread. */
tc_estimate tc_estimate_rate(double amount, tc_estimate seconds);

/* seconds / amount. */
tc_estimate tc_estimate_per_unit(double amount, tc_estimate seconds);

#endif
