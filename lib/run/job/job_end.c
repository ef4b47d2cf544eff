/* End of a job: computes the times of the phases for the report, and appends the job to the records from
 * which later forecasts are corrected. */
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "run/job/job_split.h"

/* ---- report ---- */

tc_job_report tc_job_forecast_report(const tc_job *job) {
  return (tc_job_report){.has_forecast = job->has_bound,
                         .has_bound = job->has_bound,
                         .forecast = job->now,
                         .bound = job->bound,
                         .identity = *job->place.path ? job->place.identity : NULL,
                         .limit_s = job->limit_s};
}

void tc_job_describe(const tc_job *job, const tc_forecasts *f, tc_job_report *report) {
  *report = tc_job_forecast_report(job);
  report->total_s = tc_job_clock_read(tc_log_clock(f->prepared->plan->log), report->measured_s);
  report->has_measured = report->total_s > 0.0;
  if (tc_run_machine_is_known(f->machine)) report->machine_s = f->machine->machine_s;
  report->is_held = job->has_bound && report->total_s <= job->bound.bound_s;
}

/* ---- record ---- */

/* Forecasts for the steps that the job has really made, which may be fewer than planned. */
typedef struct tc_job_made {
  tc_job_forecast before, now;
} tc_job_made;

static void forecast_made(const tc_job *job, const tc_forecasts *f, int64_t steps, tc_job_made *out) {
  const tc_config *config = f->prepared->plan->config;
  const bool has_before = isfinite(job->before.total_s);
  const int64_t last = job->numbers.resume_step + steps;
  tc_job_counts counts = job->counts, earlier = job->counts_before;
  *out = (tc_job_made){job->before, job->now};
  if (steps == counts.steps) return;
  tc_job_counts_set_steps(config, &job->numbers, last, &counts);
  tc_job_counts_set_steps(config, &job->numbers, last, &earlier);
  tc_job_counts_forecast(config, &f->machine->params, true, &counts, &out->now);
  if (has_before) tc_job_counts_forecast(config, &f->machine->before, true, &earlier, &out->before);
}

/* Returns the forecast of the job in s. Each group of phases is corrected by the usual ratio of earlier jobs,
 * which the bound contains. */
static double corrected_s(const double *group_s, const tc_job_bound *bound) {
  double sum = 0.0;
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) sum += tc_job_bound_correct(bound, g, group_s[g]);
  return sum;
}

/* Sets forecasts, scores and bound of the record. A score is the logarithm of the measured time divided by
 * the corrected forecast. If no parameters were known before this run, the forecast of the steps is unknown.
 * The forecast of the other groups of phases then uses the parameters of this run. */
static void set_scores(const tc_job *job, const tc_job_made *made, double measured_s, tc_job_record *out) {
  const bool has_before = isfinite(made->before.total_s);
  double now_s[TC_JOB_GROUP_COUNT];
  tc_job_phases_sum(made->now.phase_s, now_s);
  tc_job_phases_sum(has_before ? made->before.phase_s : made->now.phase_s, out->forecast_s);
  if (!has_before) out->forecast_s[TC_JOB_GROUP_steps] = NAN;
  const double before_F = corrected_s(out->forecast_s, &job->bound_before),
               now_F = corrected_s(now_s, &job->bound);
  out->steps_now_s = now_s[TC_JOB_GROUP_steps];
  out->score = tc_job_score(measured_s, before_F);
  out->score_now = tc_job_score(measured_s, now_F);
  out->bound_s = (now_F + tc_job_offset_s) / (job->bound.median_s + tc_job_offset_s) * job->bound.bound_s;
  out->alpha = tc_job_alpha_next(job->bound.alpha, job->bound.level, measured_s > out->bound_s);
}

/* Sets the logarithm of the true remaining time divided by the shown one at each mark of a complete run. */
static void set_remaining(const tc_job_ending *ending, tc_job_record *out) {
  for (int k = 0; k < TC_JOB_MARKS; k++) {
    const tc_job_mark *mark = k < ending->marks ? &ending->mark[k] : NULL;
    const bool is_known = ending->outcome == 0 && mark && mark->shown_s > 0.0 && mark->true_s > 0.0;
    out->remaining[k] = is_known ? log(mark->true_s / mark->shown_s) : NAN;
  }
}

static void set_facts(const tc_job *job, const tc_forecasts *f, const tc_job_ending *ending,
                      tc_job_record *out) {
  out->end_time = time(NULL);
  out->version = TC_JOB_RECORD_VERSION;
  out->key = job->key;
  out->cells = f->prepared->problem->space->cells;
  out->steps = ending->steps;
  out->outcome = ending->outcome;
  out->level = job->bound.level;
  out->tail = ending->tail;
  out->cpu_share = job->cpu_share > 0.0 ? job->cpu_share : (double)NAN;
  out->probe = tc_job_split_probe(job);
  snprintf(out->strategy, sizeof out->strategy, "%s", job->strategy);
  snprintf(out->storage, sizeof out->storage, "%s", job->storage);
}

void tc_job_end(const tc_job *job, const tc_forecasts *f, const tc_job_ending *ending) {
  const tc_plan *plan = f->prepared->plan;
  double seconds[TC_JOB_PHASE_COUNT];
  tc_job_record record = {0};
  tc_job_made made;
  if (!job->has_bound || ending->steps == 0 || tc_core_load_is_shared(&plan->load)) return;
  const double total_s = tc_job_clock_read(tc_log_clock(plan->log), seconds);
  if (!*job->place.path || !(total_s > 0.0)) return;
  set_facts(job, f, ending, &record);
  tc_job_phases_sum(seconds, record.measured_s);
  forecast_made(job, f, ending->steps, &made);
  set_scores(job, &made, total_s, &record);
  set_remaining(ending, &record);
  tc_job_records_append(&job->place, plan->log, &record);
}
