/* Beginning of a job. The counts of the prepared problem yield two forecasts of the job, each with a bound.
 * The first one uses the machine parameters before this run measured any, as the command predict would. The
 * second one uses the parameters that the run has measured. The records store the scores (logarithms of
 * measured time / forecast) of both. */
#include "run/job/job.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/core/memory.h"
#include "base/text/number_format.h"
#include "comm/world/mpi_world.h"
#include "report/document/job_text.h"
#include "run/job/job_split.h"

#define TC_PHASE "forecasting the job"

/* ---- counts ---- */

/* Collective. Sets the numbers of the run; those of rows, ghosts and peers are the largest of any rank. */
static tc_status set_numbers(const tc_forecasts *f, tc_job_numbers *out) {
  const tc_prepared *p = f->prepared;
  const tc_space *space = p->problem->space;
  double most[3] = {space->owned, space->halo->ghosts, space->halo->peers};
  TC_TRY(tc_world_max(p->plan->world, most, 3));
  *out = (tc_job_numbers){.nodes = p->plan->world->nodes,
                          .threads = omp_get_max_threads(),
                          .rows = (int64_t)most[0],
                          .ghosts = (int64_t)most[1],
                          .peers = (int)most[2],
                          .on_device = p->plan->device.device,
                          .adds_snapshots = p->plan->resumption,
                          .resume_step = p->plan->resumption ? p->plan->resumption->source.step : 0,
                          .steps = p->choices.step.steps,
                          .requested = tc_output_plan_count(&p->choices.output, p->choices.step.dt),
                          .stages = p->choices.stable_step.stages};
  return TC_OK;
}

/* Returns the seconds of evaluating all formulas once. */
static double formulas_seconds(const tc_forecasts *f) {
  double sum = 0.0;
  for (int phase = 0; phase < TC_PHASE_COUNT; phase++) sum += f->forcing_s.by_index[phase];
  return sum;
}

/* Root only. Sets all counts except the seconds of steps and the member `tail`. */
static void set_counts(const tc_forecasts *f, const tc_job_numbers *numbers, tc_job_counts *out) {
  const tc_plan *plan = f->prepared->plan;
  tc_job_counts_set(plan->config, &plan->footprint, &plan->input.bytes, numbers, out);
  const tc_stable_step *stable = &f->prepared->choices.stable_step;
  tc_job_counts_set_search(stable, stable->cached_products > 0, out);
  out->measures_machine = out->uses_machine && f->machine->origin.recalled.ranks_per_node == 0;
  out->method_products = f->prepared->choices.choice.trials;
  out->formulas_s = formulas_seconds(f);
  out->levels = f->trial.cycle.setup;
  out->hierarchies = f->trial.cycle.levels > 0 ? 2 : 0; /* one hierarchy for the trial step and one for the
                                                           run */
}

/* Sets the seconds that depend on the parameters of the machine. */
static void set_seconds(const tc_step_seconds *seconds, bool has_trial, tc_job_counts *out) {
  out->product_s = seconds->product_s;
  out->step_s = seconds->step_s;
  out->solver_s = seconds->setup_s;
  out->trial_s = has_trial ? seconds->step_s + seconds->setup_s : 0.0;
}

/* ---- records ---- */

static void set_key(const tc_forecasts *f, tc_job_key *out) {
  const tc_plan *plan = f->prepared->plan;
  *out = (tc_job_key){.mesh_hash = plan->mesh_hash,
                      .nodes = plan->world->nodes,
                      .ranks = plan->world->ranks,
                      .threads = omp_get_max_threads()};
  snprintf(out->scheme, sizeof out->scheme, "%s", plan->config->diffusion.scheme->name);
  snprintf(out->method, sizeof out->method, "%s", plan->config->time.method->name);
}

static tc_status read_records(const tc_plan *plan, tc_job *job) {
  tc_job_records_find(plan->config->forecast.records, NULL, &job->place);
  if (!*job->place.path) return TC_OK;
  TC_TRY(TC_ALLOC(job->record, TC_JOB_RECORDS_MAX));
  job->records = tc_job_records_read(&job->place, plan->log, job->record);
  return TC_OK;
}

/* ---- forecasts and bounds ---- */

/* Returns the relative spread of the repeated measurements of the time per row at the working set of the run;
 * 0 if unknown. */
static double measured_spread(const tc_forecasts *f) {
  const tc_machine *machine = &f->machine->origin.machine;
  const int kernel = tc_registry_find(&tc_format_registry, f->prepared->choices.storage->name),
            width = tc_params_width_share(0, f->prepared->problem->scheme->width) > 0.5 ? 0 : 1;
  tc_params spread = machine->spread;
  memcpy(spread.working_set_B, machine->params.working_set_B, sizeof spread.working_set_B);
  return tc_params_curve(&spread, spread.row_s[kernel][width], f->machine->bytes);
}

