/* JSON items of one result: times, forecasts, counts and memory, then a section for each rank. A dry run has
 * these sections only if the user requested them. */
#include <math.h>

#include "report/document/read_lines.h"
#include "report/document/stages_text.h"
#include "report/render/report_items.h"

/* Appends the seconds of each part of a step, or null if `part` is NULL. */
static void add_parts(tc_section *section, const char *key, double total, const tc_seconds *part) {
  if (!part) {
    tc_item_add(section, tc_item_null(key));
    return;
  }
  tc_section *parts = TC_SECTION(section, key, TC_VALUE("total", total));
  for (int p = 0; p < TC_PHASE_COUNT; p++) tc_item_add(parts, TC_VALUE(tc_phase_name(p), part->by_index[p]));
}

static void add_counts(tc_section *section, const tc_counts *sum) {
  tc_section *counts = tc_section_add(section, "counts");
  for (int c = 0; c < TC_COUNT_COUNT; c++) tc_item_add(counts, TC_VALUE(tc_count_name(c), sum->by_index[c]));
}

/* Appends the number of calls and the bytes of each phase in a step, both summed over the ranks. */
static void add_work(tc_section *section, const tc_result *result) {
  tc_section *calls = tc_section_add(section, "calls"), *bytes = tc_section_add(section, "bytes");
  for (int p = 0; p < TC_PHASE_COUNT; p++) {
    int64_t count = 0;
    double sum_B = 0.0;
    for (int r = 0; r < result->ranks; r++) {
      count += result->measured[r].ledger.calls[p];
      sum_B += result->measured[r].ledger.bytes[p];
    }
    tc_item_add(calls, TC_VALUE(tc_phase_name(p), count));
    tc_item_add(bytes, TC_VALUE(tc_phase_name(p), sum_B));
  }
}

/* Appends the forecast of a model for one rank, or for the whole step if rank < 0. */
static void add_forecast(tc_section *section, const char *key, const tc_result *result, int model, int rank) {
  const tc_forecast *forecast = &result->forecast[model];
  tc_seconds part = {0};
  for (int p = 0; p < TC_PHASE_COUNT && forecast->phase_s; p++)
    part.by_index[p] =
        rank < 0 ? tc_result_predicted_s(result, model, p) : forecast->phase_s[rank].by_index[p];
  add_parts(section, key, rank < 0 ? forecast->total_s : tc_seconds_total(&part),
            forecast->phase_s ? &part : NULL);
}

static void add_forecasts(tc_section *section, const tc_result *result, int rank) {
  tc_section *forecasts = tc_section_add(section, "forecasts");
  for (int m = 0; m < TC_MODEL_COUNT; m++) add_forecast(forecasts, tc_model_at(m)->name, result, m, rank);
}

static void add_rank(tc_section *list, const tc_report *report, const tc_result *result, int rank) {
  const tc_measurement *m = &result->measured[rank];
  const double gap_s = m->ledger.longest_mpi_gap_s;
  tc_section *section =
      TC_SECTION(list, NULL, TC_VALUE("rank", m->rank), TC_VALUE("node", m->node), TC_VALUE("rows", m->rows));
  add_parts(section, "measured_s", m->total_s, result->dry_run ? NULL : &m->ledger.seconds);
  add_forecast(section, "predicted_s", result, report->model, rank);
  add_forecasts(section, result, rank);
  add_counts(section, &m->ledger.count);
  if (!result->dry_run)
    TC_ADD(section, TC_VALUE("longest_mpi_gap_s", gap_s),
           /* former name of the key, still written until version 1.0 */
           TC_VALUE("longest_silence_s", gap_s), TC_VALUE("peak_memory_B", m->peak_memory_B));
}

static void add_field(tc_section *section, const tc_result *result) {
  const tc_field_stats *field = &result->field;
  TC_SECTION(section, "field", TC_VALUE("valid", result->valid), TC_VALUE("hash", field->hash),
             TC_VALUE("min", field->min), TC_VALUE("max", field->max), TC_VALUE("integral", field->integral),
             TC_VALUE("l2_error", result->l2_error), TC_VALUE("max_error", result->max_error));
}

