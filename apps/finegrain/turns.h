/* Two works in turns, so that whatever disturbs the machine for a while disturbs both. */
#ifndef TC_FINEGRAIN_TURNS_H
#define TC_FINEGRAIN_TURNS_H

#include "machine/bench.h"

enum { TC_TURNS_REPEATS = 1000, TC_TURNS_LEAST = 3 };

typedef struct tc_turns {
  int repeats;
  double s[2];      /* median over the repeats, then the slowest rank */
  double sum_s;     /* of the first work: medians of all ranks, added up */
  double cpu_share; /* least share of the time that a rank had its core */
} tc_turns;

/* Collective, each begun by all ranks at once: the work with either context, at most so many times
 * (TC_TURNS_REPEATS), but no longer begun after enough_s if it was done TC_TURNS_LEAST times. Errors on all
 * ranks, if those of the work are. */
tc_status tc_turns_time(const tc_world *world, tc_bench_work *work, void *const context[2], int repeats,
                        double enough_s, tc_turns *out);

#endif
