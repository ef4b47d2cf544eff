#include "report/document/job_report.h"

#include <math.h>

/* Returns `seconds` if it exists, otherwise NaN. */
static double known(bool exists, double seconds) { return exists ? seconds : (double)NAN; }

/* Returns the factor by which the bound of a group exceeds its forecast, both with the offset of the scores
 * (section "Quantile rule" of job_bound.h); NaN without a bound. */
static double bound_factor(const tc_job_report *job, int group) {
  if (!job->has_bound) return NAN;
  return job->bound.group_bound_s[group] / (job->bound.corrected_s[group] + tc_job_offset_s);
}

/* Returns the correction of a group by earlier records; 1 without records. */
static double correction(const tc_job_report *job, int group) {
  return job->has_bound ? exp(job->bound.centre[group]) : 1.0;
}

tc_job_times tc_job_report_phase(const tc_job_report *job, int phase) {
  const int group = tc_job_phase_group(phase);
  const double forecast = known(job->has_forecast, job->forecast.phase_s[phase] * correction(job, group));
  return (tc_job_times){.measured_s = known(job->has_measured, job->measured_s[phase]),
                        .forecast_s = forecast,
                        .bound_s =
                            known(forecast > 0.0, (forecast + tc_job_offset_s) * bound_factor(job, group))};
}

tc_job_times tc_job_report_group(const tc_job_report *job, int group) {
  tc_job_times sum = {known(job->has_measured, 0.0), known(job->has_forecast, 0.0), NAN};
  for (int p = 0; p < TC_JOB_PHASE_COUNT; p++) {
    if (tc_job_phase_group(p) != group) continue;
    const tc_job_times phase = tc_job_report_phase(job, p);
    sum.measured_s += phase.measured_s;
    sum.forecast_s += phase.forecast_s;
  }
  if (job->has_bound && sum.forecast_s > 0.0) sum.bound_s = job->bound.group_bound_s[group];
  return sum;
}

tc_job_times tc_job_report_total(const tc_job_report *job) {
  return (tc_job_times){.measured_s = known(job->has_measured, job->total_s),
                        .forecast_s = job->has_bound ? job->bound.median_s
                                                     : known(job->has_forecast, job->forecast.total_s),
                        .bound_s = known(job->has_bound, job->bound.bound_s)};
}

bool tc_job_times_occur(const tc_job_times *times) {
  return times->measured_s > 0.0 || times->forecast_s > 0.0;
}

tc_job_parts tc_job_report_parts(const tc_job_report *job) {
  const double steps = tc_job_report_group(job, TC_JOB_GROUP_steps).forecast_s,
               output = tc_job_report_group(job, TC_JOB_GROUP_output).forecast_s;
  return (tc_job_parts){tc_job_report_total(job).forecast_s - steps - output, steps, output};
}