static void add_costs(tc_section *section, const tc_forecast *forecast) {
  if (!forecast->phase_s) {
    tc_item_add(section, tc_item_null("costs_s"));
    return;
  }
  tc_section *costs = tc_section_add(section, "costs_s");
  for (int c = 0; c < TC_COST_COUNT; c++)
    tc_item_add(costs, TC_VALUE(tc_cost_name(c), forecast->costs.by_index[c]));
  /* former name of the key, still written until version 1.0 */
  tc_item_add(costs, TC_VALUE("input", forecast->costs.forcing));
}

/* Appends the number of cache lines of x per row that are loaded from beyond each cache; null if reuse
 * distances were not counted. */
static void add_reuse(tc_section *section, const tc_report *report, const tc_result *result) {
  static const char *const level[TC_LEVELS] = {[1] = "L1", "L2", "L3"};
  double rows = 0.0;
  for (int r = 0; r < result->ranks; r++) rows += result->measured[r].reuse.rows;
  if (rows == 0.0) {
    tc_item_add(section, tc_item_null("reuse"));
    return;
  }
  tc_section *lines = tc_section_add(tc_section_add(section, "reuse"), "lines_per_row_beyond");
  for (int l = 1; l < TC_LEVELS; l++)
    tc_item_add(lines, TC_VALUE(level[l], tc_read_lines_beyond(report, result, l)));
}

static void add_measured(tc_section *section, const tc_result *result) {
  tc_seconds measured = {0};
  for (int p = 0; p < TC_PHASE_COUNT && !result->dry_run; p++)
    measured.by_index[p] = tc_result_measured_s(result, p);
  add_parts(section, "measured_s", tc_result_measured_s(result, -1), result->dry_run ? NULL : &measured);
}

static void add_wall(tc_section *section, const tc_report *report, const tc_result *result) {
  const tc_wall_times wall = tc_result_wall(result);
  TC_SECTION(section, "wall_s", TC_VALUE("total", wall.total_s), TC_VALUE("steps", wall.steps_s),
             TC_VALUE("snapshots", wall.snapshots_s), TC_VALUE("checks", wall.checks_s));
  TC_ADD(section,
         tc_item_if(report->steps > 0, TC_VALUE("mean_step_s", wall.steps_s / (double)report->steps)),
         TC_VALUE("slow_share", wall.slow_share));
}

/* Appends the forecast memory of a rank and of the root, then the memory that a run used. The share of local
 * pages (on the NUMA node of their thread) is null if a device computes. */
static void add_memory(tc_section *section, const tc_report *report, const tc_result *result) {
  const double share = report->device.device ? NAN : tc_result_local_page_share(result);
  TC_SECTION(section, "memory_B", tc_item_positive("rank", result->rank_B),
             tc_item_positive("root", result->root_B));
  if (!result->dry_run)
    TC_ADD(section, TC_VALUE("peak_memory_B", tc_result_memory_B(result)),
           TC_VALUE("local_page_share", share),
           /* former name of the key, still written until version 1.0 */
           TC_VALUE("pages_near", share));
}

static void add_times(tc_section *section, const tc_report *report, const tc_result *result) {
  const double measured = tc_result_measured_s(result, -1);
  const tc_forecast *forecast = &result->forecast[report->model];
  add_measured(section, result);
  if (!result->dry_run) add_wall(section, report, result);
  add_forecast(section, "predicted_s", result, report->model, -1);
  tc_item_add(section, tc_item_if(forecast->phase_s && measured > 0.0,
                                  TC_VALUE("error", forecast->total_s / measured - 1.0)));
  add_forecasts(section, result, -1);
  add_costs(section, forecast);
}

