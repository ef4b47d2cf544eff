/* Progress of the time loop, or of what is as long, for a person or a log file. Not collective. */
#ifndef TC_SOLVE_OBSERVE_MONITOR_H
#define TC_SOLVE_OBSERVE_MONITOR_H

#include <stdbool.h>
#include <stdint.h>

#include "solve/observe/hook.h"

/* On a terminal one line that is rewritten twice a second; elsewhere plain lines, the first after 2 s, then
 * ever rarer (each wait 1.5 times the last, at most 60 s), so that a night's log stays short. */
typedef struct tc_monitor {
  const tc_log *log;
  const char *label; /* is counted: "step" */
  bool terminal, written;
  int length;          /* of the line on the terminal */
  int64_t from, steps; /* an earlier run has made the first ones */
  double start_s, next_s, wait_s;
  double first; /* residual */
} tc_monitor;

void tc_monitor_begin(tc_monitor *monitor, const tc_log *log, const char *what, int64_t steps);
void tc_monitor_step(tc_monitor *monitor, int64_t done);
void tc_monitor_end(tc_monitor *monitor); /* one closing line: steps, time, time per step */
/* Instead, when the loop failed or needs no closing line: what follows starts on a line of its own. */
void tc_monitor_break_line(tc_monitor *monitor);

/* Of a solve: the norm of the residual after so many iterations, on the way to that of `target`, with what is
 * left by the digits that were won so far. Iteration 0 begins it. */
void tc_monitor_residual(tc_monitor *monitor, int64_t iteration, double residual, double target);

/* A hook that shows the progress of a run's steps, or of what else it makes (what), to be the last, so that
 * what others write is done. The monitor is the caller's and need not be set. */
tc_hook tc_monitor_hook(tc_monitor *monitor, const char *what);

/* "1 h 02 min", "3 min 20 s", "4.2 s", "31.5 ms": into out[size]. */
void tc_number_format_duration(double seconds, char *out, size_t size);

#endif
