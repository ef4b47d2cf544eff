/* Computes a forecast on the root. It makes a dry run, which counts the traffic of a run without starting it,
 * for one number of nodes and ranks. It copies the results to structs without pointers, which can be
 * broadcast. */
#include <math.h>
#include <stdlib.h>

#include "api/call/json.h"
#include "api/forecast/forecast_object.h"
#include "base/core/memory.h"
#include "run/dry_run/dry_run_job.h"

/* Lists the strategies that `tetracast predict` forecasts: all whose traffic is counted, that support the
 * kernel of the config, and that compute a solution. A strategy that reads every value through a
 * pointer-to-shared is listed only if the config selects it. Returns the number of strategies. */
static int list_strategies(const tetracast_world *world, const tc_config *config, const tc_strategy **list) {
  int count = 0;
  for (int i = 0; i < tc_api_strategy_count(world); i++) {
    const tc_strategy *strategy = tc_api_strategy_at(world, i);
    const tc_traffic traffic = tc_strategy_traffic(strategy);
    const bool is_offered = strategy == config->strategy || !traffic.uses_pointers;
    if (tc_strategy_is_valid(strategy) && !traffic.is_uncounted && is_offered &&
        tc_strategy_supports(strategy, config->kernel))
      list[count++] = strategy;
  }
  return count;
}

static void copy_seconds(const tc_result *result, tc_api_forecast_item *out) {
  for (int m = 0; m < TC_MODEL_COUNT; m++) {
    const bool exists = result->forecast[m].phase_s;
    out->step_s[m] = exists ? tc_result_predicted_s(result, m, -1) : (double)NAN;
    for (int p = 0; p < TC_PHASE_COUNT; p++)
      out->part_s[m][p] = exists ? tc_result_predicted_s(result, m, p) : (double)NAN;
  }
}

static void copy_job(const tc_result *result, tc_api_forecast_item *out) {
  const tc_job_report none = {.has_forecast = false}, *job = result->job ? result->job : &none;
  out->job = tc_job_report_total(job);
  for (int p = 0; p < TC_JOB_PHASE_COUNT; p++) out->job_phase[p] = tc_job_report_phase(job, p);
}

static void copy_result(const tc_result *result, tetracast_forecast *out) {
  tc_api_forecast_item *item = &out->item[out->count++];
  while (tc_api_strategy_at(out->world, item->strategy) != tc_result_strategy(result)) item->strategy++;
  item->counts = tc_result_counts(result);
  copy_seconds(result, item);
  copy_job(result, item);
  for (int r = 0; r < out->ranks; r++)
    out->rank_counts[(size_t)item->strategy * (size_t)out->ranks + (size_t)r] =
        result->measured[r].ledger.count;
}

/* Returns the forecast time of a step in s, by which strategies are sorted. Returns infinity without a
 * forecast, so that such strategies are last. */
static double sort_key(const tetracast_forecast *f, int i) {
  const double seconds = f->item[i].step_s[f->model];
  return isnan(seconds) ? INFINITY : seconds;
}

static void sort_strategies(tetracast_forecast *f) {
  for (int i = 1; i < f->count; i++)
    for (int k = i; k > 0 && sort_key(f, k) < sort_key(f, k - 1); k--) {
      const tc_api_forecast_item swapped = f->item[k];
      f->item[k] = f->item[k - 1];
      f->item[k - 1] = swapped;
    }
}

static tc_status copy_results(const tc_config *config, const tc_results *results, tetracast_forecast *out) {
  TC_TRY(TC_ALLOC(out->rank_counts, (size_t)tc_api_strategy_count(out->world) * (size_t)out->ranks));
  out->model = tc_report_main_model(config->model, results->count, results->result);
  for (int i = 0; i < results->count; i++) copy_result(&results->result[i], out);
  sort_strategies(out);
  return TC_OK;
}

/* Renders the JSON report that `tetracast predict --json` would write. */
static tc_status render_report(const tc_api_forecast_inputs *in, const tc_dry_run *runs,
                               const tc_results *results, const tc_params *params, tetracast_forecast *out) {
  const tc_plan plan = {.options = in->options,
                        .environment = in->environment,
                        .log = &out->world->log,
                        .config = in->config};
  const tc_dry_run_facts facts = {&plan, runs, in->machine, results, params, true, NULL};
  tc_report report;
  tc_document document;
  tc_dry_run_report(&facts, &report);
  tc_report_build(&report, NULL, &document);
  return tc_api_render_json(&document, &out->report);
}

static tc_status run_cases(const tc_api_forecast_inputs *in, tc_dry_run *runs, tetracast_forecast *out) {
  const tc_strategy **list = NULL;
  tc_results results = {0};
  tc_dry_run_jobs jobs = {.records = 0};
  tc_params params;
  TC_TRY(TC_ALLOC(list, tc_api_strategy_count(out->world)));
  const tc_dry_run_cases cases = {{1, {in->shape.nodes}},
                                  {1, {in->shape.ranks_per_node}},
                                  {1, {in->shape.block_size}},
                                  list_strategies(out->world, in->config, list),
                                  list};
  tc_status status = tc_dry_run_cases_run(&cases, runs, in->machine, &results, &params);
  if (!status) status = tc_dry_run_jobs_forecast(runs, in->machine, &results, &jobs);
  if (!status) status = copy_results(in->config, &results, out);
  if (!status) status = render_report(in, runs, &results, &params, out);
  tc_results_free(&results);
  tc_dry_run_jobs_free(&jobs);
  tc_free(list);
  return status;
}

tc_status tc_api_forecast_compute(const tc_api_forecast_inputs *in, tetracast_forecast *out) {
  const tc_log *log = &out->world->log;
  tc_dry_run runs;
  tc_status status = in->mesh ? tc_dry_run_init_with_mesh(in->config, in->mesh, log, &runs)
                              : tc_dry_run_init(in->config, log, &runs);
  if (!status) status = run_cases(in, &runs, out);
  tc_dry_run_free(&runs);
  return status;
}
