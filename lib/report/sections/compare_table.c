/* Table with a line for each strategy and block size of the command `compare`. */
#include "report/document/read_lines.h"
#include "report/document/report_text.h"
#include "report/document/strategy_gains.h"
#include "report/sections/solver_section.h"

enum { bottleneck_size = 256 };

static void add_columns(const tc_report *report, tc_section *table) {
  TC_COLUMNS(table, tc_column_text("strategy", -9), tc_column_text("block", 10));
  tc_report_add_phase_columns(table, report, 8);
  TC_COLUMNS(table, (tc_column){.label = "total", .width = 8, .prefix = " | "});
  tc_report_add_model_columns(table, report,
                              (tc_column[]){tc_column_text("forecast", 8), tc_column_text("error", 8)});
  TC_COLUMNS(table, (tc_column){.label = "slowest", .width = -9, .prefix = "  "});
}

static void add_row(const tc_report *report, const tc_result *result, tc_section *table) {
  const int slowest = tc_result_slowest(result, report->model);
  tc_seconds part = {0};
  tc_section *row =
      TC_SECTION(table, NULL, TC_VALUE(NULL, result->strategy), TC_VALUE(NULL, result->block_size));
  for (int p = 0; p < TC_PHASE_COUNT; p++) part.by_index[p] = tc_result_measured_s(result, p);
  tc_report_add_phase_cells(row, report, &part);
  tc_cell_seconds(row, tc_result_measured_s(result, -1));
  tc_report_add_model_cells(row, report, result, -1);
  tc_cell_print(row, "rank %d", result->measured[slowest].rank);
  if (!result->valid) tc_section_print(row, "not a solution");
}

/* Writes the fastest result, its bottleneck and the speed-ups of strategy pairs. */
static void write_fastest(const tc_report *report, tc_section *out) {
  const tc_result *best = tc_report_fastest(report);
  char bottleneck[bottleneck_size];
  if (!best) return;
  tc_result_bottleneck(report, best, bottleneck, sizeof bottleneck);
  tc_section_print(out, "  fastest: %s with blocks of %d; %s", best->strategy, (int)best->block_size,
                   bottleneck);
  if (best->solver) tc_report_text_solver_setup(best, out);
  tc_read_lines_advice(report, best, out);
  tc_strategy_gains_write(report->results, report->result, NULL, best, report->model, out);
}

static void write_first_field(const tc_report *report, tc_section *out) {
  for (int i = 0; i < report->results; i++)
    if (report->result[i].valid) {
      tc_report_text_field(report, &report->result[i], out);
      return;
    }
}

void tc_report_comparison(const tc_report *report, tc_section *out) {
  tc_report_text_head(report, out);
  tc_section_print(out, "%s distribution%s; seconds per %s:", report->result[0].distribution,
                   tc_report_partition_text(report->result[0].partitioner), tc_report_step_noun(report));
  tc_section *table = tc_list_add(out, NULL);
  add_columns(report, table);
  for (int i = 0; i < report->results; i++) add_row(report, &report->result[i], table);
  write_fastest(report, out);
  write_first_field(report, out);
  tc_report_text_legend(report, out);
}