/* Computes the bound of one of the two forecasts. `is_now` selects the one with the parameters of this
 * run. */
static void compute_bound(const tc_forecasts *f, const tc_job *job, const tc_job_forecast *forecast,
                          bool is_now, tc_job_bound *out) {
  tc_job_question question = {.key = job->key,
                              .is_now = is_now,
                              .level = f->prepared->plan->config->forecast.level,
                              .spread = measured_spread(f),
                              .uses_defaults = forecast->uses_defaults};
  tc_job_phases_sum(forecast->phase_s, question.forecast_s);
  tc_job_bound_compute(job->records, job->record, time(NULL), &question, out);
}

static void set_unknown(tc_job_forecast *out) {
  *out = (tc_job_forecast){.total_s = NAN, .missing = -1};
  for (int phase = 0; phase < TC_JOB_PHASE_COUNT; phase++) out->phase_s[phase] = NAN;
}

/* Root only. Computes both forecasts and their bounds. */
static tc_status forecast_job(const tc_forecasts *f, const tc_step_seconds *before_s,
                              const tc_step_seconds *now_s, tc_job *job) {
  const tc_plan *plan = f->prepared->plan;
  const bool has_trial = f->trial.solved;
  TC_TRY(read_records(plan, job));
  set_key(f, &job->key);
  set_counts(f, &job->numbers, &job->counts);
  job->counts.method_products += job->method_products;
  job->counts.tail = tc_job_tail(job->records, job->record, time(NULL), &job->key);
  job->counts_before = job->counts;
  set_seconds(before_s, has_trial, &job->counts_before);
  set_seconds(now_s, has_trial, &job->counts);
  tc_job_counts_forecast(plan->config, &f->machine->params, true, &job->counts, &job->now);
  set_unknown(&job->before);
  if (f->machine->origin.recalled.ranks_per_node > 0)
    tc_job_counts_forecast(plan->config, &f->machine->before, true, &job->counts_before, &job->before);
  compute_bound(f, job, &job->before, false, &job->bound_before);
  compute_bound(f, job, &job->now, true, &job->bound);
  job->has_bound = isfinite(job->bound.bound_s) && job->bound.bound_s > 0.0;
  return TC_OK;
}

/* Collective. Broadcasts the forecasts and bounds of the root to all ranks. */
static tc_status share_job(const tc_world *world, tc_job *job) {
  struct {
    tc_job_forecast before, now;
    tc_job_bound bound_before, bound;
    bool has_bound;
  } shared;
  memset(&shared, 0, sizeof shared);
  shared.before = job->before;
  shared.now = job->now;
  shared.bound_before = job->bound_before;
  shared.bound = job->bound;
  shared.has_bound = job->has_bound;
  TC_TRY(TC_MPI(world, MPI_Bcast(&shared, (int)sizeof shared, MPI_BYTE, 0, tc_world_comm(world))));
  job->before = shared.before;
  job->now = shared.now;
  job->bound_before = shared.bound_before;
  job->bound = shared.bound;
  job->has_bound = shared.has_bound;
  return TC_OK;
}

/* ---- log ---- */

/* Logs that old records are no longer used, because several later jobs have exceeded their bound. Only the
 * first job that finds this logs it. */
static void log_change(const tc_plan *plan, const tc_change *change) {
  const time_t then = (time_t)change->time;
  char date[32];
  struct tm utc;
  if (change->time == 0 || !change->is_new || !gmtime_r(&then, &utc)) return;
  strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
  tc_log_write(plan->log, TC_LOG_NORMAL,
               "forecast records before %s are no longer used: %d of the last %d jobs exceeded the upper "
               "limit of their forecast, so the machine has probably changed",
               date, change->exceeded, change->jobs);
}

static void log_missing(const tc_plan *plan, const tc_job *job) {
  if (job->now.missing >= 0)
    tc_log_write(plan->log, TC_LOG_VERBOSE,
                 "no job forecast, because the machine parameter %s is unknown: run tetracast calibrate%s",
                 tc_param_name(job->now.missing),
                 tc_missing_params_is_network(job->now.missing) ? " on two nodes" : "");
}

