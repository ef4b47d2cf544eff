/* One result of the JSON report: times, forecasts, counts and memory, then one object for each rank of a run,
 * or of a dry run if requested. Times are maxima over ranks, counts are sums. Unknown values are null. json.c
 * calls it for every result. */
#include "report/render/json_result.h"

#include <math.h>

#include "report/document/read_lines.h"
#include "report/render/json_solver.h"

static void write_parts(tc_json *json, const char *name, double total, tc_seconds parts) {
  tc_json_begin(json, name, '{');
  tc_json_number(json, "total", total);
  for (int p = 0; p < TC_PHASE_COUNT; p++) tc_json_number(json, tc_phase_name(p), parts.by_index[p]);
  tc_json_end(json, '}');
}

static void write_counts(tc_json *json, tc_counts counts) {
  tc_json_begin(json, "counts", '{');
  for (int c = 0; c < TC_COUNT_COUNT; c++) tc_json_integer(json, tc_count_name(c), counts.by_index[c]);
  tc_json_end(json, '}');
}

/* Writes the number of calls of each phase in a step, and the counts. Both are summed over ranks. */
static void write_work(tc_json *json, const tc_result *result) {
  tc_json_begin(json, "calls", '{');
  for (int p = 0; p < TC_PHASE_COUNT; p++) {
    int64_t calls = 0;
    for (int r = 0; r < result->ranks; r++) calls += result->measured[r].ledger.calls[p];
    tc_json_integer(json, tc_phase_name(p), calls);
  }
  tc_json_end(json, '}');
  tc_json_begin(json, "bytes", '{');
  for (int p = 0; p < TC_PHASE_COUNT; p++) {
    double bytes = 0.0;
    for (int r = 0; r < result->ranks; r++) bytes += result->measured[r].ledger.bytes[p];
    tc_json_number(json, tc_phase_name(p), bytes);
  }
  tc_json_end(json, '}');
}

static void write_forecast(tc_json *json, const tc_result *result, int model, const char *name) {
  tc_seconds parts = {0};
  if (!result->forecast[model].phase_s) {
    tc_json_text(json, name, NULL);
    return;
  }
  for (int p = 0; p < TC_PHASE_COUNT; p++) parts.by_index[p] = tc_result_predicted_s(result, model, p);
  write_parts(json, name, result->forecast[model].total_s, parts);
}

/* Writes the forecast of the main model with its error, then the forecasts of all models by name. */
static void write_forecasts(tc_json *json, const tc_report *report, const tc_result *result) {
  const double measured = tc_result_measured_s(result, -1);
  const tc_forecast *forecast = &result->forecast[report->model];
  write_forecast(json, result, report->model, "predicted_s");
  tc_json_number(json, "error",
                 forecast->phase_s && measured > 0.0 ? forecast->total_s / measured - 1.0 : NAN);
  tc_json_begin(json, "forecasts", '{');
  for (int m = 0; m < TC_MODEL_COUNT; m++) write_forecast(json, result, m, tc_model_at(m)->name);
  tc_json_end(json, '}');
}

static void write_rank_forecast(tc_json *json, const tc_result *result, int rank, int model,
                                const char *name) {
  const tc_seconds *part = result->forecast[model].phase_s;
  if (part)
    write_parts(json, name, tc_seconds_total(&part[rank]), part[rank]);
  else
    tc_json_text(json, name, NULL);
}

static void write_rank_forecasts(tc_json *json, const tc_report *report, const tc_result *result, int rank) {
  write_rank_forecast(json, result, rank, report->model, "predicted_s");
  tc_json_begin(json, "forecasts", '{');
  for (int m = 0; m < TC_MODEL_COUNT; m++) write_rank_forecast(json, result, rank, m, tc_model_at(m)->name);
  tc_json_end(json, '}');
}

static void write_rank(tc_json *json, const tc_report *report, const tc_result *result, int rank) {
  const tc_measurement *m = &result->measured[rank];
  tc_json_begin(json, NULL, '{');
  tc_json_integer(json, "rank", m->rank);
  tc_json_integer(json, "node", m->node);
  tc_json_integer(json, "rows", m->rows);
  if (result->dry_run)
    tc_json_text(json, "measured_s", NULL);
  else
    write_parts(json, "measured_s", m->total_s, m->ledger.seconds);
  write_rank_forecasts(json, report, result, rank);
  write_counts(json, m->ledger.count);
  if (!result->dry_run) {
    tc_json_number(json, "longest_mpi_gap_s", m->ledger.longest_mpi_gap_s);
    tc_json_number(json, "longest_silence_s",
                   m->ledger.longest_mpi_gap_s); /* former name of the key, still written until version 1.0 */
    tc_json_number(json, "peak_memory_B", m->peak_memory_B);
  }
  tc_json_end(json, '}');
}

static void write_field(tc_json *json, const tc_result *result) {
  tc_json_begin(json, "field", '{');
  tc_json_bool(json, "valid", result->valid);
  tc_json_hash(json, "hash", result->field.hash);
  tc_json_number(json, "min", result->field.min);
  tc_json_number(json, "max", result->field.max);
  tc_json_number(json, "integral", result->field.integral);
  tc_json_number(json, "l2_error", result->l2_error);
  tc_json_number(json, "max_error", result->max_error);
  tc_json_end(json, '}');
}

