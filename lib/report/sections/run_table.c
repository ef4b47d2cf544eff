/* Table of one or several runs, with a block of lines for each result. A block contains the phases of a step
 * with their forecasts, and lines about solver, wall time, bottleneck, memory and field. The head precedes
 * the first block. The legend and the section about the whole job follow the last block. */
#include <math.h>

#include "base/text/number_format.h"
#include "report/document/read_lines.h"
#include "report/document/report_text.h"
#include "report/sections/job_table.h"
#include "report/sections/solver_section.h"

/* Minimum number of cells of a mesh for which the memory per cell is reported. With fewer cells, the memory
 * that every process needs (MPI, libraries) dominates. */
enum { min_cells = 200000 };

/* Activities other than steps, such as snapshots, are reported if they take at least this share of the wall
 * time. */
static const double min_activity_share = 0.01;

enum { cell_size = 32, bottleneck_size = 256 };

/* Appends the row of one part of a step, or of the whole step if part < 0. */
static void add_part(const tc_report *report, const tc_result *result, int part, tc_section *table) {
  tc_section *row = TC_SECTION(table, NULL, TC_VALUE(NULL, part < 0 ? "total" : tc_phase_name(part)));
  tc_cell_seconds(row, tc_result_measured_s(result, part));
  tc_report_add_model_cells(row, report, result, part);
}

static void write_parts(const tc_report *report, const tc_result *result, tc_section *out) {
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("part", -10), tc_column_text("measured", 13));
  tc_report_add_model_columns(table, report,
                              (tc_column[]){tc_column_text("forecast", 13), tc_column_text("error", 11)});
  for (int part = 0; part < TC_PHASE_COUNT; part++)
    if (tc_report_shows_phase(report, part)) add_part(report, result, part, table);
  add_part(report, result, -1, table);
}

static void write_memory(const tc_report *report, const tc_result *result, tc_section *out) {
  const double memory = tc_result_memory_B(result), expected = tc_result_expected_memory_B(result);
  const double unit = memory < 1e9 ? 1e-6 : 1e-9;
  const char *const unit_name = memory < 1e9 ? "MB" : "GB";
  tc_section_print(out, "  memory: at most %.3g %s in all ranks together", memory * unit, unit_name);
  if (report->cells >= min_cells) {
    tc_section_append(out, ", %.0f B a cell", memory / (double)report->cells);
    if (expected > 0.0) tc_section_append(out, "; forecast %.3g %s", expected * unit, unit_name);
  }
}

/* Writes the share of memory pages on the NUMA node of the thread that uses them. */
static void write_pages(const tc_report *report, const tc_result *result, tc_section *out) {
  const double local_share = tc_result_local_page_share(result);
  if (!report->shows_pages || report->device.device)
    return; /* The matrix and the vectors are in the memory of the device, so the pages of the host have no
               effect. */
  if (isnan(local_share))
    tc_section_print(out, "  memory pages on the NUMA node of the thread that uses them: not available");
  else
    tc_section_print(out, "  memory pages on the NUMA node of the thread that uses them: %.3g %%",
                     100.0 * local_share);
  tc_section_append(out, "; placement %s%s", tc_placements.name(report->placement),
                    report->memory_nodes == 1 ? " (one NUMA node: local and master are equivalent)" : "");
}

/* Appends, for instance, ", snapshots 3.2 s", if that is at least 1 % of `wall_s`. */
static void append_activity(const char *activity, double seconds, double wall_s, tc_section *out) {
  char text[cell_size];
  if (seconds < min_activity_share * wall_s) return;
  tc_number_format_duration(seconds, text, sizeof text);
  tc_section_append(out, ", %s %s", activity, text);
}

/* Writes the wall time of all steps, and for comparison the number of steps times the median time of a
 * step. */
