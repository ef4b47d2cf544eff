#include "run/dry_run/quote_jobs.h"

#include <math.h>

#include "base/core/memory.h"
#include "report/document/job_text.h"
#include "run/outputs/disk_requirements.h"

/* True if the machine was measured with more threads per rank than the case has. The measured ranks are then
 * faster in the caches than those of the case by an unknown factor, so a bound would not be reliable. */
static bool has_too_few_threads(const tc_quote_jobs *q, const tc_quote_case *c) {
  const tc_dry_run_machine *m = q->machine;
  const tc_machine *found = &m->origin.machine;
  for (int i = 0; i < m->count; i++)
    if (m->here[i].ranks_per_node == c->ranks_per_node) found = &m->here[i];
  return found->threads > c->threads;
}

static void set_costs(const tc_quote_jobs *q, const tc_params *params, tc_quote_case *c) {
  const tc_machine_site *site = &q->machine->origin.machine.site;
  const tc_job_times total = tc_job_report_total(c->job);
  const double hour_s = 3600.0, W_in_kW = 1000.0;
  c->launch_s = tc_job_launch_s(params, c->nodes * c->ranks_per_node, c->nodes);
  c->limit_s = tc_job_limit_s(total.bound_s + c->launch_s);
  c->node_hours = c->nodes * (total.forecast_s + c->launch_s) / hour_s;
  c->bound_node_hours = c->nodes * c->limit_s / hour_s;
  c->energy_kWh = site->node_power_W > 0.0 ? c->node_hours * site->node_power_W / W_in_kW : (double)NAN;
  c->price = site->price_per_node_hour > 0.0 ? c->node_hours * site->price_per_node_hour : (double)NAN;
}

/* Sets the memory and disk space that the job needs. The root, which reads the mesh, is on the node with the
 * most ranks. */
static void set_sizes(const tc_quote_jobs *q, const tc_result *result, tc_quote_case *c) {
  const tc_mesh_counts mesh = {q->runs->nodes, q->runs->cells, 0};
  c->memory_B = result->root_B + (c->ranks_per_node - 1) * result->rank_B;
  c->disk_B = tc_disk_requirements_estimate(q->config, &mesh, tc_dry_run_steps(q->runs));
}

static tc_quote_exclusion find_exclusion(const tc_quote_jobs *q, const tc_quote_case *c) {
  if (q->memory_B > 0.0 && c->memory_B > q->memory_B) return TC_QUOTE_MEMORY;
  return c->job->has_bound && !has_too_few_threads(q, c) ? TC_QUOTE_POSSIBLE : TC_QUOTE_NO_BOUND;
}

/* ---- checkpoints ---- */

/* True if the job writes a checkpoint at its end only, so that the job script of the quote must set an
 * interval. */
static bool lacks_interval(const tc_config *c) {
  return c->checkpoint.file && c->checkpoint.every == 0 && !(c->checkpoint.seconds > 0.0);
}

/* Returns the seconds between checkpoints for a job whose forecast contains one checkpoint; 0 without a
 * forecast. The interval is at most a twentieth of the forecast and at most half an hour. A job that ends
 * without warning loses the work since its last checkpoint. The interval is longer if checkpoints would
 * otherwise need more than a hundredth of the time. */
static double choose_interval(const tc_job_report *job) {
  const double share = 0.05, most_s = 1800.0, checkpoints_per_interval = 100.0,
               checkpoint_s = tc_job_report_phase(job, TC_JOB_PHASE_checkpoints).forecast_s,
               usual_s = fmin(share * tc_job_report_total(job).forecast_s, most_s);
  return job->has_bound ? ceil(fmax(usual_s, checkpoints_per_interval * checkpoint_s)) : 0.0;
}

static tc_status forecast_job(const tc_quote_jobs *q, tc_result *result) {
  const tc_results one = {.count = 1, .result = result};
  tc_free(result->job);
  result->job = NULL;
  return tc_dry_run_jobs_forecast(q->runs, q->machine, &one, q->jobs);
}

/* Forecasts the job without regular checkpoints, chooses the interval of checkpoints from this forecast, and
 * forecasts the job again with the interval. */
static tc_status forecast_checkpoints(const tc_quote_jobs *q, tc_result *result, tc_quote_case *c) {
  TC_TRY(forecast_job(q, result));
  c->checkpoint_interval_s = lacks_interval(q->config) ? choose_interval(result->job) : 0.0;
  if (!(c->checkpoint_interval_s > 0.0)) return TC_OK;
  q->config->checkpoint.seconds = c->checkpoint_interval_s;
  const tc_status status = forecast_job(q, result);
  q->config->checkpoint.seconds = 0.0;
  return status;
}

/* ---- cases ---- */

tc_status tc_quote_jobs_forecast(const tc_quote_jobs *q, const tc_quote_range *range, tc_quote_case *c) {
  const int fastest = tc_quote_results_find_fastest(q->results, range, q->model);
  tc_result *result = &q->results->result[fastest < 0 ? range->first : fastest];
  q->config->threads = c->threads;
  q->config->storage = result->storage;
  TC_TRY(forecast_checkpoints(q, result, c));
  const tc_params params = tc_dry_run_cases_params(q->runs, q->machine, result);
  c->strategy = result->strategy;
  c->storage = result->storage ? result->storage->name : tc_format_at(0)->name;
  c->job = result->job;
  set_costs(q, &params, c);
  set_sizes(q, result, c);
  c->exclusion = find_exclusion(q, c);
  return TC_OK;
}
