#include "run/outputs/progress.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "base/text/number_format.h"
#include "solve/observe/error_control.h"

/* Minimum time in s between two lines about checkpoints. */
static const double log_pause_s = 10.0;

/* ---- estimate ---- */

/* Extrapolates the remaining time of steps with error control, whose number is unknown, so that no forecast
 * and no bound exist. */
static tc_remaining estimate_controlled(const tc_run_progress *p, const tc_run_state *now) {
  return (tc_remaining){tc_remaining_controlled(now, tc_run_limit_now(p->limit) - p->begin_s,
                                                now->step - p->from, now->controlled->products - p->products),
                        NAN};
}

tc_remaining tc_run_progress_estimate(const tc_run_progress *p, const tc_run_state *now) {
  const int64_t done = now->step - p->from, steps = now->steps - p->from;
  if (now->controlled) return estimate_controlled(p, now);
  tc_remaining_question question = p->forecast;
  bool is_complete;
  double outputs_s = tc_hooks_forecast(now, p->from, &is_complete);
  if (!is_complete) outputs_s = fmax(outputs_s, question.outputs_s * (double)(steps - done) / (double)steps);
  question.done = done;
  question.steps = steps;
  question.elapsed_s = done > 0 ? tc_run_limit_now(p->limit) - p->begin_s - tc_hooks_seconds(now) : 0.0;
  question.outputs_s = outputs_s + p->closing_s;
  if (steps <= 0 || now->steps == INT64_MAX) return (tc_remaining){NAN, NAN};
  return tc_remaining_estimate(&question);
}

/* Returns the seconds of the remaining steps at the mean pace so far, including outputs; 0 before the first
 * step. */
static double extrapolate(const tc_run_progress *p, const tc_run_state *now) {
  const double done = (double)(now->step - p->from), left = (double)(now->steps - now->step);
  return done > 0.0 ? (tc_run_limit_now(p->limit) - p->begin_s) / done * left : 0.0;
}

bool tc_run_progress_fits(const tc_run_progress *p, const tc_run_state *now) {
  const double bound_s = tc_run_progress_estimate(p, now).bound_s,
               rest_s = fmax(bound_s, extrapolate(p, now));
  return isfinite(bound_s) && tc_run_limit_elapsed(p->limit) + rest_s <= p->limit->job.limit_s;
}

/* ---- warning ---- */

/* Formats the time of day at which the run stops if it has not ended. left_s are the seconds to the limit. */
static void format_stop(const tc_run_limit *limit, double left_s, char *out, size_t size) {
  const double stop_s = tc_run_limit_stop(limit) - tc_run_limit_elapsed(limit),
               wait_s = fmax(fmin(left_s, stop_s), 0.0);
  const time_t stop = time(NULL) + (time_t)fmin(wait_s, 1e9);
  const char *format = left_s < 3600.0 ? "%H:%M:%S" : wait_s < 86400.0 ? "%H:%M" : "%Y-%m-%d %H:%M";
  struct tm local;
  if (!localtime_r(&stop, &local) || !strftime(out, size, format, &local)) snprintf(out, size, "its limit");
}

/* Formats the remedy of the warning. excess_s is the number of seconds by which the bound of the remaining
 * time exceeds the limit. */
static void format_remedy(const tc_run_limit *limit, double left_s, double excess_s, char *out, size_t size) {
  char stop[32];
  if (limit->plan->config->checkpoint.file) {
    format_stop(limit, left_s, stop, sizeof stop);
    snprintf(out, size,
             "if the run has not ended before, it stops at %s with exit code 75 and can be resumed", stop);
  } else if (limit->job.job > 0)
    snprintf(out, size,
             "raise the limit (scontrol update JobId=%lld TimeLimit=+%lld), or set checkpoint.file to "
             "continue later",
             (long long)limit->job.job, (long long)ceil(excess_s / 60.0));
  else
    snprintf(out, size, "increase checkpoint.limit, or set checkpoint.file to continue later");
}

/* Example: the run needs 2 h more (at most 3 h), but its limit is in 1 h: increase checkpoint.limit, or set
 * checkpoint.file to continue later */
static void log_warning(const tc_run_progress *p, const tc_run_state *now, const tc_remaining *remaining,
                        double left_s) {
  char median[48], bound[48], limit[48], ends[64] = "its limit has passed", remedy[160];
  tc_number_format_duration(remaining->median_s, median, sizeof median);
  tc_number_format_duration(remaining->bound_s, bound, sizeof bound);
  tc_number_format_duration(fmax(left_s, 0.0), limit, sizeof limit);
  format_remedy(p->limit, left_s, remaining->bound_s - left_s, remedy, sizeof remedy);
  if (left_s > 0.0) snprintf(ends, sizeof ends, "its limit is in %s", limit);
  tc_log_warn(now->log, "the run needs %s more (at most %s), but %s: %s", median, bound, ends, remedy);
}

