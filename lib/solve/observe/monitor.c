/* Logs progress lines at intervals of time, which grow in a log file. */
#include "solve/observe/monitor.h"

#include <math.h>
#include <stdio.h>

#include "base/core/print.h"
#include "base/core/timer.h"

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

void tc_number_format_duration(double seconds, char *out, size_t size) {
  long whole = (long)(seconds + 0.5);
  if (seconds > 0.0 && seconds < 0.95)
    tc_snprintf(out, size, "%.3g ms", 1e3 * seconds);
  else if (seconds < 59.95) /* 59.95 and larger values would be printed as 60.0 s. */
    tc_snprintf(out, size, "%.1f s", seconds);
  else if (whole < 3600)
    snprintf(out, size, "%ld min %02ld s", whole / 60, whole % 60);
  else
    snprintf(out, size, "%ld h %02ld min", whole / 3600, whole % 3600 / 60);
}

/* Returns true if it is time for a progress line, and sets the time of the next line. */
static bool is_output_due(tc_monitor *m, double now) {
  if (!m->log || now < m->next_s) return false;
  if (!m->terminal && m->wait_s < 60.0) m->wait_s = m->wait_s * 1.5 < 60.0 ? m->wait_s * 1.5 : 60.0;
  m->next_s = now + m->wait_s;
  return true;
}

void tc_monitor_step(tc_monitor *m, int64_t done) {
  char left[48], line[160];
  const double now = tc_now_s(), per_step = (now - m->start_s) / (double)(done - m->from);
  if (!is_output_due(m, now)) return;
  tc_number_format_duration(per_step * (double)(m->steps - done), left, sizeof left);
  tc_snprintf(line, sizeof line, "%s %lld of %lld (%.0f %%), %.3g ms a %s, %s left", m->label,
              (long long)done, (long long)m->steps, 100.0 * (double)done / (double)m->steps, 1e3 * per_step,
              m->label, left);
  tc_log_send(m->log, TC_LOG_NORMAL, TC_LOG_PROGRESS, line);
}

void tc_monitor_residual(tc_monitor *m, int64_t iteration, double residual, double target) {
  char left[48], line[160];
  const double now = tc_now_s();
  if (iteration == 0) {
    m->start_s = now;
    m->first = residual;
    return;
  }
  if (!is_output_due(m, now)) return;
  const double log_reduction = log(m->first / residual),
               left_s = (now - m->start_s) * log(residual / target) / log_reduction;
  int length = tc_snprintf(line, sizeof line, "%s %lld, residual %.2g, target %.2g", m->label,
                           (long long)iteration, residual, target);
  if (log_reduction > 0.0 && left_s >= 0.0 && left_s < 1e9) {
    tc_number_format_duration(left_s, left, sizeof left);
    snprintf(line + length, sizeof line - (size_t)length, ", about %s left", left);
  }
  tc_log_send(m->log, TC_LOG_NORMAL, TC_LOG_PROGRESS, line);
}

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

static tc_status begin_monitor(void *self, const tc_run_state *now) {
  tc_monitor *m = self;
  tc_monitor_begin(m, now->log, m->label, now->steps);
  return TC_OK;
}

static tc_status resume_monitor(void *self, const tc_run_state *now) {
  tc_monitor *m = self;
  m->from = m->done = now->step;
  return TC_OK;
}

static tc_status update_monitor(void *self, const tc_run_state *now) {
  tc_monitor *m = self;
  if (now->step == 0)
    tc_monitor_begin(m, now->log, m->label, now->steps); /* Sets the start time. This hook runs last, so the
                                                            time of the other hooks at step 0 is excluded. */
  if (now->step > 0 && now->steps > 1 && now->steps < INT64_MAX) tc_monitor_step(m, now->step);
  m->done = now->step;
  return TC_OK;
}

static void end_monitor(void *self, bool failed) {
  tc_monitor *m = self;
  const bool has_plan = m->steps < INT64_MAX; /* Otherwise the time contains that of the caller. */
  m->steps = m->done; /* A run that was stopped or paused has fewer steps than planned. */
  if (failed || !has_plan)
    tc_monitor_break_line(m);
  else
    tc_monitor_end(m);
}

tc_hook tc_monitor_hook(tc_monitor *monitor, const char *what) {
  *monitor = (tc_monitor){.label = what};
  return (tc_hook){.self = monitor,
                   .is_due = is_due,
                   .begin = begin_monitor,
                   .resume = resume_monitor,
                   .run = update_monitor,
                   .end = end_monitor,
                   .ignores_field = true};
}
