/* Logs progress lines at intervals of time, which grow in a log file. */
#include "solve/observe/monitor.h"

#include <math.h>
#include <stdio.h>

#include "base/core/print.h"
#include "base/core/timer.h"
#include "base/text/number_format.h"
#include "solve/observe/error_control.h"

void tc_monitor_begin(tc_monitor *m, const tc_log *log, const char *what, int64_t steps) {
  const bool heard = tc_log_is_enabled(log, TC_LOG_NORMAL), terminal = heard && log->sink->is_terminal;
  double now = tc_now_s(), wait = terminal ? 0.5 : 2.0;
  *m = (tc_monitor){.log = heard ? log : NULL,
                    .label = what,
                    .terminal = terminal,
                    .steps = steps,
                    .start_s = now,
                    .next_s = now + wait,
                    .wait_s = wait};
}

/* Returns true if it is time for a progress line, and sets the time of the next line. */
static bool is_output_due(tc_monitor *m, double now) {
  if (!m->log || now < m->next_s) return false;
  if (!m->terminal && m->wait_s < 60.0) m->wait_s = m->wait_s * 1.5 < 60.0 ? m->wait_s * 1.5 : 60.0;
  m->next_s = now + m->wait_s;
  return true;
}

/* Returns seconds per step so far, including the time between the steps. */
static double mean_step(const tc_monitor *m, double now_s, int64_t done) {
  return (now_s - m->start_s) / (double)(done - m->from);
}

static tc_remaining extrapolate(const tc_monitor *m, double now_s, int64_t done) {
  return (tc_remaining){.median_s = mean_step(m, now_s, done) * (double)(m->steps - done), .bound_s = NAN};
}

/* Example: step 120 of 1000 (12 %), 3.21 ms a step, 2.8 s remaining (at most 3.5 s) */
static void log_step(const tc_monitor *m, double now_s, int64_t done, tc_remaining remaining) {
  char time[TC_REMAINING_TEXT], line[240];
  const double per_step = mean_step(m, now_s, done);
  tc_remaining_format(&remaining, time, sizeof time);
  tc_snprintf(line, sizeof line, "%s %lld of %lld (%.0f %%), %.3g ms a %s, %s", m->label, (long long)done,
              (long long)m->steps, 100.0 * (double)done / (double)m->steps, 1e3 * per_step, m->label, time);
  tc_log_send(m->log, TC_LOG_NORMAL, TC_LOG_PROGRESS, line);
}

/* Example: step 120, t = 0.25 of 1 (25 %), about 2.8 s remaining */
static void log_controlled(const tc_monitor *m, double now_s, const tc_run_state *now) {
  const tc_remaining remaining = {.median_s =
                                      tc_remaining_controlled(now, now_s - m->start_s, now->step - m->from,
                                                              now->controlled->products - m->products),
                                  .bound_s = NAN};
  char time[TC_REMAINING_TEXT], line[240];
  tc_remaining_format(&remaining, time, sizeof time);
  tc_snprintf(line, sizeof line, "%s %lld, t = %.4g of %.4g (%.0f %%), about %s", m->label,
              (long long)now->step, now->time, now->end, 100.0 * now->time / now->end, time);
  tc_log_send(m->log, TC_LOG_NORMAL, TC_LOG_PROGRESS, line);
}

void tc_monitor_step(tc_monitor *m, int64_t done) {
  const double now_s = tc_now_s();
  if (is_output_due(m, now_s)) log_step(m, now_s, done, extrapolate(m, now_s, done));
}

/* Starts the clock and the series of residuals at the first residual of a solve. A resumed solve begins at a
 * later iteration than 0. */
static void add_residual(tc_monitor *m, double now_s, int64_t iteration, double residual) {
  if (iteration == 0) m->residuals = (tc_residual_series){0};
  if (m->residuals.count == 0) {
    m->start_s = now_s;
    m->from = iteration;
  }
  tc_residual_series_add(&m->residuals, iteration, log(residual));
}

/* Example: iteration 120, residual 0.0003, target 1e-08, about 2.8 s remaining */
static void log_residual(const tc_monitor *m, double now_s, int64_t iteration, double residual,
                         double target) {
  char time[48], line[160];
  const double iterations = tc_remaining_iterations(&m->residuals, log(target), 0.0),
               remaining_s = iterations * mean_step(m, now_s, iteration);
  int length = tc_snprintf(line, sizeof line, "%s %lld, residual %.2g, target %.2g", m->label,
                           (long long)iteration, residual, target);
  if (remaining_s >= 0.0 && remaining_s < 1e9) {
    tc_number_format_duration(remaining_s, time, sizeof time);
    snprintf(line + length, sizeof line - (size_t)length, ", about %s remaining", time);
  }
  tc_log_send(m->log, TC_LOG_NORMAL, TC_LOG_PROGRESS, line);
}