static void write_wall(const tc_report *report, const tc_result *result, tc_section *out) {
  const tc_wall_times wall = tc_result_wall(result);
  const long long steps = wall.steps;
  char total[cell_size], all[cell_size], medians[cell_size];
  if (steps == 0 || !(wall.total_s > 0.0)) return;
  tc_number_format_duration(wall.total_s, total, sizeof total);
  tc_number_format_duration(wall.steps_s, all, sizeof all);
  tc_number_format_duration((double)steps * tc_result_measured_s(result, -1), medians, sizeof medians);
  if (steps == 1)
    tc_section_print(out, "  wall time of 1 %s: %s; the %s alone %s", tc_report_step_noun(report), total,
                     tc_report_step_noun(report), all);
  else if (report->run.controlled)
    tc_section_print(out, "  wall time of %lld steps: %s; steps alone %s", steps, total, all);
  else
    tc_section_print(out, "  wall time of %lld steps: %s; steps alone %s (%lld x median step = %s)", steps,
                     total, all, steps, medians);
  append_activity("snapshots", wall.snapshots_s, wall.total_s, out);
  append_activity("checks", wall.checks_s, wall.total_s, out);
}

static void write_bottleneck(const tc_report *report, const tc_result *result, tc_section *out) {
  char text[bottleneck_size];
  const int slowest = tc_result_slowest(result, report->model);
  tc_result_bottleneck(report, result, text, sizeof text);
  if (text[0]) tc_section_print(out, "  %s", text);
  if (slowest >= 0 && result->ranks > 1)
    tc_section_print(out, "  slowest: rank %d on node %d, with %d rows", result->measured[slowest].rank,
                     result->measured[slowest].node, (int)result->measured[slowest].rows);
  tc_read_lines_advice(report, result, out);
}

static void add_rank(const tc_report *report, const tc_result *result, int rank, tc_section *table) {
  const tc_measurement *m = &result->measured[rank];
  const tc_seconds *part_s = result->forecast[report->model].phase_s;
  const double forecast = part_s ? tc_seconds_total(&part_s[rank]) : (double)NAN;
  tc_section *row =
      TC_SECTION(table, NULL, TC_VALUE(NULL, m->rank), TC_VALUE(NULL, m->node), TC_VALUE(NULL, m->rows));
  tc_report_add_phase_cells(row, report, &m->ledger.seconds);
  tc_cell_seconds(row, m->total_s);
  tc_cell_seconds(row, forecast);
  tc_cell_error(row, forecast, m->total_s, m->total_s);
}

static void write_ranks(const tc_report *report, const tc_result *result, tc_section *out) {
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("rank", 6), tc_column_text("node", 5), tc_column_text("rows", 9));
  tc_report_add_phase_columns(table, report, 9);
  TC_COLUMNS(table, (tc_column){.label = "total", .width = 9, .prefix = " | "}, tc_column_text("forecast", 9),
             tc_column_text("error", 9));
  for (int r = 0; r < result->ranks; r++) add_rank(report, result, r, table);
}

static void write_result(const tc_report *report, const tc_result *result, tc_section *out) {
  tc_section_print(out, "\n%s, %s distribution%s, blocks of %d; seconds per %s:", result->strategy,
                   result->distribution, tc_report_partition_text(result->partitioner),
                   (int)result->block_size, tc_report_step_noun(report));
  write_parts(report, result, out);
  tc_report_text_solver(report, result, out);
  write_wall(report, result, out);
  write_bottleneck(report, result, out);
  if (report->per_rank) write_ranks(report, result, out);
  write_memory(report, result, out);
  write_pages(report, result, out);
  tc_report_text_field(report, result, out);
}

void tc_report_solve(const tc_report *report, tc_section *out) {
  const tc_result *result = report->result;
  tc_section_print(out, "\nseconds of all iterations (machine: %s):", report->machine_name);
  write_parts(report, result, out);
  tc_report_text_solver_cost(report, result, out);
  tc_report_text_solver_setup(result, out);
  if (report->per_rank) write_ranks(report, result, out);
  tc_report_text_legend(report, out);
}

void tc_report_table(const tc_report *report, tc_section *out) {
  tc_report_text_head(report, out);
  for (int i = 0; i < report->results; i++) write_result(report, &report->result[i], out);
  tc_report_text_legend(report, out);
  tc_time_methods_write(report->time_methods, out);
  tc_report_text_job(report->job, "", out);
}
