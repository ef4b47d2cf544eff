/* Table of the cases of a dry run, in the form of Table 4 of Lagraviere et al. 2019: a line for each number
 * of ranks and block size, a column for each strategy. Cases that failed follow with their reasons, then the
 * advice. The results must be sorted as tc_report_prediction requires. */
#include <math.h>

#include "model/models/model_paraiso.h"
#include "report/document/advice.h"
#include "report/document/report_text.h"
#include "report/sections/solver_section.h"

static void add_total(const tc_report *report, const tc_result *result, tc_section *row) {
  const tc_forecast *forecast = &result->forecast[report->model];
  tc_cell_seconds(row, forecast->phase_s ? forecast->total_s : (double)NAN);
}

/* Appends the fastest strategy of a case, and its parallel efficiency relative to the fastest result with the
 * fewest ranks. */
static void add_best(const tc_report *report, const tc_result *best, tc_section *row) {
  const tc_result *fewest = tc_advice_find_fewest_ranks(report);
  const double work = fewest->forecast[report->model].total_s * fewest->ranks;
  tc_cell_print(row, "%s", best->strategy);
  tc_cell_print(row, "%.0f %%", 100.0 * work / (best->forecast[report->model].total_s * best->ranks));
}

/* True if a column of the table shows the iterations. If all cases need the same number of iterations, one
 * line after the table states it instead. */
static bool shows_iterations(const tc_report *report) {
  int64_t fewest, most;
  return tc_report_trial_iterations(report, &fewest, &most);
}

static const tc_column case_columns[] = {{.label = "nodes", .width = 6},
                                         {.label = "ranks", .width = 6},
                                         {.label = "block size", .width = 11}};

static tc_section *add_case(tc_section *table, int nodes, int ranks, int block_size) {
  return TC_SECTION(table, NULL, TC_VALUE(NULL, nodes), TC_VALUE(NULL, ranks), TC_VALUE(NULL, block_size));
}

static void add_group(const tc_report *report, int begin, int end, tc_section *table) {
  const tc_result *first = &report->result[begin], *best = tc_advice_find_fastest(report, begin, end);
  tc_section *row = add_case(table, first->nodes, first->ranks, first->block_size);
  if (shows_iterations(report))
    tc_item_add(row, tc_item_if(first->solver, TC_VALUE(NULL, first->solver ? first->solver->trial : 0)));
  for (int i = begin; i < end; i++) add_total(report, &report->result[i], row);
  if (best) add_best(report, best, row);
}

/* Appends the forecast of each phase of a step. Appends nothing if the result has no forecast. */
static void add_parts(const tc_report *report, const tc_result *result, tc_section *table) {
  tc_seconds part = {0};
  if (!result->forecast[report->model].phase_s) return;
  for (int p = 0; p < TC_PHASE_COUNT; p++) part.by_index[p] = tc_result_predicted_s(result, report->model, p);
  tc_section *row = add_case(table, result->nodes, result->ranks, result->block_size);
  tc_cell_print(row, "%s", result->strategy);
  tc_report_add_phase_cells(row, report, &part);
  add_total(report, result, row);
  tc_cell_print(row, "rank %d", tc_result_slowest(result, report->model));
}

static void write_all_parts(const tc_report *report, tc_section *out) {
  tc_section_print(out, " ");
  tc_section *table = tc_list_add(out, NULL);
  tc_columns_add(table, 3, case_columns);
  TC_COLUMNS(table, (tc_column){.label = "strategy", .width = -10, .prefix = "  "});
  tc_report_add_phase_columns(table, report, 9);
  TC_COLUMNS(table, (tc_column){.label = "total", .width = 9, .prefix = " | "},
             (tc_column){.label = "slowest", .width = -1, .prefix = "  "});
  for (int i = 0; i < report->results; i++) add_parts(report, &report->result[i], table);
}

static void write_cases(const tc_report *report, tc_section *out) {
  tc_section *table = tc_list_add(out, NULL);
  tc_columns_add(table, 3, case_columns);
  if (shows_iterations(report)) TC_COLUMNS(table, tc_column_text("iterations", 11));
  for (int i = 0; i < tc_advice_find_case_end(report, 0); i++)
    TC_COLUMNS(table, tc_column_text(report->result[i].strategy, 11));
  TC_COLUMNS(table, (tc_column){.label = "fastest", .width = -11, .prefix = "   "},
             tc_column_text("efficiency", 10));
  for (int i = 0; i < report->results; i = tc_advice_find_case_end(report, i))
    add_group(report, i, tc_advice_find_case_end(report, i), table);
  for (int i = 0; i < report->failures; i++) {
    const tc_failure *f = &report->failure[i];
    tc_section_print(add_case(table, f->nodes, f->ranks, f->block_size), "  failed: %s", f->reason);
  }
}

/* Writes that the cost of the config's formulas was measured on this machine and not on the machine of the
 * forecast. No machine parameter describes this cost. */
static void write_timing_note(const tc_report *report, tc_section *out) {
  if (report->run.is_other_machine &&
      (tc_report_shows_phase(report, TC_PHASE_boundary) || tc_report_shows_phase(report, TC_PHASE_source)))
    tc_section_print(out, "Sources, states and boundary data were timed on this machine, not on the machine "
                          "of the forecast.");
}

/* Writes the parameters that the model paraiso estimates, because the machine lacks them. */
static void write_estimates(const tc_report *report, tc_section *out) {
  tc_line names = {0};
  if (report->model != TC_MODEL_paraiso) return;
  for (int size = TC_PARAISO_SHORT; size < TC_PARAISO_SIZES; size++)
    for (int received = 0; received <= 1; received++)
      if (tc_paraiso_is_estimated(&report->machine, (tc_paraiso_size)size, received))
        tc_line_add_item(&names, tc_param_name(tc_paraiso_message_param((tc_paraiso_size)size, received)));
  if (*names.text)
    tc_section_print(out,
                     "The machine lacks %s: the paraiso model uses half of the largest value with which "
                     "a message takes no longer than a larger one.",
                     names.text);
}

/* Writes the lines about the solver for the result that the advice recommends, or for the first result. */
static void write_solver(const tc_report *report, tc_section *out) {
  const tc_result *best = tc_advice_find_fastest(report, 0, report->results);
  const tc_result *shown = best ? best : &report->result[0];
  /* Example of the line: condensed with blocks of 512 on 2 ranks (2 nodes): */
  if (shown->solver && report->results > 1)
    tc_section_print(out, "\n%s with blocks of %d on %d rank%s (%d node%s):", shown->strategy,
                     (int)shown->block_size, shown->ranks, tc_plural_suffix(shown->ranks), shown->nodes,
                     tc_plural_suffix(shown->nodes));
  tc_report_text_solver(report, shown, out);
}

void tc_report_prediction(const tc_report *report, tc_section *out) {
  tc_report_text_head(report, out);
  tc_section_print(out,
                   "\nforecast seconds per %s, %s model, %s distribution%s:", tc_report_step_noun(report),
                   tc_model_at(report->model)->name, report->result[0].distribution,
                   tc_report_partition_text(report->result[0].partitioner));
  write_cases(report, out);
  if (report->per_rank) write_all_parts(report, out);
  write_solver(report, out);
  tc_report_text_missing_forecasts(report, out);
  write_estimates(report, out);
  write_timing_note(report, out);
  tc_advice_write(report, out);
}
