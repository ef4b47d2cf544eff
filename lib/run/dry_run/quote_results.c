#include "run/dry_run/quote_results.h"

#include <string.h>

#include "base/core/memory.h"
#include "run/plan/memory_requirements.h"
#include "run/plan/step_workload.h"

/* Arguments of tc_quote_results_add. */
typedef struct quote_count {
  const tc_quote_request *request;
  tc_dry_run *runs;
  tc_config *config;
  const tc_dry_run_machine *machine;
  const tc_quote_case *item;
  tc_results *results;
} quote_count;

/* ---- copies ---- */

/* Copies a result without its forecasts and its job. The list that contains *copy frees it. */
static tc_status copy_result(const tc_result *from, tc_result *copy) {
  *copy = *from;
  copy->measured = NULL;
  copy->solver = NULL;
  copy->job = NULL;
  memset(copy->forecast, 0, sizeof copy->forecast);
  TC_TRY(TC_ALLOC(copy->measured, from->ranks));
  memcpy(copy->measured, from->measured, (size_t)from->ranks * sizeof *from->measured);
  if (!from->solver) return TC_OK;
  TC_TRY(TC_ALLOC(copy->solver, 1));
  *copy->solver = *from->solver;
  return TC_OK;
}

/* Appends a copy of result number `from` to the list. The list may move in memory, so the result is
 * identified by its index. */
static tc_status add_copy(quote_count *q, int from, tc_result **copy) {
  TC_TRY(tc_results_add(q->results, 1, copy));
  return copy_result(&q->results->result[from], *copy);
}

static void set_storage(const quote_count *q, const tc_format *storage, tc_result *result) {
  const tc_mesh_counts mesh = {q->runs->nodes, q->runs->cells, 0};
  tc_footprint_run run;
  q->config->storage = result->storage = storage;
  tc_memory_requirements_input(q->config, NULL, &mesh, result->ranks, result->block_size, &run);
  tc_memory_requirements_fill(&run, result);
}

/* ---- counts ---- */

/* Counts the case with all strategies in the first format. */
static tc_status count_strategies(quote_count *q) {
  const tc_quote_request *r = q->request;
  const tc_dry_run_case shape = {q->item->nodes, q->item->ranks_per_node, q->config->distribution.block_size};
  const int width = q->config->diffusion.scheme->width;
  const tc_params known = tc_dry_run_machine_params(q->machine, shape.ranks_per_node, 0.0);
  tc_result *result = NULL;
  TC_TRY(tc_results_add(q->results, r->strategies, &result));
  if (r->storages > 0) q->config->storage = r->storage[0];
  q->runs->reads = !q->runs->on_device && tc_params_has_read_costs(&known, width);
  return tc_dry_run_count(q->runs, &shape, r->strategies, r->strategy, result);
}

/* True if an earlier format of the request gives the same result with this strategy. */
static bool is_repeated(const tc_quote_request *r, const tc_strategy *strategy, int format) {
  for (int f = 0; f < format; f++)
    if (tc_strategy_storage(strategy, r->storage[f]) == tc_strategy_storage(strategy, r->storage[format]))
      return true;
  return false;
}

/* Counts the case and copies the results for the other formats, in which the traffic is the same. */
static tc_status count_case(quote_count *q) {
  const tc_quote_request *r = q->request;
  const int first = q->results->count;
  TC_TRY(count_strategies(q));
  for (int f = 1; f < r->storages; f++)
    for (int s = 0; s < r->strategies; s++) {
      tc_result *copy = NULL;
      if (is_repeated(r, r->strategy[s], f)) continue;
      TC_TRY(add_copy(q, first + s, &copy));
      set_storage(q, tc_strategy_storage(r->strategy[s], r->storage[f]), copy);
    }
  return TC_OK;
}

static tc_status copy_case(quote_count *q, const tc_quote_range *equal) {
  for (int i = 0; i < equal->count; i++) {
    tc_result *copy = NULL;
    TC_TRY(add_copy(q, equal->first + i, &copy));
  }
  return TC_OK;
}

/* ---- forecasts ---- */

/* Forecasts the results of the case from index `first` on. Threads do not change the counts. They affect the
 * forecasts of the step in three ways, as in `predict` and `run`. The parameters describe a rank with the
 * number of threads with which the machine was measured. The ranks of a node divide its bandwidth and its
 * last cache evenly. The time of work that one thread does, such as the setup of a solver, is multiplied by
 * the number of threads. A rank with more threads than the measured one is therefore assumed to be as fast in
 * the caches as the measured rank. Its forecast is then too long rather than too short. */
static tc_status forecast_results(const quote_count *q, int first) {
  const int width = q->config->diffusion.scheme->width;
  for (int i = first; i < q->results->count; i++) {
    tc_result *result = &q->results->result[i];
    const tc_params params = tc_dry_run_cases_params(q->runs, q->machine, result);
    TC_TRY(tc_result_forecast(&params, width, q->item->threads, true, result));
  }
  return TC_OK;
}

tc_status tc_quote_results_add(const tc_quote_request *request, tc_dry_run *runs, tc_config *config,
                               const tc_dry_run_machine *machine, const tc_quote_case *item,
                               const tc_quote_range *equal, tc_results *results) {
  quote_count q = {request, runs, config, machine, item, results};
  const int first = results->count;
  config->threads = item->threads;
  tc_status status = equal->count > 0 ? copy_case(&q, equal) : count_case(&q);
  if (!status) status = forecast_results(&q, first);
  while (status && results->count > first) tc_results_remove_last(results);
  return status;
}

int tc_quote_results_find_fastest(const tc_results *results, const tc_quote_range *range, int model) {
  int fastest = -1;
  for (int i = range->first; i < range->first + range->count; i++) {
    const tc_forecast *forecast = &results->result[i].forecast[model];
    if (!forecast->phase_s) continue;
    if (fastest < 0 || forecast->total_s < results->result[fastest].forecast[model].total_s) fastest = i;
  }
  return fastest;
}

/* True if the result may represent the case: the first result if there is no forecast, or the fastest result
 * by one of the models. */
static bool may_represent(const tc_results *results, const tc_quote_range *range, int result) {
  for (int model = 0; model < TC_MODEL_COUNT; model++)
    if (tc_quote_results_find_fastest(results, range, model) == result) return true;
  return result == range->first;
}

void tc_quote_results_reduce(tc_results *results, const tc_quote_range *range) {
  for (int i = range->first; i < range->first + range->count; i++) {
    if (may_represent(results, range, i)) continue;
    tc_free(results->result[i].measured);
    results->result[i].measured = NULL;
  }
}
