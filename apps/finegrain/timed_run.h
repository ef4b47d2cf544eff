/* A program with one layer, timed between two measurements of what accesses take, and what these say that it
 * should take. */
#ifndef TC_FINEGRAIN_TIMED_RUN_H
#define TC_FINEGRAIN_TIMED_RUN_H

#include "base/program/log.h"
#include "program_context.h"
#include "remote_service.h"
#include "report.h"

enum { FG_TIMED_RUN_ATTEMPTS = 3 };

/* How far rates may drift while a program is timed; the share of the time that a rank
 * has its core on a machine that does nothing else; what a program has to take that forecasts are held to,
 * because ranks leave a barrier some tenths of a microsecond apart, and clocks tick. */
#define FG_RATE_CHANGE_MAX 0.2
#define FG_CPU_SHARE_MIN   0.95
#define FG_TIMED_RUN_MIN_S 20e-6

/* Medians over repeats. */
typedef struct fg_timed_run {
  fg_case of;                     /* its forecast: beyond private accesses */
  tc_access_layer layer;          /* of it, as programs use it (fg_timed_run_layer) */
  const struct fg_runner *runner; /* that does it */
  int percent;                    /* of the program's value P; 0: it was not told */
  int repeats;                    /* that there was time for */
  double s;                       /* of the slowest rank */
  double private_s;               /* of the slowest rank, all elements in its own memory */
  double alone_s;   /* the same of all ranks together, added up: as long as one rank takes for all of it */
  double cpu_share; /* least share of the time that a rank had its core */
  tc_access_counts counted[TC_USES]; /* in one run, each that of the rank with the most */
  double update_s;  /* of one update (update_benchmark.h), in turns with the program; 0: the program has none,
                       or there  are other nodes */
  int update_array; /* that it was measured for */
  fg_remote_service serving; /* 0: it does not matter */
  tc_params rates;           /* mean of those before and behind */
  double drift; /* relative difference of what accesses take by the rates before and by those behind */
  tc_loop_forecast printed; /* the other reading */
} fg_timed_run;

/* What trials of a launch share. */
typedef struct fg_timed_runs {
  const tc_world *world, *own; /* of this rank alone */
  const tc_log *log;
  int repeats;
  bool collide, is_oversubscribed; /* crowded: ranks share cores */
  tc_params rates;                 /* the last ones that were measured */
} fg_timed_runs;

/* What programs make of a layer: what an iteration reads goes together, and nothing beyond it. */
tc_access_layer fg_timed_run_layer(const tc_access_layer *layer, int nodes);

/* Collective: the first rates. Errors on all ranks. */
tc_status fg_timed_runs_begin(fg_timed_runs *trials);

/* Collective: a program that is taken apart, trial->of. When rates drift on a machine that does nothing else
 * it is timed again, at most FG_TIMED_RUN_ATTEMPTS times. Errors on all ranks: TC_NUMERICAL, a wrong result;
 * those of fg_program_context_init. */
tc_status fg_timed_run_measure(fg_timed_runs *trials, fg_timed_run *trial);

static inline double fg_trial_error(const fg_timed_run *t, const tc_loop_forecast *f) {
  return tc_loop_forecast_error(f->total_s, t->s);
}

#endif
