/* Progress monitor: reports the progress of a long loop, such as the time loop, on a terminal or in a log
 * file. Called by the monitor hook, by the solve of a steady state, and by the searches in solve/stability.
 * Usage: tc_monitor_begin, then tc_monitor_step or tc_monitor_residual repeatedly, then tc_monitor_end or
 * tc_monitor_break_line. Not collective. */
#ifndef TC_SOLVE_OBSERVE_MONITOR_H
#define TC_SOLVE_OBSERVE_MONITOR_H

#include <stdbool.h>
#include <stdint.h>

#include "model/interval/residual_slope.h"
#include "solve/observe/remaining_time.h"

/* State of a progress monitor. On a terminal it logs a line twice per second. In a log file it appends the
 * first line after 2 s and the next ones at growing intervals (each 1.5 times the last, at most 60 s). The
 * log of a long run therefore remains short. */
typedef struct tc_monitor {
  const tc_log *log;
  const char *label;   /* Name of the counted item, such as "step". */
  bool terminal;       /* True if the sink of the log overwrites progress lines. */
  int64_t done;        /* Number of steps so far; set only by the monitor hook. */
  int64_t from, steps; /* `from` is the number of steps that an earlier run has performed, `steps` the planned
                          total including these. */
  double start_s, next_s, wait_s;
  bool controlled; /* True for steps with error control, whose number is unknown. */
  /* Number of matrix-vector products before the resumed run, in steps with error control. */
  int64_t products;
  tc_residual_series residuals;       /* Residuals of the present solve. */
  const tc_remaining_time *remaining; /* Remaining time; NULL to extrapolate it. Borrowed. */
} tc_monitor;

/* Begins the progress reports. `monitor` need not be initialised. `what` is the name of the counted item,
 * such as "step", and `steps` their planned number. The remaining time is extrapolated from the steps so far.
 * `log` and `what` are borrowed. */
void tc_monitor_begin(tc_monitor *monitor, const tc_log *log, const char *what, int64_t steps);
void tc_monitor_step(tc_monitor *monitor, int64_t done);
void tc_monitor_end(tc_monitor *monitor); /* Logs one closing line with the number of steps, the time, and the
                                             time per step. */
/* Ends the line on the terminal. Call it instead of tc_monitor_end if the loop failed or needs no closing
 * line. */
void tc_monitor_break_line(tc_monitor *monitor);

/* Reports the norm of the residual after `iteration` iterations of a solve, with an estimate of the remaining
 * time. The estimate extrapolates the decrease of the norm so far to `target`, the required norm
 * (residual_slope.h). The caller reports each iteration, beginning with iteration 0 unless the solve is
 * resumed. */
void tc_monitor_residual(tc_monitor *monitor, int64_t iteration, double residual, double target);

/* Returns a hook that reports the progress of a run. `what` is the name of the counted item, such as "step".
 * The hook must be the last one of the run, so that other hooks print their output before the progress line.
 * The caller owns `monitor`, which need not be initialised. `remaining` is borrowed and may be NULL. */
tc_hook tc_monitor_hook(tc_monitor *monitor, const char *what, const tc_remaining_time *remaining);

#endif