/* Appends the stages of a stabilised method with error control. */
static void add_controlled_stages(tc_section *section, const tc_report *report, const tc_stages_work *work) {
  const tc_error_control_record *record = work->controlled;
  TC_SECTION(section, "stages", TC_VALUE("method", work->method), TC_VALUE("axis_ratio", record->axis_ratio),
             TC_VALUE("lambda", report->run.stable_step->spectrum.largest),
             TC_VALUE("stages_min", record->fewest_stages), TC_VALUE("stages_max", record->most_stages),
             TC_VALUE("products", record->products), TC_VALUE("rejected_products", record->rejected_products),
             tc_item_count("euler_products", work->euler_products), TC_VALUE("widened", record->widened),
             tc_item_count("powers", work->powers));
}

/* Appends the section about error control: the numbers and sizes of steps. error_max is the largest estimated
 * error of a step divided by the accepted error. Appends nothing without error control. */
static void add_error_control(tc_section *section, const tc_report *report) {
  const tc_error_control_record *record = report->run.controlled;
  if (!record) return;
  TC_SECTION(section, "error_control", TC_VALUE("tolerance", report->run.control->tolerance),
             TC_VALUE("absolute", report->run.control->absolute), TC_VALUE("steps", record->steps),
             TC_VALUE("rejected", record->rejected), TC_VALUE("shortened", record->shortened),
             TC_VALUE("error_max", record->largest_error), TC_VALUE("dt_min", record->shortest),
             TC_VALUE("dt_max", record->longest));
}

/* Appends the stages of a stabilised method; nothing for other methods. */
static void add_stages(tc_section *section, const tc_report *report, const tc_result *result) {
  const tc_stages_work work = tc_report_stages_work(report);
  if (result->stages == 0 || work.stages == 0) return;
  const tc_stable_step *stable = report->run.stable_step;
  if (work.controlled) {
    add_controlled_stages(section, report, &work);
    return;
  }
  TC_SECTION(section, "stages", TC_VALUE("method", work.method),
             TC_VALUE("axis_ratio", stable->ellipse.axis_ratio), TC_VALUE("lambda", stable->spectrum.largest),
             TC_VALUE("stages", work.stages), tc_item_count("products", work.products),
             tc_item_count("euler_products", work.euler_products), tc_item_count("powers", work.powers));
}

/* Appends the steps of the source that operator splitting computes in each cell. Appends nothing without
 * operator splitting. */
static void add_local_steps(tc_section *section, const tc_report *report) {
  const tc_local_steps *local = &report->run.local;
  const int steps = tc_local_steps_count(local);
  if (steps > 0)
    TC_SECTION(section, "splitting", TC_VALUE("method", steps > 1 ? "strang" : "godunov"),
               TC_VALUE("parts", local->parts), TC_VALUE("evaluations", tc_local_steps_evaluations(local)));
}

void tc_items_add_result(tc_section *list, const tc_report *report, const tc_result *result) {
  const tc_counts counts = tc_result_counts(result);
  const bool shows_ranks = !result->dry_run || report->per_rank;
  tc_section *section =
      TC_SECTION(list, NULL, TC_VALUE("strategy", result->strategy),
                 TC_VALUE("distribution", result->distribution), TC_VALUE("partitioner", result->partitioner),
                 TC_VALUE("block_size", result->block_size), TC_VALUE("order", result->order),
                 TC_VALUE("order_block", result->order_block),
                 TC_VALUE("storage", (result->storage ? result->storage : tc_format_at(0))->name),
                 TC_VALUE("ranks", result->ranks), TC_VALUE("nodes", result->nodes),
                 TC_VALUE("ranks_per_node", result->ranks_per_node));
  add_times(section, report, result);
  add_reuse(section, report, result);
  add_counts(section, &counts);
  if (!result->dry_run) add_work(section, result);
  add_memory(section, report, result);
  tc_items_add_job_parts(section, result->job);
  tc_section *ranks = tc_list_add(section, "per_rank");
  for (int r = 0; r < result->ranks && shows_ranks; r++) add_rank(ranks, report, result, r);
  tc_items_add_solver(section, report, result);
  add_stages(section, report, result);
  add_error_control(section, report);
  add_local_steps(section, report);
  if (!result->dry_run) add_field(section, result);
}
