#include "model/interval/remaining.h"

#include <math.h>
#include <stdbool.h>

#include "model/interval/quantile.h"

/* default_variance is the variance of scores, ln(measured / forecast), that is assumed without records.
 * period_variance is the variance of ln of a host's mean speed during a period of period_s seconds. */
static const double default_variance = 0.12 * 0.12, period_variance = 0.2 * 0.2, period_s = 600.0;

/* Only runs whose forecast is longer than this time mix the forecast with their measured rate. The speed of
 * the machine during the remaining steps of such a long run may differ from its speed so far. */
static const double long_run_s = 1800.0;

/* The measured time of a run's steps is used only after the steps have taken this time and their number is at
 * least OWN_RATE_MIN_STEPS. */
static const double own_rate_min_s = 2.0;
enum { OWN_RATE_MIN_STEPS = 20 };

/* Standard deviation of ln(true / displayed remaining time) that is assumed without records. */
static const double assumed_spread = 0.25;

/* Returns the seconds of a step: the geometric mean of the measured and the forecast seconds, weighted by the
 * variances of their logarithms. */
static double mixed_step_s(const tc_remaining_question *q, double own_step_s) {
  const double forecast_variance = q->variance > 0.0 ? q->variance : default_variance,
               own_variance = period_variance / fmax(1.0, q->elapsed_s / period_s),
               weight = forecast_variance / (forecast_variance + own_variance);
  return q->step_s * exp(weight * log(own_step_s / q->step_s));
}

/* Returns the expected seconds of a step; NaN if neither a forecast nor a step is known. */
static double expected_step_s(const tc_remaining_question *q) {
  const bool has_own = q->done > 0 && q->elapsed_s > 0.0;
  const double own_step_s = has_own ? q->elapsed_s / (double)q->done : NAN;
  if (!(q->step_s > 0.0)) return own_step_s;
  if (q->elapsed_s < own_rate_min_s || q->done < OWN_RATE_MIN_STEPS) return q->step_s;
  return q->step_s * (double)q->steps > long_run_s ? mixed_step_s(q, own_step_s) : own_step_s;
}

/* Returns the last mark (tc_job_mark_share) that the run has passed; the first one if it has passed none. */
static int find_mark(const tc_remaining_question *q) {
  int mark = 0;
  for (int m = 1; m < TC_JOB_MARKS; m++)
    if ((double)q->done >= tc_job_mark_share[m] * (double)q->steps) mark = m;
  return mark;
}

/* Returns ln(bound / median remaining time), computed from the errors that earlier runs made at the same
 * mark. */
static double error_quantile(const tc_remaining_question *q) {
  const tc_quantile_rule rule = {q->level, 1.0 - q->level, assumed_spread};
  const int mark = find_mark(q);
  double score[TC_JOB_RECORDS_MAX];
  int count = 0;
  for (int i = q->records - 1; i >= 0 && count < TC_JOB_RECORDS_MAX; i--)
    if (q->record[i].version == TC_JOB_RECORD_VERSION && isfinite(q->record[i].remaining[mark]))
      score[count++] = q->record[i].remaining[mark];
  return fmax(tc_quantile_upper(&rule, count, score), 0.0);
}

tc_remaining tc_remaining_estimate(const tc_remaining_question *q) {
  const double steps_s = q->done < q->steps ? expected_step_s(q) * (double)(q->steps - q->done) : 0.0,
               median_s = steps_s + q->outputs_s;
  return (tc_remaining){.median_s = median_s, .bound_s = median_s * exp(error_quantile(q))};
}
