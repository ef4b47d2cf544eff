/* Forecasts of all cases of a dry run: every combination of nodes, ranks per node and block size. For each
 * case it counts the traffic and forecasts the time of a step with all strategies. If a case is impossible,
 * or its linear systems cannot be solved, a failure with the reason is recorded, and the next case follows.
 * Other errors end the computation. */
#include "run/dry_run/dry_run_cases.h"

#include <stdio.h>

#include "base/core/print.h"
#include "base/core/timer.h"
#include "run/plan/step_workload.h"

/* State of the loop over the cases of a dry run. */
typedef struct sweep {
  const tc_dry_run_cases *asked;
  tc_dry_run *runs;
  const tc_dry_run_machine *machine;
  int done, all;
  double began_s;
  tc_status failed; /* error of the first case that failed */
  int logged_ranks; /* number of ranks of the case whose multigrid levels were logged last */
} sweep;

static int32_t block_of_a_rank(const sweep *s, const tc_dry_run_case *shape) {
  const int32_t cells = s->runs->cells, ranks = shape->nodes * shape->ranks_per_node;
  return cells / ranks + (cells % ranks != 0);
}

tc_params tc_dry_run_cases_params(const tc_dry_run *runs, const tc_dry_run_machine *machine,
                                  const tc_result *result) {
  const tc_solver_options *solver = result->solver ? &result->solver->options.solver : NULL;
  const tc_working_set run = tc_step_working_set((int32_t)result->rows_max, runs->rows.average, solver);
  return tc_dry_run_machine_params(machine, result->ranks_per_node, run.bytes);
}

static tc_status forecast_case(const sweep *s, tc_dry_run_case shape, tc_results *results, tc_params *first) {
  const int strategies = s->asked->strategies;
  tc_result *result = NULL;
  TC_TRY(tc_results_add(results, strategies, &result));
  const tc_params known = tc_dry_run_machine_params(s->machine, shape.ranks_per_node, 0.0);
  s->runs->reads = !s->runs->on_device && tc_params_has_read_costs(&known, s->runs->rows.average);
  TC_TRY(tc_dry_run_count(s->runs, &shape, strategies, s->asked->strategy, result));
  const tc_params params = tc_dry_run_cases_params(s->runs, s->machine, result);
  if (result == results->result) *first = params;
  const double width = s->runs->rows.average;
  const int threads = s->runs->config->threads > 0 ? s->runs->config->threads : 1;
  for (int i = 0; i < strategies; i++) TC_TRY(tc_result_forecast(&params, width, threads, true, &result[i]));
  return TC_OK;
}

/* Records a failed case: replaces its results by a failure with the reason, so that the other cases are still
 * forecast. Takes ownership of `status`. Errors other than TC_USAGE and TC_NUMERICAL do not concern the case
 * alone and are returned unchanged. */
static tc_status record_failure(sweep *s, const tc_dry_run_case *shape, tc_results *results,
                                tc_status status) {
  const tc_code code = tc_status_code(status);
  tc_failure failure = {.block_size = shape->block_size,
                        .nodes = shape->nodes,
                        .ranks = shape->nodes * shape->ranks_per_node};
  if (code != TC_NUMERICAL && code != TC_USAGE) return status;
  for (int i = 0; i < s->asked->strategies; i++) tc_results_remove_last(results);
  snprintf(failure.reason, sizeof failure.reason, "%s", tc_status_text(status));
  if (s->failed)
    tc_status_free(&status);
  else
    s->failed = status;
  return tc_results_add_failure(results, &failure);
}

static tc_status add_shape(sweep *s, tc_dry_run_case shape, tc_results *results, tc_params *first) {
  if (shape.block_size == 0) shape.block_size = block_of_a_rank(s, &shape);
  const tc_status status = forecast_case(s, shape, results, first);
  return status ? record_failure(s, &shape, results, status) : TC_OK;
}

/* Begins the log phase of a case. Its text includes an estimate of the remaining time if the estimate is at
 * least 2 s. */
static tc_log_phase begin_case(const sweep *s, const tc_dry_run_case *shape) {
  const double spent = tc_now_s() - s->began_s;
  const double left = s->done > 0 ? spent / s->done * (s->all - s->done) : 0.0;
  char rest[32] = "";
  if (left >= 2.0) tc_snprintf(rest, sizeof rest, ", about %.0f s left", left);
  /* Example: case 3 of 12: 2 nodes x 16 ranks, about 40 s left */
  return tc_log_begin_phase(s->runs->log, TC_JOB_PHASE_NONE, "case %d of %d: %d node%s x %d rank%s%s",
                            s->done + 1, s->all, (int)shape->nodes, shape->nodes == 1 ? "" : "s",
                            (int)shape->ranks_per_node, shape->ranks_per_node == 1 ? "" : "s", rest);
}

/* True if the case has block size 0, which means one block per rank, and duplicates another case. This
 * happens if the list of block sizes also contains the number of rows of such a block. */
static bool is_named_otherwise(const sweep *s, const tc_dry_run_case *shape) {
  const tc_option_numbers *sizes = &s->asked->block_sizes;
  for (int b = 0; b < sizes->count; b++)
    if (shape->block_size == 0 && sizes->item[b] == block_of_a_rank(s, shape)) return true;
  return false;
}

/* Logs the multigrid levels of the last result, unless the latest logged levels are for the same number of
 * ranks. */
static void log_levels(sweep *s, const tc_results *results) {
  const tc_result *last = results->count > 0 ? &results->result[results->count - 1] : NULL;
  if (!last || !last->solver || last->solver->record.multigrid.levels == 0) return;
  if (last->ranks == s->logged_ranks) return;
  const tc_result_solver *solver = last->solver;
  const tc_multigrid_forecast forecast = {.ranks = last->ranks,
                                          .exchanges = solver->cycle.exchanges,
                                          .setup_s =
                                              solver->set_up.aggregates + solver->set_up.coarse_matrices,
                                          .cycle_s = solver->cycle_s};
  s->logged_ranks = last->ranks;
  tc_multigrid_figures_log(&solver->record.multigrid, &forecast, s->runs->log);
}

static tc_status add_all(sweep *s, tc_results *results, tc_params *first) {
  const tc_dry_run_cases *asked = s->asked;
  for (int n = 0; n < asked->nodes.count; n++)
    for (int r = 0; r < asked->ranks_per_node.count; r++)
      for (int b = 0; b < asked->block_sizes.count; b++, s->done++) {
        const tc_dry_run_case shape = {asked->nodes.item[n], asked->ranks_per_node.item[r],
                                       asked->block_sizes.item[b]};
        const tc_log_phase phase = begin_case(s, &shape);
        if (!is_named_otherwise(s, &shape)) TC_TRY(add_shape(s, shape, results, first));
        tc_log_end_phase(&phase);
        log_levels(s, results);
      }
  return TC_OK;
}

tc_status tc_dry_run_cases_run(const tc_dry_run_cases *asked, tc_dry_run *runs,
                               const tc_dry_run_machine *machine, tc_results *results, tc_params *first) {
  const int all = asked->nodes.count * asked->ranks_per_node.count * asked->block_sizes.count;
  sweep s = {asked, runs, machine, 0, all, tc_now_s(), NULL, 0};
  const tc_status status = add_all(&s, results, first);
  if (!status && results->count == 0) return s.failed;
  tc_status_free(&s.failed);
  return status;
}