/* Writes the costs of the step by kind, as forecast by the main model. */
static void write_costs(tc_json *json, const tc_report *report, const tc_result *result) {
  tc_costs costs = result->forecast[report->model].costs;
  if (!result->forecast[report->model].phase_s) {
    tc_json_text(json, "costs_s", NULL);
    return;
  }
  tc_json_begin(json, "costs_s", '{');
  for (int c = 0; c < TC_COST_COUNT; c++) tc_json_number(json, tc_cost_name(c), costs.by_index[c]);
  tc_json_number(json, "input", costs.forcing); /* former name of the key, still written until version 1.0 */
  tc_json_end(json, '}');
}

/* Writes the number of cache lines of x per row that are loaded from beyond each cache; null if reuse
 * distances were not counted. */
static void write_reuse(tc_json *json, const tc_report *report, const tc_result *result) {
  double rows = 0.0;
  for (int r = 0; r < result->ranks; r++) rows += result->measured[r].reuse.rows;
  if (rows == 0.0) {
    tc_json_text(json, "reuse", NULL);
    return;
  }
  tc_json_begin(json, "reuse", '{');
  tc_json_begin(json, "lines_per_row_beyond", '{');
  for (int level = 1; level < TC_LEVELS; level++) {
    const char name[] = {'L', (char)('0' + level), '\0'};
    tc_json_number(json, name, tc_read_lines_beyond(report, result, level));
  }
  tc_json_end(json, '}');
  tc_json_end(json, '}');
}

static void write_measured(tc_json *json, const tc_result *result) {
  tc_seconds measured = {0};
  if (result->dry_run) {
    tc_json_text(json, "measured_s", NULL);
    return;
  }
  for (int p = 0; p < TC_PHASE_COUNT; p++) measured.by_index[p] = tc_result_measured_s(result, p);
  write_parts(json, "measured_s", tc_result_measured_s(result, -1), measured);
}

/* Writes the wall times of the time loop, the mean time of a step, and the share of steps that took more than
 * twice the median. */
static void write_wall(tc_json *json, const tc_report *report, const tc_result *result) {
  const tc_wall_times wall = tc_result_wall(result);
  tc_json_begin(json, "wall_s", '{');
  tc_json_number(json, "total", wall.total_s);
  tc_json_number(json, "steps", wall.steps_s);
  tc_json_number(json, "snapshots", wall.snapshots_s);
  tc_json_number(json, "checks", wall.checks_s);
  tc_json_end(json, '}');
  tc_json_number(json, "mean_step_s", report->steps > 0 ? wall.steps_s / (double)report->steps : NAN);
  tc_json_number(json, "slow_share", wall.slow_share);
}

static void write_ranks(tc_json *json, const tc_report *report, const tc_result *result) {
  const bool shown = !result->dry_run || report->per_rank;
  tc_json_begin(json, "per_rank", '[');
  for (int r = 0; shown && r < result->ranks; r++) write_rank(json, report, result, r);
  tc_json_end(json, ']');
}

/* Writes the forecast memory of a rank and of the root. */
static void write_memory(tc_json *json, const tc_result *result) {
  tc_json_begin(json, "memory_B", '{');
  tc_json_number(json, "rank", result->rank_B > 0.0 ? result->rank_B : NAN);
  tc_json_number(json, "root", result->root_B > 0.0 ? result->root_B : NAN);
  tc_json_end(json, '}');
}

/* Writes the memory that a run used. The share of local pages is null for a device. */
static void write_memory_used(tc_json *json, const tc_report *report, const tc_result *result) {
  const double share = report->device.device ? NAN : tc_result_local_page_share(result);
  tc_json_number(json, "peak_memory_B", tc_result_memory_B(result));
  tc_json_number(json, "local_page_share", share);
  tc_json_number(json, "pages_near", share); /* former name of the key, still written until version 1.0 */
}

void tc_json_result(tc_json *json, const tc_report *report, const tc_result *result) {
  tc_json_begin(json, NULL, '{');
  tc_json_text(json, "strategy", result->strategy);
  tc_json_text(json, "distribution", result->distribution);
  tc_json_integer(json, "block_size", result->block_size);
  tc_json_text(json, "order", result->order);
  tc_json_integer(json, "order_block", result->order_block);
  tc_json_text(json, "storage", (result->storage ? result->storage : tc_format_at(0))->name);
  tc_json_integer(json, "ranks", result->ranks);
  tc_json_integer(json, "nodes", result->nodes);
  tc_json_integer(json, "ranks_per_node", result->ranks_per_node);
  write_measured(json, result);
  if (!result->dry_run) write_wall(json, report, result);
  write_forecasts(json, report, result);
  write_costs(json, report, result);
  write_reuse(json, report, result);
  write_counts(json, tc_result_counts(result));
  if (!result->dry_run) write_work(json, result);
  write_memory(json, result);
  if (!result->dry_run) write_memory_used(json, report, result);
  write_ranks(json, report, result);
  tc_json_solver(json, report, result);
  if (!result->dry_run) write_field(json, result);
  tc_json_end(json, '}');
}
