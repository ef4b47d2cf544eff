/* Works in turns, so that whatever disturbs the machine for a while disturbs all of them. */
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
  double s[FG_TURNS_WORKS]; /* median over the repeats, then the slowest rank */
  double sum_s;             /* of the first work: medians of all ranks, added up */
  double cpu_share;         /* least share of the time that a rank had its core */
} fg_interleaved_timing;

/* Collective, each begun by all ranks at once: so many works (FG_TURNS_WORKS at most), each `repeats` times
 * at most (FG_TURNS_REPEATS), but no longer begun after enough_s if they were done FG_INTERLEAVED_TIMING_MIN
 * times. Errors on all ranks, if those of the works are. */
tc_status fg_interleaved_timing_run(const tc_world *world, int works, const fg_timed_work *turn, int repeats,
                                    double enough_s, fg_interleaved_timing *out);

#endif
