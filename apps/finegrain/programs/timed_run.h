/* Timed run: a program with one layer, timed between two measurements of the access rates, and its forecast
 * from these rates. cmd_run.c fills a fg_timed_runs, calls fg_timed_runs_begin once, then
 * fg_timed_run_measure for each trial. Collective. */
#ifndef TC_FINEGRAIN_TIMED_RUN_H
#define TC_FINEGRAIN_TIMED_RUN_H

#include "base/program/log.h"
#include "output/report.h"
#include "programs/program_context.h"
#include "programs/remote_service.h"

enum { FG_TIMED_RUN_ATTEMPTS = 3 };

/* Limits. The first is the largest relative change of the rates during a trial. The second is the smallest
 * CPU share of a rank on an idle machine. The third is the shortest time in seconds of a program that is
 * compared with its forecast. Shorter programs are excluded, because ranks leave a barrier some tenths of a
 * microsecond apart and clocks have a limited resolution. */
#define FG_RATE_CHANGE_MAX 0.2
#define FG_CPU_SHARE_MIN   0.95
#define FG_TIMED_RUN_MIN_S 20e-6

/* Trial of a program. Times are medians over the repetitions. */
typedef struct fg_timed_run {
  fg_case of;                     /* case with its forecast by the reading `beyond` of the model */
  tc_access_layer layer;          /* layer as programs use it (fg_timed_run_layer) */
  const struct fg_runner *runner; /* runner of the program */
  int percent;                    /* value P of the program; 0 if not set */
  int repeats;                    /* number of timed repetitions */
  double s;                       /* seconds of the shared version on the slowest rank */
  double private_s;               /* seconds of the slowest rank with all elements in its own memory */
  double alone_s;   /* sum of the private seconds over the ranks: the time that one rank would take for the
                       whole program */
  double cpu_share; /* minimum CPU share of a rank */
  tc_access_counts counted[TC_USES]; /* accesses in one run; each count is the maximum over the ranks */
  double update_s; /* seconds of one update (update_benchmark.h), timed alternately with the program. 0 if the
                      program has no random updates or if there are several nodes */
  int update_array; /* array to which update_s applies */
  fg_remote_service
      serving;     /* cost of serving; all members 0 if not measured, because the effect is negligible */
  tc_params rates; /* mean of the rates before and after the program */
  double drift;    /* relative difference of the shared time between the rates before and after the program */
  tc_loop_forecast printed; /* forecast by the reading `printed` of the model */
} fg_timed_run;

/* Data that all trials of a launch share. */
typedef struct fg_timed_runs {
  const tc_world *world, *own; /* all ranks; this rank alone */
  const tc_log *log;
  int repeats;
  bool collide, is_oversubscribed; /* true if --collide is set; true if cores run several ranks */
  tc_params rates;                 /* rates of the latest measurement */
} fg_timed_runs;

/* Returns the layer in the way in which programs use it. The reads of a partition in one iteration are one
 * operation. Reads of several iterations are combined only if the layer caches. */
tc_access_layer fg_timed_run_layer(const tc_access_layer *layer, int nodes);

/* Collective. Measures the first rates. Errors are returned on all ranks. */
tc_status fg_timed_runs_begin(fg_timed_runs *trials);

/* Collective. Times the program of trial->of and computes its forecast. Its references must be divided into
 * partitions before. If the rates change on an idle machine, the program is timed again, at most
 * FG_TIMED_RUN_ATTEMPTS times in total. Errors (on all ranks): TC_NUMERICAL if a result is wrong, and those
 * of fg_program_context_init. */
tc_status fg_timed_run_measure(fg_timed_runs *trials, fg_timed_run *trial);

static inline double fg_trial_error(const fg_timed_run *t, const tc_loop_forecast *f) {
  return tc_loop_forecast_error(f->total_s, t->s);
}

#endif
