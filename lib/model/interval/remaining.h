/* Remaining time of a run in progress, with a bound. The monitor of the steps calls tc_remaining_estimate at
 * each progress line. Short runs are extrapolated from the measured time of their own steps. Long runs mix
 * this time with the forecast, because the speed of the machine may change during the remaining steps. The
 * weights follow from the variances of both estimates (derived here). residual_slope.h estimates the
 * remaining iterations of a solve. Pure: no clock. */
#ifndef TC_MODEL_INTERVAL_REMAINING_H
#define TC_MODEL_INTERVAL_REMAINING_H

#include "model/interval/job_record.h"

typedef struct tc_remaining_question {
  int64_t done, steps; /* number of steps that this run has made, and of all steps that it makes */
  double elapsed_s;    /* seconds of these steps, without outputs and probes */
  double step_s;       /* forecast of the mean time of a step, corrected by the centre; NaN if unknown */
  double outputs_s;    /* forecast seconds of the outputs and of closing all files that are still to come */
  double variance;     /* variance of the scores of earlier jobs (tc_job_bound.score_variance); 0 if unknown,
                          and then 0.12^2 is used */
  double level;        /* probability that the bound is not exceeded, at least 0.5 and below 1 */
  int records;
  const tc_job_record *record; /* [records] earlier jobs on this machine; their member `remaining` is used */
} tc_remaining_question;

typedef struct tc_remaining {
  double median_s, bound_s; /* remaining seconds; NaN if no estimate exists yet */
} tc_remaining;

/* Returns the remaining time. The bound is at least the median. It uses a quantile of the errors that earlier
 * runs made at the last mark (tc_job_mark_share) that this run has passed. If there are fewer than 19 errors,
 * it uses a Student distribution with a spread of 25 %. */
tc_remaining tc_remaining_estimate(const tc_remaining_question *question);

#endif
