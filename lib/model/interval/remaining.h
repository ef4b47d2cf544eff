/* Remaining time of a run in progress, with a bound. The monitor of the steps calls tc_remaining_estimate at
 * each progress line. Short runs are extrapolated from their own steps. Long runs mix their own rate with the
 * forecast, because they see more of the future speed of the machine than of the past one. The remaining
 * iterations of a solve are in residual_slope.h. Derived here: both estimates of a step are mixed by their
 * variances. Pure: no clock. */
#ifndef TC_MODEL_INTERVAL_REMAINING_H
#define TC_MODEL_INTERVAL_REMAINING_H

#include "model/interval/job_record.h"

typedef struct tc_remaining_question {
  int64_t done, steps; /* steps that this run has made, and all steps that it has to make */
  double elapsed_s;    /* seconds of these steps, without outputs and probes */
  double step_s;       /* forecast of the mean time of a step, corrected by the centre; NaN if unknown */
  double outputs_s;    /* forecast seconds of the outputs and of closing all files that are still to come */
  double variance;     /* variance of the scores of earlier jobs (tc_job_bound); 0 selects 0.12^2 */
  double level;        /* probability of the bound, at least 0.5 and below 1 */
  int records;
  const tc_job_record *record; /* [records] earlier jobs on this machine; their member `remaining` is used */
} tc_remaining_question;

typedef struct tc_remaining {
  double median_s, bound_s; /* remaining seconds; NaN if no estimate exists yet */
} tc_remaining;

/* Returns the remaining time. The bound is at least the median. Its quantile is that of the errors of earlier
 * runs at the last of the marks that this run has passed, or of a Student distribution with a spread of 25 %
 * if there are fewer than 19. */
tc_remaining tc_remaining_estimate(const tc_remaining_question *question);

#endif
