/* Table of several strategies and block sizes, one line each. */
#include "base/text/number_format.h"
#include "report/document/read_lines.h"
#include "report/document/report_text.h"
#include "report/document/strategy_gains.h"
#include "report/sections/solver_section.h"

enum { cell_size = 32, limit_size = 256, least_width = 8 };

/* Appends the forecast of the whole step by `model`, and its error against `measured`. */
static void add_forecast(const tc_result *result, int model, double measured, int width, tc_line *line) {
  char forecast[cell_size] = "-  ", error[cell_size] = "-  ";
  if (result->forecast[model].phase_s) {
    tc_number_format_seconds(result->forecast[model].total_s, forecast, sizeof forecast);
    tc_number_format_error(result->forecast[model].total_s, measured, measured, error, sizeof error);
  }
  tc_line_add(line, " %*s %8s", width, forecast, error);
}

static void write_line(const tc_report *report, const tc_result *result, FILE *out) {
  char cell[cell_size];
  tc_line line = {0};
  const double total = tc_result_measured_s(result, -1);
  const int slowest = tc_result_slowest(result, report->model);
  int other[TC_MODEL_COUNT];
  const int others = tc_report_other_models(report, other);
  tc_line_add(&line, "  %-9s %10d", result->strategy, (int)result->block_size);
  for (int part = 0; part < TC_PHASE_COUNT; part++) {
    if (!tc_report_shows_phase(report, part)) continue;
    tc_number_format_seconds(tc_result_measured_s(result, part), cell, sizeof cell);
    tc_line_add(&line, " %8s", cell);
  }
  tc_number_format_seconds(total, cell, sizeof cell);
  tc_line_add(&line, " | %8s", cell);
  add_forecast(result, report->model, total, least_width, &line);
  for (int m = 0; m < others; m++)
    add_forecast(result, other[m], total, tc_report_text_model_width(other[m], least_width), &line);
  tc_line_add(&line, "  rank %-4d%s", result->measured[slowest].rank, result->valid ? "" : " not a solution");
  tc_report_text_write_trimmed(&line, out);
}

/* Writes the fastest result whose field is a solution, its bottleneck and the speed-ups of strategy pairs. */
static void write_best(const tc_report *report, FILE *out) {
  const tc_result *best = NULL;
  char limit[limit_size];
  for (int i = 0; i < report->results; i++) {
    const tc_result *result = &report->result[i];
    if (result->valid && (!best || tc_result_measured_s(result, -1) < tc_result_measured_s(best, -1)))
      best = result;
  }
  if (!best) return;
  tc_result_bottleneck(report, best, limit, sizeof limit);
  fprintf(out, "  fastest: %s with blocks of %d; %s\n", best->strategy, (int)best->block_size, limit);
  if (best->solver) tc_report_text_solver_setup(best, out);
  tc_read_lines_advice(report, best, out);
  tc_strategy_gains_write(report->results, report->result, NULL, best, report->model, out);
}

static void write_first_field(const tc_report *report, FILE *out) {
  for (int i = 0; i < report->results; i++)
    if (report->result[i].valid) {
      tc_report_text_field(report, &report->result[i], out);
      return;
    }
}

void tc_report_comparison(const tc_report *report, FILE *out) {
  tc_report_text_head(report, out);
  fprintf(out, "%s distribution; seconds per %s:\n", report->result[0].distribution,
          tc_report_step_noun(report));
  fprintf(out, "  %-9s %10s", "strategy", "block");
  for (int part = 0; part < TC_PHASE_COUNT; part++)
    if (tc_report_shows_phase(report, part)) fprintf(out, " %8s", tc_phase_name(part));
  fprintf(out, " | %8s %8s %8s", "total", "forecast", "error");
  int other[TC_MODEL_COUNT];
  const int others = tc_report_other_models(report, other);
  for (int m = 0; m < others; m++)
    fprintf(out, " %*s %8s", tc_report_text_model_width(other[m], least_width), tc_model_at(other[m])->name,
            "error");
  fprintf(out, "  slowest\n");
  for (int i = 0; i < report->results; i++) write_line(report, &report->result[i], out);
  write_best(report, out);
  write_first_field(report, out);
  tc_report_text_legend(report, out);
}
