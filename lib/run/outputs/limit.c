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

/* Returns a bound of the time of a checkpoint. Source: 95 % of a normal distribution are below mean + 2
 * standard deviations. */
static double checkpoint_bound(const tc_run_limit *limit) {
  if (limit->checkpoints == 0) return limit->checkpoint_s;
  const double count = (double)limit->checkpoints, mean = limit->sum_s / count,
               variance = fmax(limit->square_sum / count - mean * mean, 0.0);
  return fmax(mean + 2.0 * sqrt(variance), 1.5 * limit->longest_s);
}

double tc_run_limit_reserve(const tc_run_limit *limit) {
  return checkpoint_bound(limit) + limit->closing_s + tc_run_limit_reserve_s;
}

double tc_run_limit_least(const tc_run_limit *limit, double elapsed_s, double reserve_s) {
  const double gap_s = limit->agreements > 1 ? limit->gap_s : limit->step_s;
  return elapsed_s + 2.0 * gap_s + reserve_s;
}
