#include "run/outputs/limit.h"

#include <math.h>

#include "base/core/timer.h"

tc_status tc_run_limit_init(const tc_plan *plan, tc_run_limit *limit) {
  limit->plan = plan;
  return tc_job_limit_find(plan, &limit->job);
}

double tc_run_limit_now(const tc_run_limit *limit) {
  return limit && limit->now_s ? limit->now_s(limit->self) : tc_now_s();
}

double tc_run_limit_elapsed(const tc_run_limit *limit) {
  return tc_run_limit_now(limit) - limit->plan->environment->start_s;
}

bool tc_run_limit_exists(const tc_run_limit *limit) { return isfinite(limit->job.limit_s); }

double tc_run_limit_earliest(const tc_run_limit *limit) {
  const double wall = limit->plan->config->checkpoint.wall;
  return wall > 0.0 ? fmin(wall, limit->job.limit_s) : limit->job.limit_s;
}

void tc_run_limit_add_checkpoint(tc_run_limit *limit, double seconds) {
  limit->checkpoints++;
  limit->sum_s += seconds;
  limit->square_sum += seconds * seconds;
  limit->longest_s = fmax(limit->longest_s, seconds);
}

void tc_run_limit_add_gap(tc_run_limit *limit, double gap_s) {
  if (limit->agreements++ > 0) limit->gap_s = fmax(limit->gap_s, gap_s);
}

/* Returns a bound of the time of a checkpoint. Derived here: 98 % of a normal distribution are below mean + 2
 * standard deviations. */
static double checkpoint_bound(const tc_run_limit *limit) {
  if (limit->checkpoints == 0) return limit->checkpoint_s;
  const double count = (double)limit->checkpoints, mean = limit->sum_s / count,
               variance = fmax(limit->square_sum / count - mean * mean, 0.0);
  return fmax(mean + 2.0 * sqrt(variance), 1.5 * limit->longest_s);
}

double tc_run_limit_ending(const tc_run_limit *limit) {
  return checkpoint_bound(limit) + (limit->checkpoints > 0 ? limit->closing_own_s : limit->closing_s);
}

/* Returns the seconds until the agreement after the next one (agreement.h), because the run can end only at
 * agreements. Before two agreements have been timed, assumes one step between agreements. */
static double two_gaps(const tc_run_limit *limit) {
  return 2.0 * (limit->agreements > 1 ? limit->gap_s : limit->step_s);
}

/* Returns the smallest sufficient limit: busy_s, which is the time until the run has ended, plus the reserve.
 * The reserve is a share of the limit, but at most tc_run_limit_reserve_s. */
double tc_run_limit_least(const tc_run_limit *limit, double elapsed_s, double ending_s) {
  const double busy_s = elapsed_s + two_gaps(limit) + ending_s, share = tc_run_limit_reserve_share;
  return busy_s + fmin(tc_run_limit_reserve_s, busy_s * share / (1.0 - share));
}

double tc_run_limit_stop(const tc_run_limit *limit) {
  const double limit_s = limit->job.limit_s,
               reserve_s = fmin(tc_run_limit_reserve_s, tc_run_limit_reserve_share * limit_s);
  return limit_s - reserve_s - two_gaps(limit) - tc_run_limit_ending(limit);
}
