#include "report/document/job_report.h"

#include <math.h>

/* Returns `seconds` if `exists` is true, otherwise NaN. */
static double known(bool exists, double seconds) { return exists ? seconds : (double)NAN; }

/* Returns `seconds`, the forecast of a phase in the group `group`. If the job has a bound, the forecast is
 * corrected by the records of earlier jobs. */
static double correct(const tc_job_report *job, int group, double seconds) {
  return job->has_bound ? tc_job_bound_correct(&job->bound, group, seconds) : seconds;
}

tc_job_times tc_job_report_phase(const tc_job_report *job, int phase) {
  const int group = tc_job_phase_group(phase);
  const double forecast = known(job->has_forecast, correct(job, group, job->forecast.phase_s[phase])),
               bound = tc_job_bound_part(&job->bound, group, forecast);
  return (tc_job_times){.measured_s = known(job->has_measured, job->measured_s[phase]),
                        .forecast_s = forecast,
                        .bound_s = known(job->has_bound && forecast > 0.0, bound)};
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