/* Warns after the first mark if the bound of the remaining time exceeds the time limit, and again if its
 * median does. */
static void warn_if_late(tc_run_progress *p, const tc_run_state *now, const tc_remaining *remaining) {
  const double left_s = tc_run_limit_earliest(p->limit) - tc_run_limit_elapsed(p->limit);
  const int level = remaining->median_s > left_s ? 2 : remaining->bound_s > left_s ? 1 : 0;
  if (p->marks == 0 || level <= p->warned) return;
  p->warned = level;
  log_warning(p, now, remaining, left_s);
}

/* ---- hook ---- */

static tc_remaining estimate_and_warn(void *self, const tc_run_state *now) {
  tc_run_progress *p = self;
  const tc_remaining remaining = tc_run_progress_estimate(p, now);
  warn_if_late(p, now, &remaining);
  return remaining;
}

/* Sets the step of the next mark. A mark at the last step is omitted. */
static void set_next_mark(tc_run_progress *p, int64_t steps) {
  p->next_mark = INT64_MAX;
  if (p->marks == TC_JOB_MARKS || steps == INT64_MAX) return;
  const int64_t mark = p->from + (int64_t)ceil(tc_job_mark_share[p->marks] * (double)(steps - p->from));
  if (mark < steps) p->next_mark = mark;
}

static void add_marks(tc_run_progress *p, const tc_run_state *now) {
  const tc_remaining remaining = tc_run_progress_estimate(p, now);
  const double share = (double)(now->step - p->from) / (double)(now->steps - p->from);
  while (now->step >= p->next_mark) {
    p->mark[p->marks] = (tc_job_mark){.share = share,
                                      .shown_s = remaining.median_s,
                                      .bound_s = remaining.bound_s,
                                      .true_s = NAN};
    p->mark_s[p->marks++] = tc_run_limit_now(p->limit);
    set_next_mark(p, now->steps);
  }
  warn_if_late(p, now, &remaining);
}

static bool is_due(const tc_hook *hook, const tc_run_state *now) {
  const tc_run_progress *p = hook->self;
  return now->step == 0 || now->step >= p->next_mark;
}

static tc_status begin_steps(void *self, const tc_run_state *now) {
  tc_run_progress *p = self;
  p->from = now->step;
  p->products = now->controlled ? now->controlled->products : 0;
  p->begin_s = p->logged_s = tc_run_limit_now(p->limit);
  set_next_mark(p, now->steps);
  return TC_OK;
}

static tc_status record_progress(void *self, const tc_run_state *now) {
  if (now->step == 0) return begin_steps(self, now);
  add_marks(self, now);
  return TC_OK;
}

void tc_run_progress_init(tc_run_limit *limit, tc_run_progress *p) {
  *p = (tc_run_progress){.limit = limit,
                         .remaining = {estimate_and_warn, p},
                         .forecast = {.step_s = NAN, .level = limit->plan->config->forecast.level},
                         .next_mark = INT64_MAX};
}

void tc_run_progress_observe(tc_run_progress *p, tc_run_observers *out) {
  out->remaining = &p->remaining;
  out->hook[out->hooks++] = (tc_hook){.self = p,
                                      .is_due = is_due,
                                      .resume = begin_steps,
                                      .run = record_progress,
                                      .ignores_field = true};
}

/* ---- reports ---- */

void tc_run_progress_log_checkpoint(tc_run_progress *p, const tc_run_state *now) {
  const double now_s = tc_run_limit_now(p->limit);
  char text[TC_REMAINING_TEXT];
  if (now->last || now->iteration > 0 || now_s - p->logged_s < log_pause_s) return;
  const tc_remaining remaining = tc_run_progress_estimate(p, now);
  if (isnan(remaining.median_s)) return;
  p->logged_s = now_s;
  tc_remaining_format(&remaining, text, sizeof text);
  tc_log_write(now->log, TC_LOG_NORMAL, "checkpoint at step %lld, %s", (long long)now->step, text);
}

void tc_run_progress_report(const tc_run_progress *p, tc_job_report *out) {
  const double now_s = tc_run_limit_now(p->limit), limit_s = tc_run_limit_earliest(p->limit);
  out->limit_s = isfinite(limit_s) ? limit_s : 0.0;
  out->marks = p->marks;
  for (int k = 0; k < p->marks; k++) {
    out->mark[k] = p->mark[k];
    out->mark[k].true_s = now_s - p->mark_s[k];
  }
}
