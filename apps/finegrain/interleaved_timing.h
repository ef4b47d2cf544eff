/* Works in turns, so that whatever disturbs the machine for a while disturbs all of them. */
#ifndef TC_FINEGRAIN_INTERLEAVED_TIMING_H
#define TC_FINEGRAIN_INTERLEAVED_TIMING_H

#include "calibration/timing/bench.h"

enum { TC_TURNS_REPEATS = 1000, TC_TURNS_LEAST = 3, TC_TURNS_WORKS = 3 };

typedef struct tc_turn {
  tc_bench_work *work;
  void *context;
} tc_turn;

typedef struct tc_turns {
  int repeats;
  double s[TC_TURNS_WORKS]; /* median over the repeats, then the slowest rank */
  double sum_s;             /* of the first work: medians of all ranks, added up */
  double cpu_share;         /* least share of the time that a rank had its core */
} tc_turns;

/* Collective, each begun by all ranks at once: so many works (TC_TURNS_WORKS at most), each `repeats` times
 * at most (TC_TURNS_REPEATS), but no longer begun after enough_s if they were done TC_TURNS_LEAST times.
 * Errors on all ranks, if those of the works are. */
tc_status tc_turns_time(const tc_world *world, int works, const tc_turn *turn, int repeats, double enough_s,
                        tc_turns *out);

#endif
