/* Forecasts of the jobs of a dry run. The counts of a job follow from the config, the mesh and the largest
 * numbers of rows, ghosts and peers of any rank. The main model supplies the seconds of a step and of a
 * product, and the records of the machine supply the bound. A product is forecast as a step without solver
 * and forcing. */
#include "run/dry_run/dry_run_job.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "base/core/memory.h"
#include "io/config/config_check.h"
#include "io/config/config_solver.h"
#include "model/setup/setup_forecast.h"
#include "run/plan/job_counts.h"
#include "run/plan/step_workload.h"

/* Input of the job forecasts that all results share. */
typedef struct context {
  const tc_dry_run *runs;
  const tc_dry_run_machine *machine;
  const tc_dry_run_jobs *jobs;
  int model;
  /* true if the machine is the one on which the program runs, so that the local records apply */
  bool is_this_machine;
  bool allows_defaults; /* true if missing parameters of a job are replaced by their defaults */
  int64_t now;          /* present time in seconds since 1970 */
} context;

static int threads_of(const tc_config *c) { return c->threads > 0 ? c->threads : 1; }

/* ---- seconds of steps ---- */

static double step_seconds(const context *x, const tc_result *r) {
  return r->forecast[x->model].phase_s ? r->forecast[x->model].total_s : (double)NAN;
}

/* Returns the forecast seconds of boundary data and source in a step, on the slowest rank. */
static double forcing_seconds(const context *x, const tc_result *r) {
  if (!r->forecast[x->model].phase_s) return 0.0;
  return tc_result_predicted_s(r, x->model, TC_PHASE_boundary) +
         tc_result_predicted_s(r, x->model, TC_PHASE_source);
}

/* Forecasts the seconds of one product: those of a step with one product and without solver, minus those of
 * the forcing. */
static tc_status forecast_product(const context *x, const tc_params *params, const tc_result *r,
                                  double *out) {
  const tc_config *c = x->runs->config;
  tc_result product = *r;
  for (int m = 0; m < TC_MODEL_COUNT; m++) product.forecast[m] = (tc_forecast){NULL};
  const tc_status status =
      tc_result_forecast_product(params, c->diffusion.scheme->width, threads_of(c), r, product.forecast);
  *out = fmax(0.0, step_seconds(x, &product) - forcing_seconds(x, &product));
  tc_forecast_free(product.forecast);
  return status;
}

/* Returns the seconds of the setup of the solver; 0 without a solver. */
static double solver_seconds(const tc_result *r) {
  return r->solver ? tc_setup_solver_s(&r->solver->set_up) : 0.0;
}

/* ---- counts ---- */

/* True if the job must measure all machine parameters that it needs. On the machine of a machine file only
 * the first job does so, because it caches the parameters. A record shows that a job has run there. */
static bool is_new_machine(const context *x) {
  return x->is_this_machine ? x->machine->is_new : x->jobs->records == 0;
}

/* Sets the counts of the search for a stable step. A job on this machine reads the stable step from the
 * cache, because the setup of the dry run has stored it there. Caches of other machines are unknown. */
static void set_search(const context *x, const tc_stable_step *stable, tc_job_counts *out) {
  tc_job_counts_set_search(stable, x->is_this_machine && stable->cache_key != 0, out);
}

/* Sets how often the job creates multigrid levels: once for the run, and before that once for its trial step
 * if it has one. */
static void set_levels(const tc_result *r, tc_job_counts *out) {
  if (!r->solver || r->solver->cycle.levels == 0) return;
  out->hierarchies = out->trial_s != 0.0 ? 2 : 1;
  out->levels = r->solver->cycle.setup;
}

/* True if the run has a trial step. A run to a steady state and a run with error control have none. */
static bool has_trial(const tc_config *c, const tc_result *r) {
  return r->solver && c->time.method->steps && !tc_config_controls_error(c);
}

static void set_counts(const context *x, const tc_result *r, tc_job_counts *out) {
  const tc_dry_run *runs = x->runs;
  const tc_mesh_counts mesh = {runs->nodes, runs->cells, runs->input.faces};
  const int64_t steps = tc_dry_run_steps(runs);
  const tc_config *c = runs->config;
  const tc_output_times times =
      tc_config_output_times(c, c->time.end > 0.0 ? c->time.end : (double)c->time.steps * c->time.dt);
  const tc_job_numbers numbers = {.nodes = r->nodes,
                                  .threads = threads_of(runs->config),
                                  .rows = r->rows_max,
                                  .ghosts = r->ghosts_max,
                                  .peers = r->peers_max,
                                  .on_device = r->on_device,
                                  .steps = steps > 0 ? steps : 0,
                                  .requested = tc_output_times_count(&times, 0.0),
                                  .stages = r->stages};
  tc_footprint_run run;
  tc_memory_requirements_input(runs->config, NULL, &mesh, r->ranks, r->block_size, &run);
  tc_job_counts_set(runs->config, &run, &runs->input.bytes, &numbers, out);
  if (runs->trial) set_search(x, &runs->trial->stable_step, out);
  out->uses_machine = out->uses_machine || runs->job_uses_machine;
  out->measures_machine = out->uses_machine && is_new_machine(x);
  out->step_s = step_seconds(x, r);
  out->solver_s = solver_seconds(r);
  out->trial_s = has_trial(c, r) ? out->step_s + out->solver_s : 0.0;
  out->formulas_s = forcing_seconds(x, r);
}

