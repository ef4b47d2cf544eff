/* Table of one or several runs, with a block of lines for each result. A block contains parts with their
 * forecasts, solver, wall time, bottleneck, memory and field. The head precedes the first block and the
 * legend follows the last one. */
#include <math.h>

#include "base/core/print.h"
#include "base/text/number_format.h"
#include "report/document/read_lines.h"
#include "report/document/report_text.h"
#include "report/sections/solver_section.h"
#include "solve/observe/monitor.h"

/* Minimum number of cells of a mesh for which the memory per cell is reported. With fewer cells the memory of
 * the process itself dominates. */
enum { enough_cells = 200000 };

/* Activities other than steps, such as snapshots, are reported from this share of the wall time. */
static const double matters_from = 0.01;

enum { cell_size = 32, limit_size = 256 };

/* Appends the forecast of a part by `model` and its error, such as "  12.3 us   +5 %"; dashes if there is
 * none. */
static void add_forecast(const tc_result *result, int model, int part, tc_line *line) {
  char seconds[cell_size] = "-  ", error[cell_size] = "-  ";
  if (result->forecast[model].phase_s) {
    const double forecast = tc_result_predicted_s(result, model, part);
    tc_number_format_seconds(forecast, seconds, sizeof seconds);
    tc_number_format_error(forecast, tc_result_measured_s(result, part), tc_result_measured_s(result, -1),
                           error, sizeof error);
  }
  tc_line_add(line, " %13s %11s", seconds, error);
}

static void write_part(const tc_report *report, const tc_result *result, int part, FILE *out) {
  char measured[cell_size];
  tc_line line = {0};
  int other[TC_MODEL_COUNT];
  const int others = tc_report_other_models(report, other);
  tc_number_format_seconds(tc_result_measured_s(result, part), measured, sizeof measured);
  tc_line_add(&line, "  %-10s %13s", part < 0 ? "total" : tc_phase_name(part), measured);
  add_forecast(result, report->model, part, &line);
  for (int m = 0; m < others; m++) add_forecast(result, other[m], part, &line);
  tc_report_text_write_trimmed(&line, out);
}

static void write_memory(const tc_report *report, const tc_result *result, FILE *out) {
  const double memory = tc_result_memory_B(result), expected = tc_result_expected_memory_B(result);
  const double unit = memory < 1e9 ? 1e-6 : 1e-9;
  tc_fprintf(out, "  memory: at most %.3g %s in all ranks together", memory * unit,
             memory < 1e9 ? "MB" : "GB");
  if (report->cells >= enough_cells) {
    tc_fprintf(out, ", %.0f B a cell", memory / (double)report->cells);
    if (expected > 0.0) tc_fprintf(out, "; forecast %.3g", expected * unit);
  }
  fputc('\n', out);
}

/* Writes the share of local pages, or that it is not available. Writes nothing unless report->tells_pages is
 * true. */
static void write_pages(const tc_report *report, const tc_result *result, FILE *out) {
  const double near = tc_result_local_page_share(result);
  if (!report->tells_pages || report->device.device) return; /* matrix and vectors are on the device */
  if (isnan(near))
    fputs("  pages on the thread's node: not available", out);
  else
    tc_fprintf(out, "  pages on the thread's node: %.3g %%", 100.0 * near);
  fprintf(out, "; placement %s%s\n", tc_placements.name(report->placement),
          report->memory_nodes == 1 ? " (one NUMA node: local and master are equivalent)" : "");
}

/* Appends the seconds of an activity, such as ", 3.2 s in snapshots", if they are at least 1 % of `whole`. */
static void add_share(const char *what, double seconds, double whole, tc_line *line) {
  char text[cell_size];
  if (seconds < matters_from * whole) return;
  tc_number_format_duration(seconds, text, sizeof text);
  tc_line_add(line, ", %s in %s", text, what);
}

/* Writes the wall time of all steps, and for comparison the time of the median step multiplied by their
 * number. */
