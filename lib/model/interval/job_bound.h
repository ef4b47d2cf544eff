/* Bound of the wall time of a job, from the forecast of the phases and from the records of earlier jobs on
 * the same machine. `run`, `predict` and `quote` call tc_job_bound_compute once. The rule has three parts.
 * The centre corrects the forecast of each group of phases by the usual ratio measured / forecast of earlier
 * jobs: first of all jobs, then of jobs of the same kind, then of the same job (centre.h). The bound
 * multiplies the corrected forecast by a conformal quantile of the scores of earlier jobs, or by a Student
 * quantile while there are fewer than 19. A score is ln(measured / corrected forecast) of a whole job. The
 * change rule drops old records when three of the last ten jobs exceeded their bounds. Pure: no MPI, no
 * clock, no files. */
#ifndef TC_MODEL_INTERVAL_JOB_BOUND_H
#define TC_MODEL_INTERVAL_JOB_BOUND_H

#include <stdbool.h>

#include "model/interval/change.h"

/* Seconds that are added to measured and forecast times before their ratio is formed, so that ratios of short
 * times stay near 1. About the spread of the time in which MPI starts. */
static const double tc_job_offset_s = 0.5;

/* Forecast of a job for which a bound is requested. */
typedef struct tc_job_question {
  tc_job_key key;
  double forecast_s[TC_JOB_GROUP_COUNT]; /* forecast of the model, without correction */
  bool is_now;        /* true if the forecast of the steps uses parameters that the run itself has measured;
                         score_now and steps_now_s of the records are then used instead of score and
                         forecast_s */
  double level;       /* probability that the job does not exceed its bound, 0.5 to 0.99 */
  double spread;      /* spread of repeated measurements of the machine parameters; 0 if unknown */
  bool uses_defaults; /* true if the forecast uses default values of machine parameters; the bounds of groups
                         are then wider */
} tc_job_question;

typedef struct tc_job_bound {
  double centre[TC_JOB_GROUP_COUNT];      /* ln of the factor that corrects each group's forecast */
  double corrected_s[TC_JOB_GROUP_COUNT]; /* corrected forecast of each group */
  /* bound of each group alone; these bounds do not add up to bound_s */
  double group_bound_s[TC_JOB_GROUP_COUNT];
  double median_s;       /* corrected forecast of the job */
  double low_s, bound_s; /* lower and upper bound of the job; the job's time is outside each of these bounds
                            with the probability 1 - level */
  double level;
  double factor;         /* bound_s / median_s */
  double spread;         /* standard deviation of scores that is assumed if there are few records */
  double score_variance; /* variance of the scores from which the bound was computed; 0 if there are fewer
                            than 19 */
  double alpha;          /* error probability of this bound; the record of this job stores the value that
                            tc_job_alpha_next computes from it after the job */
  int records;           /* number of records in use that have a score, including those of short and of long
                            jobs */
  bool is_assumed;       /* true if the bound uses the assumed spread, because there are too few records */
  tc_change change;      /* last change of the machine among the records */
} tc_job_bound;

/* Computes the bound from record[records], in the order in which the jobs ended. Records with another version
 * are ignored, and records of jobs that did not end in the period at `now` (seconds since 1970,
 * tc_record_period_at). Values of records that are NaN are skipped. Times of the result are NaN if the
 * forecast of a group is NaN. Sources of the formulas: centre.h, quantile.h and change.h. */
void tc_job_bound_compute(int records, const tc_job_record *record, int64_t now,
                          const tc_job_question *question, tc_job_bound *out);

/* Return the times of a part of a group, such as one phase. tc_job_bound_correct returns its forecast with
 * the correction of the group. tc_job_bound_part returns the bound of this part alone, which exceeds its
 * corrected forecast by the same factor as in the whole group. */
double tc_job_bound_correct(const tc_job_bound *bound, int group, double forecast_s);
double tc_job_bound_part(const tc_job_bound *bound, int group, double corrected_s);

/* Returns the factor between the corrected forecast of a group and its bound, after tc_job_offset_s has been
 * added to both. */
double tc_job_bound_factor(const tc_job_bound *bound, int group);

/* Returns the bound of the remaining part of a job, which has the corrected forecast corrected_s. The factor
 * between forecast and bound is that of the whole job. The result is at least corrected_s. */
double tc_job_bound_rest(const tc_job_bound *bound, double corrected_s);

/* Returns ln((measured_s + 0.5) / (forecast_s + 0.5)). */
double tc_job_score(double measured_s, double forecast_s);

/* Returns the error probability alpha for the next bound. It is smaller than `alpha` if the job exceeded its
 * bound, so that later bounds are wider, and a little larger otherwise. The limits of alpha for the level
 * 0.95 are 0.01 and 0.20. Source: Gibbs and Candes, Adaptive Conformal Inference Under Distribution Shift,
 * 2021. */
double tc_job_alpha_next(double alpha, double level, bool exceeded);

/* Returns the expected tail of the steps of a job: mean / median of the time of a step, minus 1. The value is
 * the centre of the tails of earlier jobs (centre.h), with the prior 0.05. Jobs whose steps took less than
 * tc_job_offset_s are ignored, because one interruption determines their mean. */
double tc_job_tail(int records, const tc_job_record *record, int64_t now, const tc_job_key *key);

#endif
