#include "run/job/job_split.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/stats.h"
#include "io/config/config_forecast.h"

/* If the steps take less than this time in s, few calls of the speed probe are made between them. The calls
 * before and after the steps are then also used. */
static const double short_run_s = 20.0;

/* ---- before the steps ---- */

static bool is_complete(const tc_probe_times *times) {
  for (int k = 0; k < TC_PROBE_KERNELS; k++)
    if (!(times->kernel_s[k] > 0.0)) return false;
  return true;
}

static tc_probe_times reference_of(const tc_machine_source *origin) {
  return is_complete(&origin->probe) ? origin->probe : tc_params_probe(&origin->machine.params);
}

/* Returns the time per row at the working set of the run, divided by the time per row at the smallest working
 * set, which fits into the first cache. Returns 0 if unknown. */
static double row_ratio(const tc_forecasts *f) {
  const tc_params *p = &f->machine->origin.machine.params;
  const int kernel = tc_registry_find(&tc_format_registry, f->prepared->choices.storage->name),
            width = tc_params_width_share(0, f->prepared->problem->scheme->width) > 0.5 ? 0 : 1;
  const double *curve = p->row_s[kernel][width];
  return curve[0] > 0.0 ? tc_params_curve(p, curve, f->machine->bytes) / curve[0] : 0.0;
}

/* Root only. Returns the share of the forecast time of a step that single reads of x need. Only the model
 * `hierarchy` contains this time. */
static double gather_cost(const tc_forecasts *f, const tc_strategy *strategy) {
  const double all_s = tc_forecasts_step_s(f, strategy, TC_MODEL_hierarchy),
               other_s = tc_forecasts_step_s(f, strategy, TC_MODEL_refined);
  const bool is_model = tc_forecasts_model(f, strategy) == TC_MODEL_hierarchy;
  return is_model && isfinite(all_s) && all_s > 0.0 ? 1.0 - fmin(other_s / all_s, 1.0) : 0.0;
}

void tc_job_split_prepare(const tc_forecasts *f, const tc_strategy *strategy, tc_job *job) {
  const bool is_root = f->prepared->plan->world->rank == 0;
  job->split = (tc_split_question){.reference = reference_of(&f->machine->origin),
                                   .row_ratio = row_ratio(f),
                                   .gather_cost = is_root ? gather_cost(f, strategy) : 0.0};
}

void tc_job_split_observe(tc_job *job, const tc_plan *plan, tc_run_observers *out) {
  if (!job->has_bound || !tc_config_has_speed_probe(plan->config) || !is_complete(&job->split.reference))
    return;
  out->hook[out->hooks++] = tc_job_probe_hook(&job->probe, plan->world, plan->config->forecast.probe_seconds,
                                              job->now.phase_s[TC_JOB_PHASE_steps]);
}

/* ---- after the steps ---- */

static const tc_probe_summary *summary_of(const tc_job_probe_rank *rank) {
  return rank->steps_s < short_run_s || rank->during.calls == 0 ? &rank->all : &rank->during;
}

/* Returns the input of tc_split_compute for the probe of one rank, as if the forecast were exact. */
static tc_split_question question_of(const tc_job *job, const tc_job_probe_rank *rank) {
  tc_split_question question = job->split;
  question.measured_s = question.forecast_s = 1.0;
  question.during = summary_of(rank)->mean;
  question.calls = summary_of(rank)->calls;
  question.call_spread = summary_of(rank)->spread[tc_split_compute(&question).kernel];
  return question;
}

/* Returns the time of the probe on a rank, divided by its reference time: the factor by which the rank was
 * slowed down. */
static double slow_down(const tc_job *job, int rank) {
  const tc_split_question question = question_of(job, &job->probe.rank[rank]);
  return tc_split_compute(&question).machine;
}

static int find_slowest(const tc_job *job) {
  int slowest = 0;
  for (int rank = 1; rank < job->probe.world->ranks; rank++)
    if (slow_down(job, rank) > slow_down(job, slowest)) slowest = rank;
  return slowest;
}

/* Describes the slowest rank; its ratio to the median rank remains 0 if memory is exhausted. */
static tc_split_rank describe_rank(const tc_job *job, int rank) {
  const int ranks = job->probe.world->ranks;
  tc_split_rank out = {.rank = rank};
  double *slow = NULL;
  const double own = slow_down(job, rank);
  tc_status status = TC_ALLOC(slow, ranks);
  for (int k = 0; k < ranks && !status; k++) slow[k] = slow_down(job, k);
  if (!status) out.ratio = own / tc_median(slow, (size_t)ranks);
  memcpy(out.node, job->probe.rank[rank].node, sizeof out.node);
  tc_status_free(&status);
  tc_free(slow);
  return out;
}

tc_split_question tc_job_split_question(const tc_job *job) {
  tc_split_question question = job->split;
  question.cpu_share = job->cpu_share;
  if (!job->probe.rank) return question;
  const int slowest = find_slowest(job);
  question = question_of(job, &job->probe.rank[slowest]);
  question.cpu_share = job->cpu_share;
  if (job->probe.world->ranks > 1) question.slowest = describe_rank(job, slowest);
  return question;
}

/* Returns the time of the probe's calls between steps, as a share of the time of the steps, on the rank with
 * the largest share. */
static double overhead(const tc_job_probe *probe) {
  double share = 0.0;
  for (int k = 0; probe->rank && k < probe->world->ranks; k++)
    if (probe->rank[k].steps_s > 0.0) share = fmax(share, probe->rank[k].during_s / probe->rank[k].steps_s);
  return share;
}

/* Adds the split of the forecast error to the report. The error is that of the forecast without the
 * correction by earlier jobs, because that correction contains how slow the machine was during those jobs. */
void tc_job_split_describe(const tc_job *job, tc_job_report *report) {
  tc_split_question question = tc_job_split_question(job);
  question.measured_s = tc_job_report_total(report).measured_s;
  question.forecast_s = report->has_forecast ? report->forecast.total_s : (double)NAN;
  report->split = tc_split_compute(&question);
  report->probes = question.calls;
  report->probe_spread = question.call_spread;
  report->probe_overhead = overhead(&job->probe);
}

double tc_job_split_probe(const tc_job *job) {
  const tc_split_question question = tc_job_split_question(job);
  const tc_split split = tc_split_compute(&question);
  return split.is_known ? split.machine * split.cpu_share : (double)NAN;
}