static void write_wall(const tc_report *report, const tc_result *result, FILE *out) {
  const tc_wall_times wall = tc_result_wall(result);
  const long long steps = wall.steps;
  char total[cell_size], all[cell_size], medians[cell_size];
  tc_line line = {0};
  if (steps == 0 || !(wall.total_s > 0.0)) return;
  tc_number_format_duration(wall.total_s, total, sizeof total);
  tc_number_format_duration(wall.steps_s, all, sizeof all);
  tc_number_format_duration((double)steps * tc_result_measured_s(result, -1), medians, sizeof medians);
  if (steps == 1)
    tc_line_add(&line, "  1 %s took %s: %s itself", tc_report_step_noun(report), total, all);
  else
    tc_line_add(&line, "  %lld steps took %s: %s in steps (%lld times the median: %s)", steps, total, all,
                steps, medians);
  add_share("snapshots", wall.snapshots_s, wall.total_s, &line);
  add_share("checks", wall.checks_s, wall.total_s, &line);
  tc_report_text_write_trimmed(&line, out);
}

/* Writes the bottleneck of the step, and which rank is the slowest. */
static void write_limit(const tc_report *report, const tc_result *result, FILE *out) {
  char text[limit_size];
  const int slowest = tc_result_slowest(result, report->model);
  tc_result_bottleneck(report, result, text, sizeof text);
  if (text[0]) fprintf(out, "  %s\n", text);
  if (slowest >= 0 && result->ranks > 1)
    fprintf(out, "  slowest: rank %d on node %d, with %d rows\n", result->measured[slowest].rank,
            result->measured[slowest].node, (int)result->measured[slowest].rows);
  tc_read_lines_advice(report, result, out);
}

static void write_rank(const tc_report *report, const tc_result *result, int rank, FILE *out) {
  const tc_measurement *m = &result->measured[rank];
  const tc_seconds *forecast = result->forecast[report->model].phase_s;
  char cell[cell_size], error[cell_size] = "-  ";
  tc_line line = {0};
  tc_line_add(&line, "  %6d %5d %9d", m->rank, m->node, (int)m->rows);
  for (int part = 0; part < TC_PHASE_COUNT; part++) {
    if (!tc_report_shows_phase(report, part)) continue;
    tc_number_format_seconds(m->ledger.seconds.by_index[part], cell, sizeof cell);
    tc_line_add(&line, " %9s", cell);
  }
  tc_number_format_seconds(m->total_s, cell, sizeof cell);
  tc_line_add(&line, " | %9s", cell);
  snprintf(cell, sizeof cell, "-  ");
  if (forecast) {
    tc_number_format_seconds(tc_seconds_total(&forecast[rank]), cell, sizeof cell);
    tc_number_format_error(tc_seconds_total(&forecast[rank]), m->total_s, m->total_s, error, sizeof error);
  }
  tc_line_add(&line, " %9s %9s", cell, error);
  tc_report_text_write_trimmed(&line, out);
}

static void write_ranks(const tc_report *report, const tc_result *result, FILE *out) {
  fprintf(out, "  %6s %5s %9s", "rank", "node", "rows");
  for (int part = 0; part < TC_PHASE_COUNT; part++)
    if (tc_report_shows_phase(report, part)) fprintf(out, " %9s", tc_phase_name(part));
  fprintf(out, " | %9s %9s %9s\n", "total", "forecast", "error");
  for (int r = 0; r < result->ranks; r++) write_rank(report, result, r, out);
}

static void write_result(const tc_report *report, const tc_result *result, FILE *out) {
  fprintf(out, "\n%s, %s distribution, blocks of %d; seconds per %s:\n", result->strategy,
          result->distribution, (int)result->block_size, tc_report_step_noun(report));
  fprintf(out, "  %-10s %13s %13s %11s", "part", "measured", "forecast", "error");
  int other[TC_MODEL_COUNT];
  const int others = tc_report_other_models(report, other);
  for (int m = 0; m < others; m++) fprintf(out, " %13s %11s", tc_model_at(other[m])->name, "error");
  fputc('\n', out);
  for (int part = 0; part < TC_PHASE_COUNT; part++)
    if (tc_report_shows_phase(report, part)) write_part(report, result, part, out);
  write_part(report, result, -1, out);
  tc_report_text_solver(report, result, out);
  write_wall(report, result, out);
  write_limit(report, result, out);
  if (report->per_rank) write_ranks(report, result, out);
  write_memory(report, result, out);
  write_pages(report, result, out);
  tc_report_text_field(report, result, out);
}

void tc_report_table(const tc_report *report, FILE *out) {
  tc_report_text_head(report, out);
  for (int i = 0; i < report->results; i++) write_result(report, &report->result[i], out);
  tc_report_text_legend(report, out);
}
