/* Times a program over shared arrays with one layer between two measurements of the access rates
 * (access_rates.h), and forecasts its time from these rates. cmd_run.c fills a fg_timed_runs, calls
 * fg_timed_runs_begin once, then fg_timed_run_measure for each trial. Collective. */
#ifndef TC_FINEGRAIN_TIMED_RUN_H
#define TC_FINEGRAIN_TIMED_RUN_H

#include "base/program/log.h"
#include "programs/program_cases.h"
#include "programs/program_context.h"
#include "programs/remote_service.h"

enum { FG_TIMED_RUN_ATTEMPTS = 3 };

/* FG_RATE_CHANGE_MAX: largest relative change of the access rates during a valid trial. FG_CPU_SHARE_MIN:
 * smallest ratio of CPU time to wall time of a rank; below it, other programs use the machine.
 * FG_TIMED_RUN_MIN_S: shortest time in seconds of a program that is compared with its forecast. Shorter
 * programs are excluded, because the times at which ranks leave a barrier differ by some tenths of a
 * microsecond and clocks have a limited resolution. */
#define FG_RATE_CHANGE_MAX 0.2
#define FG_CPU_SHARE_MIN   0.95
#define FG_TIMED_RUN_MIN_S 20e-6

/* Trial: one program with one layer, timed and forecast. Times are medians over the repetitions. */
typedef struct fg_timed_run {
  fg_case program_case;           /* case with its forecast by the variant `incremental` of the model */
  tc_access_layer layer;          /* layer that fg_timed_run_layer returns */
  const struct fg_runner *runner; /* functions that execute the program */
  int percent;                    /* value P of the program, from --percent; 0 if not set */
  int repeats;                    /* number of timed repetitions */
  double shared_s;                /* seconds of the program with shared arrays, on the slowest rank */
  /* seconds of the same iterations with all elements in the rank's own memory, on the slowest rank */
  double private_s;
  /* sum over the ranks of the seconds with all elements in the rank's own memory, which is the time that one
   * rank needs for the whole program */
  double serial_s;
  double cpu_share; /* CPU time divided by wall time, minimum over the ranks */
  /* read and write accesses in one execution of the program; each count is the maximum over the ranks */
  tc_access_counts access_counts[TC_USES];
  double update_s; /* seconds of one update (update_benchmark.h), timed alternately with the program. 0 if the
                      program has no random updates or if there are several nodes */
  int update_array; /* index of the array whose updates take update_s */
  /* cost of serving accesses of other nodes while computing; zero if the effect is negligible and was not
   * measured */
  fg_remote_service remote_service;
  /* mean of the access rates measured before and after the program, used by both forecasts */
  tc_params rates;
  /* relative change of the access rates during the trial: difference of the forecast times of shared accesses
   * with the rates measured before and after the program */
  double rate_change;
  tc_loop_forecast printed; /* forecast by the variant `printed` of the model */
} fg_timed_run;

/* All trials of a launch, and the data that they share. */
typedef struct fg_timed_runs {
  const fg_options *options;
  /* `world`: all ranks; `rank_world`: a world of this rank alone, for the version with private memory */
  const tc_world *world, *rank_world;
  const tc_log *log;
  bool is_oversubscribed; /* true if some cores run several ranks */
  double cpu_share;       /* minimum of cpu_share of the measured trials; 1 before the first one */
  tc_params rates;        /* access rates of the latest measurement */
  int trials;
  fg_timed_run *trial;
} fg_timed_runs;

/* Returns a copy of the layer that has only the capabilities that programs use on this number of nodes. A
 * program combines the reads of a partition within one iteration into one operation. Only a layer with a
 * cache combines reads of several iterations. */
tc_access_layer fg_timed_run_layer(const tc_access_layer *layer, int nodes);

/* Collective. Measures the access rates for the first trial and stores them in trials->rates. Errors are
 * returned on all ranks. */
tc_status fg_timed_runs_begin(fg_timed_runs *trials);

/* Collective. Times the program of the case trial->program_case, computes its forecasts and sets all other
 * members of *trial. trial->program_case.partitions must be set before the call. If the rates change on an
 * idle machine, the program is timed again, at most FG_TIMED_RUN_ATTEMPTS times in total. Errors (on all
 * ranks): TC_NUMERICAL if a result is wrong, and those of fg_program_context_init. */
tc_status fg_timed_run_measure(fg_timed_runs *trials, fg_timed_run *trial);

/* Returns the program's size: the first dimension of the first array. */
static inline int64_t fg_timed_run_size(const fg_timed_run *t) {
  return t->program_case.loops.array[0].size[0];
}

/* True if the access rates changed little during the trial. */
static inline bool fg_timed_run_is_steady(const fg_timed_run *t) {
  return t->rate_change <= FG_RATE_CHANGE_MAX;
}

/* True if the trial counts in the summary of forecast errors: it is long enough and the rates changed
 * little. */
static inline bool fg_timed_run_is_counted(const fg_timed_run *t) {
  return fg_timed_run_is_steady(t) && t->shared_s >= FG_TIMED_RUN_MIN_S;
}

static inline double fg_trial_error(const fg_timed_run *t, const tc_loop_forecast *f) {
  return tc_loop_forecast_error(f->total_s, t->shared_s);
}

#endif
