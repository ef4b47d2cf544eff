/* Forecast for the remaining time of a run, from the forecast and the bound of the job. */
#include <math.h>

#include "run/session/job.h"

static double correct(const tc_job *job, int group, double seconds) {
  return tc_job_bound_correct(&job->bound, group, seconds);
}

static double bound_part(const tc_job *job, int group, double seconds) {
  return tc_job_bound_part(&job->bound, group, correct(job, group, seconds));
}

/* Returns the forecast of one checkpoint; 0 on ranks that do not know their number. */
static double checkpoint_seconds(const tc_job *job) {
  const int64_t count = job->counts.checkpoints;
  return count > 0 ? job->now.phase_s[TC_JOB_PHASE_checkpoints] / (double)count : 0.0;
}

tc_job_rest tc_job_forecast_rest(const tc_job *job) {
  const double *phase_s = job->now.phase_s, steps = (double)(job->numbers.steps - job->numbers.resume_step),
               outputs_s = phase_s[TC_JOB_PHASE_snapshots] + phase_s[TC_JOB_PHASE_checkpoints] +
                           phase_s[TC_JOB_PHASE_history];
  const int output = TC_JOB_GROUP_output, group = TC_JOB_GROUP_steps;
  return (tc_job_rest){.question = {.step_s = steps > 0.0
                                                  ? correct(job, group, phase_s[TC_JOB_PHASE_steps] / steps)
                                                  : NAN,
                                    .outputs_s = correct(job, output, outputs_s),
                                    .variance = job->bound.score_variance,
                                    .level = job->bound.level,
                                    .records = job->records,
                                    .record = job->record},
                       .closing_s = correct(job, output, phase_s[TC_JOB_PHASE_close]),
                       .checkpoint_bound_s = bound_part(job, output, checkpoint_seconds(job)),
                       .closing_bound_s = bound_part(job, output, phase_s[TC_JOB_PHASE_close]),
                       .closing_own_bound_s = correct(job, output, phase_s[TC_JOB_PHASE_close]) *
                                              tc_job_bound_factor(&job->bound, output)};
}

tc_remaining tc_job_remaining(const tc_job *job, const double *passed_s) {
  double rest_s = 0.0;
  for (int phase = TC_JOB_PHASE_solver; phase < TC_JOB_PHASE_other; phase++) {
    const double seconds = correct(job, tc_job_phase_group(phase), job->now.phase_s[phase]);
    rest_s += fmax(seconds - passed_s[phase], 0.0);
  }
  return (tc_remaining){.median_s = rest_s, .bound_s = tc_job_bound_rest(&job->bound, rest_s)};
}
