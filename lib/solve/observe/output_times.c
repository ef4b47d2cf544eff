/* Requested times of output and the equal steps between them. tc_output_times_walk computes all steps to the
 * next requested time at once, and must find the same steps as repeated calls of tc_output_times_step. */
#include "solve/observe/output_times.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>

/* Smallest difference of two requested times, divided by the end time of the run. No step is longer than the
 * run, so tc_output_times_rounding never exceeds this fraction of the end time. Therefore no two requested
 * times coincide with the end of the same step. */
static const double smallest_gap = 1e-9;

/* rounding error of the end time of a step, divided by the length of the step */
static const double step_rounding = 1e-9;

double tc_output_times_rounding(double dt, double time) {
  return fmax(step_rounding * dt, 4.0 * DBL_EPSILON * time);
}

/* Returns the first time of the user's list after `time`; INFINITY if there is none. */
static double next_of_list(const tc_output_times *t, double time) {
  int low = 0, high = t->count; /* times with an index below `low` are not after `time`; times with an index
                                   from `high` on are after it */
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (t->time[middle] > time)
      high = middle;
    else
      low = middle + 1;
  }
  return low < t->count ? t->time[low] : INFINITY;
}

/* Returns k for the first multiple k * interval after `time`. */
static double next_multiple(const tc_output_times *t, double time) {
  double k = fmax(1.0, floor(time / t->interval));
  while (k * t->interval <= time) k += 1.0;
  return k;
}

/* True if the run has an end and `time` is not earlier than the end, up to rounding. */
static bool is_end(const tc_output_times *t, double time) {
  return t->end > 0.0 && time > t->end * (1.0 - smallest_gap);
}

double tc_output_times_next(const tc_output_times *t, double time) {
  double next = next_of_list(t, time);
  if (t->interval > 0.0) next = fmin(next, next_multiple(t, time) * t->interval);
  if (!(t->end > 0.0)) return next;
  if (time >= t->end) return INFINITY;
  return is_end(t, next) ? t->end : next;
}

int64_t tc_output_times_count(const tc_output_times *t, double time) {
  int64_t count = t->end > 0.0 && time < t->end;
  for (int k = 0; k < t->count; k++) count += t->time[k] > time && !is_end(t, t->time[k]);
  if (!(t->interval > 0.0)) return count;
  /* Counts the multiples k * interval between `time` and the end. k = `first` is the first one after `time`,
   * and k = `after` is the first one that is not before the end. */
  const double first = next_multiple(t, time), after = next_multiple(t, t->end * (1.0 - smallest_gap));
  return count + (after > first ? (int64_t)(after - first) : 0);
}

static tc_status gap_error(const char *where, double time, double other) {
  return tc_status_create(TC_USAGE,
                          "%s: %.17g is too close to %.17g, because requested times and the end of the "
                          "run must differ by more than %g of the end: remove one of the two",
                          where, time, other, smallest_gap);
}

static tc_status check_time(const tc_output_times *t, const char *where, int k) {
  const double now = t->time[k], before = k > 0 ? t->time[k - 1] : 0.0;
  const bool is_the_end = fabs(now - t->end) <= 4.0 * DBL_EPSILON * t->end;
  if (!(now > before))
    return tc_status_create(TC_USAGE, "%s: %.12g is not later than %.12g: list times above 0 in rising order",
                            where, now, before);
  if (now > t->end && !is_the_end)
    return tc_status_create(TC_USAGE,
                            "%s: %.12g is later than the end of the run, %.12g: remove it or extend the run",
                            where, now, t->end);
  if (!(now - before > smallest_gap * t->end)) return gap_error(where, now, before);
  return is_end(t, now) && !is_the_end ? gap_error(where, now, t->end) : TC_OK;
}

static tc_status check_interval(const tc_output_times *t, const char *where) {
  if (t->interval > smallest_gap * t->end) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: %.12g is too small for a run that ends at t = %.12g: increase the interval",
                          where, t->interval, t->end);
}

tc_status tc_output_times_check(const tc_output_times *t, const char *where, int64_t most) {
  for (int k = 0; k < t->count; k++) TC_TRY(check_time(t, where, k));
  if (t->interval > 0.0) TC_TRY(check_interval(t, where));
  const int64_t count = tc_output_times_count(t, 0.0);
  if (count <= most) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: there would be %" PRId64 " times up to t = %.12g, and at most %" PRId64
                          " are possible: request fewer",
                          where, count, t->end, most);
}

static tc_status multiple_error(const char *where, double time, double dt) {
  const double below = floor(time / dt);
  if (below > 0.0)
    return tc_status_create(TC_USAGE,
                            "%s: t = %.12g is not a multiple of the step size %.12g: use %.12g or %.12g",
                            where, time, dt, below * dt, (below + 1.0) * dt);
  return tc_status_create(TC_USAGE,
                          "%s: t = %.12g is not a multiple of the step size %.12g: use %.12g or %.12g", where,
                          time, dt, dt, 2.0 * dt);
}

tc_status tc_output_times_check_multiples(const tc_output_times *t, const char *where, double dt) {
  for (double time = tc_output_times_next(t, 0.0); time < INFINITY; time = tc_output_times_next(t, time)) {
    const double nearest = round(time / dt) * dt;
    if (nearest == 0.0 || fabs(nearest - time) > tc_output_times_rounding(dt, time))
      return multiple_error(where, time, dt);
  }
  return TC_OK;
}

/* ---- steps ---- */

/* Returns the first requested time after `time`, the end of a step of length dt. A requested time that equals
 * `time` up to rounding is skipped. */
static double next_after_step(const tc_output_times *t, double dt, double time) {
  return tc_output_times_next(t, time + tc_output_times_rounding(dt, time));
}

tc_output_step tc_output_times_step(const tc_output_times *t, const tc_time_origin *origin, double dt,
                                    int64_t step) {
  const double time = tc_time_at(origin, dt, step), until = tc_time_at(origin, dt, step + 1),
               rounding = tc_output_times_rounding(dt, until), next = next_after_step(t, dt, time);
  if (until < next - rounding) return (tc_output_step){.until = until, .dt = dt};
  if (until <= next + rounding) return (tc_output_step){.until = until, .dt = dt, .requested = next};
  return (tc_output_step){.until = next, .dt = next - time, .requested = next, .is_shortened = true};
}

/* Returns the number of the first step after step `step` that would end at the requested time `next` or
 * later, up to rounding. */
static int64_t find_step(const tc_time_origin *origin, double dt, int64_t step, double next) {
  int64_t at = origin->step + (int64_t)floor((next - origin->time) / dt) - 1;
  if (at <= step) at = step + 1;
  for (;; at++) {
    const double until = tc_time_at(origin, dt, at);
    if (until >= next - tc_output_times_rounding(dt, until)) return at;
  }
}

tc_output_walk tc_output_times_walk(const tc_output_times *t, const tc_time_origin *origin, double dt,
                                    int64_t from, int64_t to) {
  tc_output_walk walk = {.step = from, .origin = *origin};
  while (walk.step < to) {
    const double next = next_after_step(t, dt, tc_time_at(&walk.origin, dt, walk.step));
    if (isinf(next)) {
      walk.step = t->end > 0.0 ? walk.step : to;
      break;
    }
    const int64_t at = find_step(&walk.origin, dt, walk.step, next);
    walk.step = at < to ? at : to;
    if (at > to) break;
    const tc_output_step step = tc_output_times_step(t, &walk.origin, dt, at - 1);
    walk.shortened += step.is_shortened;
    if (step.is_shortened) walk.origin = (tc_time_origin){at, step.until};
  }
  return walk;
}