void tc_monitor_residual(tc_monitor *m, int64_t iteration, double residual, double target) {
  if (!m->log) return;
  const double now_s = tc_now_s();
  add_residual(m, now_s, iteration, residual);
  if (iteration > m->from && is_output_due(m, now_s)) log_residual(m, now_s, iteration, residual, target);
}

/* Example: 1000 steps in 3.2 s, 3.21 ms a step including snapshots and checks */
void tc_monitor_end(tc_monitor *m) {
  const int64_t steps_done = m->steps - m->from;
  if (!m->log || steps_done == 0) return;
  char duration[48];
  double seconds = tc_now_s() - m->start_s;
  tc_number_format_duration(seconds, duration, sizeof duration);
  if (steps_done == 1)
    tc_log_write(m->log, TC_LOG_NORMAL, "1 %s in %s including snapshots and checks", m->label, duration);
  else
    tc_log_write(m->log, TC_LOG_NORMAL, "%lld %ss in %s, %.3g ms a %s including snapshots and checks",
                 (long long)steps_done, m->label, duration, 1e3 * seconds / (double)steps_done, m->label);
}

void tc_monitor_break_line(tc_monitor *m) { tc_log_send(m->log, TC_LOG_NORMAL, TC_LOG_PROGRESS_ENDED, ""); }

static bool is_due(const tc_hook *hook, const tc_run_state *now) {
  (void)hook, (void)now;
  return true;
}

/* Begins the monitor of a hook. Called before the first step, and again at step 0 to restart the clock. */
static void begin_hook(tc_monitor *m, const tc_run_state *now) {
  const tc_remaining_time *remaining = m->remaining;
  tc_monitor_begin(m, now->log, m->label, now->steps);
  m->remaining = remaining;
}

static tc_status begin_monitor(void *self, const tc_run_state *now) {
  begin_hook(self, now);
  return TC_OK;
}

static tc_status resume_monitor(void *self, const tc_run_state *now) {
  tc_monitor *m = self;
  m->from = m->done = now->step;
  m->controlled = now->controlled;
  m->products = now->controlled ? now->controlled->products : 0;
  return TC_OK;
}

/* Logs the progress of a run. Unlike tc_monitor_step, this function reports the remaining time that
 * m->remaining estimates. If this estimate is still NaN, the time is extrapolated from the steps so far. */
static void log_progress(tc_monitor *m, const tc_run_state *now) {
  const double now_s = tc_now_s();
  if (!is_output_due(m, now_s)) return;
  tc_remaining remaining = {.median_s = NAN};
  if (now->controlled) {
    log_controlled(m, now_s, now);
    return;
  }
  if (m->remaining) remaining = m->remaining->estimate(m->remaining->self, now);
  if (isnan(remaining.median_s)) remaining = extrapolate(m, now_s, now->step);
  log_step(m, now_s, now->step, remaining);
}

static tc_status update_monitor(void *self, const tc_run_state *now) {
  tc_monitor *m = self;
  /* Sets the start time at step 0. This hook runs last, so the time that the other hooks need at step 0 is
   * excluded. */
  if (now->step == 0) begin_hook(m, now);
  m->controlled = now->controlled;
  const bool has_plan = now->controlled || (now->steps > 1 && now->steps < INT64_MAX);
  if (now->step > 0 && has_plan) log_progress(m, now);
  m->done = now->step;
  return TC_OK;
}

static void end_monitor(void *self, bool failed) {
  tc_monitor *m = self;
  const bool has_plan =
      m->controlled ||
      m->steps < INT64_MAX; /* Without a plan no closing line is logged, because the measured time would
                               include the time that the caller spends between two calls of the time loop. */
  m->steps = m->done;       /* A run that was stopped or paused has fewer steps than planned. */
  if (failed || !has_plan)
    tc_monitor_break_line(m);
  else
    tc_monitor_end(m);
}

tc_hook tc_monitor_hook(tc_monitor *monitor, const char *what, const tc_remaining_time *remaining) {
  *monitor = (tc_monitor){.label = what, .remaining = remaining};
  return (tc_hook){.self = monitor,
                   .is_due = is_due,
                   .begin = begin_monitor,
                   .resume = resume_monitor,
                   .run = update_monitor,
                   .end = end_monitor,
                   .ignores_field = true};
}