/* Appends to the line the time that has passed since the start of the program and the time that remains. */
static void add_remaining(const tc_plan *plan, const tc_job *job, const tc_job_report *report,
                          tc_line *line) {
  double phase_s[TC_JOB_PHASE_COUNT];
  const double passed_s = tc_job_clock_read(tc_log_clock(plan->log), phase_s);
  const tc_remaining rest = tc_job_remaining(job, phase_s);
  if (passed_s > 0.0) tc_job_add_passed(report, passed_s, &rest, line);
}

/* Example: job forecast: 31.2 s, at most 44 s with a probability of 95 % (61 records of earlier jobs on
 * vm); 3.0 s have passed, 28.2 s remain (at most 41 s); limit 1 h 00 min */
static void log_forecast(const tc_plan *plan, const tc_job *job) {
  const tc_job_report report = tc_job_forecast_report(job);
  tc_line total = {0}, records = {0}, line = {0};
  char limit[32];
  tc_line_add(&line, "job forecast: %s (%s)", tc_job_format_total(&report, &total),
              tc_job_format_records(&report, &records));
  add_remaining(plan, job, &report, &line);
  if (job->limit_s > 0.0)
    tc_line_add(&line, "; limit %s", tc_number_format_duration(job->limit_s, limit, sizeof limit));
  tc_log_write(plan->log, TC_LOG_NORMAL, "%s", line.text);
}

/* Logs the machine name of this job's record if the machine file has another identity. A run uses the records
 * of the machine on which it executes, even with the machine file of another machine. Its record therefore
 * cannot mislead forecasts for the other machine. Forecasts with the file do not use this record, because
 * they use the records of the file's identity. */
static void log_identity(const tc_forecasts *f, const tc_job *job) {
  const tc_plan *plan = f->prepared->plan;
  const char *identity = f->machine->origin.machine.site.identity, *own = job->place.identity;
  if (!*identity || !*job->place.path || !job->place.is_automatic || strcmp(identity, own) == 0) return;
  tc_log_write(plan->log, TC_LOG_NORMAL,
               "this job is recorded for machine %s, but tetracast predict with %s uses the records of "
               "machine %s: if both are the same machine, set identity in that file to %s",
               own, plan->config->machine, identity, own);
}

static void log_job(const tc_forecasts *f, const tc_job *job) {
  const tc_plan *plan = f->prepared->plan;
  if (!job->has_bound) {
    log_missing(plan, job);
    return;
  }
  log_identity(f, job);
  log_change(plan, &job->bound.change);
  log_forecast(plan, job);
}

/* ---- beginning ---- */

/* Logs that the time of the job is not forecast, because the number of steps is unknown. The job then has no
 * record, because errors of such a forecast would not be those of the model. */
static void log_unknown(const tc_plan *plan) {
  tc_log_write(plan->log, TC_LOG_NORMAL,
               "job forecast: unknown, because error control decides about the number of steps");
}

tc_status tc_job_begin(const tc_forecasts *f, const tc_strategy *strategy, tc_job *job) {
  const tc_prepared *p = f->prepared;
  const tc_plan *plan = p->plan;
  tc_step_seconds before_s, now_s;
  tc_status status = TC_OK;
  const bool is_unknown = tc_setup_choices_controls_error(&p->choices);
  if (is_unknown && tc_run_machine_is_known(f->machine)) log_unknown(plan);
  if (is_unknown || !tc_run_machine_is_known(f->machine) || !tc_forecasts_has_steps(f)) return TC_OK;
  job->strategy = strategy->name;
  job->storage = tc_strategy_storage(strategy, p->choices.storage)->name;
  tc_job_split_prepare(f, strategy, job);
  TC_TRY(set_numbers(f, &job->numbers));
  TC_TRY(tc_forecasts_evaluate(f, strategy, &f->machine->before, &before_s));
  TC_TRY(tc_forecasts_evaluate(f, strategy, &f->machine->params, &now_s));
  if (plan->world->rank == 0) status = forecast_job(f, &before_s, &now_s, job);
  TC_TRY(tc_world_agree(plan->world, status));
  if (plan->world->rank == 0) log_job(f, job);
  return share_job(plan->world, job);
}

/* ---- remaining time ---- */

static double correct(const tc_job *job, int group, double seconds) {
  return tc_job_bound_correct(&job->bound, group, seconds);
}

static double bound_part(const tc_job *job, int group, double seconds) {
  return tc_job_bound_part(&job->bound, group, correct(job, group, seconds));
}

/* Returns the forecast seconds of one checkpoint; 0 on ranks other than the root, which lack the number of
 * checkpoints. */
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

void tc_job_free(tc_job *job) {
  tc_job_probe_free(&job->probe);
  tc_free(job->record);
  *job = (tc_job){0};
}
