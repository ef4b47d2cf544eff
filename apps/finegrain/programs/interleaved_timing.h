/* Interleaved timing of several functions (works). They run alternately, so that a disturbance of the machine
 * affects all of them equally. timed_run.c uses it to time the private version, the shared version and the
 * random updates of a program. Each repetition begins after a barrier. */
#ifndef TC_FINEGRAIN_INTERLEAVED_TIMING_H
#define TC_FINEGRAIN_INTERLEAVED_TIMING_H

#include "calibration/timing/bench.h"

enum { FG_TURNS_REPEATS = 1000, FG_INTERLEAVED_TIMING_MIN = 3, FG_TURNS_WORKS = 3 };

typedef struct fg_timed_work {
  tc_bench_work *work;
  void *context;
} fg_timed_work;

typedef struct fg_interleaved_timing {
  int repeats;
  double s[FG_TURNS_WORKS]; /* median over the repetitions, maximum over the ranks */
  double sum_s;             /* sum over the ranks of the median time of the first work */
  double cpu_share;         /* minimum over the ranks of CPU time / wall time */
} fg_interleaved_timing;

/* Collective. Times `works` functions (at most FG_TURNS_WORKS), at most `repeats` times (at most
 * FG_TURNS_REPEATS). After enough_s seconds no further repetition begins, except for the first
 * FG_INTERLEAVED_TIMING_MIN. All ranks receive the same result. A work must return its errors on all ranks.
 * Errors (on all ranks): those of the works. */
tc_status fg_interleaved_timing_run(const tc_world *world, int works, const fg_timed_work *turn, int repeats,
                                    double enough_s, fg_interleaved_timing *out);

#endif