static void set_key(const context *x, const tc_result *r, tc_job_key *out) {
  const tc_config *c = x->runs->config;
  *out = (tc_job_key){.mesh_hash = x->runs->mesh_hash,
                      .nodes = r->nodes,
                      .ranks = r->ranks,
                      .threads = threads_of(c)};
  snprintf(out->scheme, sizeof out->scheme, "%s", c->diffusion.scheme->name);
  snprintf(out->method, sizeof out->method, "%s", c->time.method->name);
}

/* ---- forecasts ---- */

static void compute_bound(const context *x, const tc_job_key *key, tc_job_report *job) {
  tc_job_question question = {.key = *key,
                              .level = x->runs->config->forecast.level,
                              .uses_defaults = job->forecast.uses_defaults};
  if (!isfinite(job->forecast.total_s)) return;
  tc_job_phases_sum(job->forecast.phase_s, question.forecast_s);
  tc_job_bound_compute(x->jobs->records, x->jobs->record, x->now, &question, &job->bound);
  job->has_bound = isfinite(job->bound.bound_s);
}

/* Sets the forecasts that depend on the number of steps to unknown (NaN). */
static void set_steps_unknown(tc_job_forecast *out) {
  static const int phase[] = {TC_JOB_PHASE_steps, TC_JOB_PHASE_checks, TC_JOB_PHASE_history};
  for (size_t k = 0; k < sizeof phase / sizeof *phase; k++) out->phase_s[phase[k]] = NAN;
  out->total_s = NAN;
}

static tc_status forecast_job(const context *x, tc_result *r) {
  const tc_params params = tc_dry_run_cases_params(x->runs, x->machine, r);
  tc_job_counts counts;
  tc_job_key key;
  TC_TRY(TC_ALLOC_ZERO(r->job, 1));
  set_counts(x, r, &counts);
  set_levels(r, &counts);
  set_key(x, r, &key);
  TC_TRY(forecast_product(x, &params, r, &counts.product_s));
  counts.tail = tc_job_tail(x->jobs->records, x->jobs->record, x->now, &key);
  tc_job_counts_forecast(x->runs->config, &params, x->allows_defaults, &counts, &r->job->forecast);
  if (tc_dry_run_steps(x->runs) < 0) set_steps_unknown(&r->job->forecast);
  r->job->has_forecast = true;
  r->job->identity = *x->jobs->place.path ? x->jobs->place.identity : NULL;
  compute_bound(x, &key, r->job);
  return TC_OK;
}

/* Returns the name under which tc_job_records_find finds the records of the machine. A machine file may
 * contain this name as `identity`. Its key `name` may differ, because calibrate names a machine after the
 * first host, but runs on a cluster name their records after cluster and partition. */
static const char *find_identity(const context *x) {
  const tc_machine *machine = &x->machine->origin.machine;
  if (machine->site.identity[0]) return machine->site.identity;
  return x->is_this_machine ? NULL : machine->name;
}

static tc_status read_records(const context *x, tc_dry_run_jobs *jobs) {
  if (jobs->record) return TC_OK;
  tc_job_records_find(x->runs->config->forecast.records, find_identity(x), &jobs->place);
  jobs->place.is_read_only = true;
  if (!*jobs->place.path) return TC_OK;
  TC_TRY(TC_ALLOC(jobs->record, TC_JOB_RECORDS_MAX));
  jobs->records = tc_job_records_read(&jobs->place, x->runs->log, jobs->record);
  return TC_OK;
}

tc_status tc_dry_run_jobs_forecast(const tc_dry_run *runs, const tc_dry_run_machine *machine,
                                   const tc_results *results, tc_dry_run_jobs *jobs) {
  const bool is_this_machine = tc_machine_kind_of(runs->config->machine) == TC_MACHINE_AUTO;
  const context x = {.runs = runs,
                     .machine = machine,
                     .jobs = jobs,
                     .model = tc_report_main_model(runs->config->model, results->count, results->result),
                     .is_this_machine = is_this_machine,
                     .allows_defaults =
                         is_this_machine || tc_job_params_exist(&machine->origin.machine.params),
                     .now = time(NULL)};
  TC_TRY(read_records(&x, jobs));
  for (int i = 0; i < results->count; i++) TC_TRY(forecast_job(&x, &results->result[i]));
  return TC_OK;
}

void tc_dry_run_jobs_free(tc_dry_run_jobs *jobs) {
  tc_free(jobs->record);
  *jobs = (tc_dry_run_jobs){.records = 0};
}
