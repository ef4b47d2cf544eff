/* Timing of several functions that run alternately, so that a disturbance of the machine affects all of them
 * equally. timed_run.c uses it to time a program with private memory, the same program with shared arrays,
 * and a benchmark of the random updates. Each repetition begins after a barrier. */
#ifndef TC_FINEGRAIN_INTERLEAVED_TIMING_H
#define TC_FINEGRAIN_INTERLEAVED_TIMING_H

#include "calibration/timing/bench.h"

enum { FG_INTERLEAVED_TIMING_MAX = 1000, FG_INTERLEAVED_TIMING_MIN = 3, FG_INTERLEAVED_TIMING_WORKS = 3 };

typedef struct fg_timed_work {
  tc_bench_work *work;
  void *context;
} fg_timed_work;

typedef struct fg_interleaved_timing {
  int repeats;
  /* seconds of each function: maximum over the ranks of the median over the repetitions */
  double s[FG_INTERLEAVED_TIMING_WORKS];
  double sum_s;     /* sum over the ranks of the median seconds of the first function */
  double cpu_share; /* CPU time divided by wall time of all functions, minimum over the ranks */
} fg_interleaved_timing;

/* Collective. Times the `works` functions in `work` (at most FG_INTERLEAVED_TIMING_WORKS). A repetition calls
 * each function once. Makes at most `repeats` repetitions (at most FG_INTERLEAVED_TIMING_MAX). Stops earlier
 * after limit_s seconds, but not before FG_INTERLEAVED_TIMING_MIN repetitions. All ranks receive the same
 * result. A function that fails must return its error on all ranks. Errors (on all ranks): the errors of the
 * functions. */
tc_status fg_interleaved_timing_run(const tc_world *world, int works, const fg_timed_work *work, int repeats,
                                    double limit_s, fg_interleaved_timing *out);

#endif
