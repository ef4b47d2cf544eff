#include "base/program/job_clock.h"

#include <math.h>
#include <stddef.h>

#include "base/core/timer.h"

static bool is_running(const tc_job_clock *clock) { return clock && clock->is_running; }

/* Returns the phase to which the time now counts: the innermost phase that the array stores, or `other`. */
static int current_phase(const tc_job_clock *clock) {
  const int stored = clock->depth < TC_JOB_CLOCK_DEPTH ? clock->depth : TC_JOB_CLOCK_DEPTH;
  return stored > 0 ? clock->phase[stored - 1] : TC_JOB_PHASE_other;
}

/* Adds the time since the last call to the current phase. */
static void update_seconds(tc_job_clock *clock) {
  const double now_s = clock->now_s ? clock->now_s(clock->self) : tc_now_s();
  clock->seconds[current_phase(clock)] += fmax(0.0, now_s - clock->since_s);
  clock->since_s = fmax(clock->since_s, now_s);
}

static void push_phase(tc_job_clock *clock, int phase) {
  if (clock->depth < TC_JOB_CLOCK_DEPTH) clock->phase[clock->depth] = phase;
  clock->depth++;
}

void tc_job_clock_start(tc_job_clock *clock, double start_s) {
  *clock = (tc_job_clock){.now_s = clock->now_s,
                          .self = clock->self,
                          .is_running = true,
                          .start_s = start_s,
                          .since_s = start_s};
  push_phase(clock, TC_JOB_PHASE_start);
}

int tc_job_clock_enter(tc_job_clock *clock, int phase) {
  if (!is_running(clock)) return 0;
  const int depth = clock->depth;
  update_seconds(clock);
  push_phase(clock, phase);
  return depth;
}

void tc_job_clock_reset_depth(tc_job_clock *clock, int depth) {
  if (!is_running(clock) || clock->depth <= depth) return;
  update_seconds(clock);
  clock->depth = depth;
}

void tc_job_clock_leave(tc_job_clock *clock) {
  if (is_running(clock) && clock->depth > 0) tc_job_clock_reset_depth(clock, clock->depth - 1);
}

void tc_job_clock_end_start(tc_job_clock *clock) {
  if (is_running(clock) && clock->depth == 1 && clock->phase[0] == TC_JOB_PHASE_start)
    tc_job_clock_leave(clock);
}

void tc_job_clock_move(tc_job_clock *clock, int from, int to, double seconds) {
  if (!is_running(clock)) return;
  update_seconds(clock);
  const double moved = seconds > 0.0 ? fmin(seconds, clock->seconds[from]) : 0.0;
  clock->seconds[from] -= moved;
  clock->seconds[to] += moved;
}

double tc_job_clock_read(tc_job_clock *clock, double *seconds) {
  double total = 0.0;
  if (is_running(clock)) update_seconds(clock);
  for (int p = 0; p < TC_JOB_PHASE_COUNT; p++) {
    const double phase_s = is_running(clock) ? clock->seconds[p] : 0.0;
    if (seconds) seconds[p] = phase_s;
    total += phase_s;
  }
  return total;
}
