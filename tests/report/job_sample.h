/* Report of a job with known numbers, for tests of tables and JSON. The job took 29.7 s, less than its bound
 * of 38.9 s. */
#ifndef TC_TESTS_REPORT_JOB_SAMPLE_H
#define TC_TESTS_REPORT_JOB_SAMPLE_H

#include <math.h>

#include "report/document/job_report.h"

/* Sets the forecast and the measured time of a phase, and adds the corrected forecast to the group of the
 * phase. */
static inline void job_set(tc_job_report *job, int phase, double forecast_s, double measured_s) {
  const int group = tc_job_phase_group(phase);
  job->forecast.phase_s[phase] = forecast_s;
  job->forecast.total_s += forecast_s;
  job->measured_s[phase] = measured_s;
  job->total_s += measured_s;
  job->bound.corrected_s[group] += forecast_s * exp(job->bound.centre[group]);
}

/* Fills in the bounds from the corrected forecasts. The bound of the job is (forecast + 0.5 s) times
 * `factor`. The bound of a group is (corrected forecast + 0.5 s) times `factor`, minus 0.5 s. */
static inline void job_bound(tc_job_report *job, double factor) {
  tc_job_bound *b = &job->bound;
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) {
    b->median_s += b->corrected_s[g];
    b->group_bound_s[g] = (b->corrected_s[g] + tc_job_offset_s) * factor - tc_job_offset_s;
  }
  b->bound_s = (b->median_s + tc_job_offset_s) * factor;
  b->low_s = (b->median_s + tc_job_offset_s) / factor - tc_job_offset_s;
  job->is_held = job->total_s <= b->bound_s;
}

/* Fills in the job that took 29.7 s. */
static inline void job_sample(tc_job_report *job) {
  *job = (tc_job_report){.has_forecast = true,
                         .has_bound = true,
                         .has_measured = true,
                         .identity = "vm",
                         .forecast = {.missing = -1},
                         .bound = {.level = 0.95, .records = 61},
                         .machine_s = 0.9};
  job->bound.centre[TC_JOB_GROUP_steps] = log(1.25);
  job_set(job, TC_JOB_PHASE_start, 0.25, 0.125);
  job_set(job, TC_JOB_PHASE_read, 0.0625, 0.0625);
  job_set(job, TC_JOB_PHASE_neighbours, 0.5, 0.75);
  job_set(job, TC_JOB_PHASE_order, 0.03125, 0.015625);
  job_set(job, TC_JOB_PHASE_assemble, 1.0, 0.5);
  job_set(job, TC_JOB_PHASE_machine, 0.875, 0.9375);
  job_set(job, TC_JOB_PHASE_steps, 20.0, 27.0);
  job_set(job, TC_JOB_PHASE_snapshots, 0.0, 0.25);
  job_set(job, TC_JOB_PHASE_other, 0.0625, 0.0625);
  job_bound(job, 1.375);
}

/* Fills in the forecast of the same job, without measured times, as the command `predict` does. */
static inline void job_sample_forecast(tc_job_report *job) {
  job_sample(job);
  job->has_measured = false;
  for (int p = 0; p < TC_JOB_PHASE_COUNT; p++) job->measured_s[p] = 0.0;
  job->total_s = job->machine_s = 0.0;
}

#endif
