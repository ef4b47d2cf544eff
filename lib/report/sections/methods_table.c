/* Table of several methods and preconditioners, one line each. Those that failed follow with their reasons.
 * The width of the name columns depends on the longest name. Fields are compared with that of the first
 * method that succeeded. */
#include <math.h>
#include <string.h>

#include "base/text/number_format.h"
#include "report/document/report_text.h"
#include "report/sections/solver_section.h"

enum { cell_size = 32, limit_size = 256 };

/* Widths of the columns of names, in characters. */
typedef struct widths {
  int method, preconditioner, strategy;
} widths;

static void widen_column(int *width, size_t length) {
  if ((int)length > *width) *width = (int)length;
}

static widths find_widths(const tc_report *report) {
  widths w = {10, 18, 10};
  for (int i = 0; i < report->results; i++) {
    tc_line method = {0}, preconditioner = {0};
    tc_report_format_method(report->result[i].solver, &method);
    tc_report_format_preconditioner(report->result[i].solver, &preconditioner);
    widen_column(&w.method, method.length);
    widen_column(&w.preconditioner, preconditioner.length);
    widen_column(&w.strategy, strlen(report->result[i].strategy));
  }
  for (int i = 0; i < report->failures; i++) {
    widen_column(&w.method, strlen(report->failure[i].method));
    widen_column(&w.preconditioner, strlen(report->failure[i].preconditioner));
    widen_column(&w.strategy, strlen(report->failure[i].strategy));
  }
  return w;
}

/* Appends the names of method, preconditioner and strategy, with which each line starts. */
static void add_names(const widths *w, const char *method, const char *preconditioner, const char *strategy,
                      tc_line *line) {
  tc_line_add(line, "  %-*s %-*s %-*s", w->method, method, w->preconditioner, preconditioner, w->strategy,
              strategy);
}

/* Appends the measured time, the forecast and its error, such as " | 17.7 ms  18.0 ms   +2 %". */
static void add_times(double measured, bool forecast, double expected, tc_line *line) {
  char cell[3][cell_size] = {"-  ", "-  ", "-  "};
  if (measured > 0.0) tc_number_format_seconds(measured, cell[0], cell_size);
  if (forecast) {
    tc_number_format_seconds(expected, cell[1], cell_size);
    tc_number_format_error(expected, measured, measured, cell[2], cell_size);
  }
  tc_line_add(line, " | %8s %8s %8s", cell[0], cell[1], cell[2]);
}

/* Appends the total setup time and its forecast, such as " | 8.91 ms  9.02 ms". */
static void add_setup(const tc_result_solver *s, tc_line *line) {
  char cell[2][cell_size];
  double sum[2] = {0.0, 0.0};
  for (int k = 0; k < TC_SETUP_COUNT; k++) {
    sum[0] += s->record.set_up.by_index[k];
    sum[1] += s->set_up.by_index[k];
  }
  for (int k = 0; k < 2; k++) {
    snprintf(cell[k], cell_size, "-  ");
    if (sum[k] > 0.0) tc_number_format_seconds(sum[k], cell[k], cell_size);
  }
  tc_line_add(line, " | %8s %8s", cell[0], cell[1]);
}

static void add_difference(double difference, tc_line *line) {
  if (isnan(difference))
    tc_line_add(line, " %10s", "-");
  else
    tc_line_add(line, " %10.1e", difference);
}

static void write_line(const tc_report *report, const widths *w, const tc_result *result, FILE *out) {
  const tc_result_solver *s = result->solver;
  const int model = report->model;
  const bool step = result->forecast[model].phase_s,
             iteration = tc_report_iteration_is_predicted(result, model);
  tc_line line = {0}, method = {0}, preconditioner = {0};
  tc_report_format_method(s, &method);
  tc_report_format_preconditioner(s, &preconditioner);
  add_names(w, method.text, preconditioner.text, result->strategy, &line);
  tc_line_add(&line, " %7d %6lld %6.0f %6lld", (int)result->block_size, (long long)s->record.first,
              tc_solve_statistics_median(&s->record), (long long)s->record.max);
  add_times(tc_report_iteration_measured_s(result, -1), iteration,
            iteration ? tc_report_iteration_predicted_s(result, model, -1) : 0.0, &line);
  add_times(tc_result_measured_s(result, -1), step, step ? tc_result_predicted_s(result, model, -1) : 0.0,
            &line);
  add_setup(s, &line);
  tc_line_add(&line, " | %8.1e", s->record.worst);
  add_difference(s->field_difference, &line);
  if (!result->valid) tc_line_add(&line, "  not a solution");
  tc_report_text_write_trimmed(&line, out);
}

static void write_failure(const widths *w, const tc_failure *f, FILE *out) {
  tc_line line = {0};
  add_names(w, f->method, f->preconditioner, f->strategy, &line);
  fprintf(out, "%s %7d failed: %s\n", line.text, (int)f->block_size, f->reason);
}

static const tc_result *find_fastest(const tc_report *report) {
  const tc_result *best = NULL;
  for (int i = 0; i < report->results; i++) {
    const tc_result *r = &report->result[i];
    if (r->valid && (!best || tc_result_measured_s(r, -1) < tc_result_measured_s(best, -1))) best = r;
  }
  return best;
}

static void add_pair(const tc_result *result, tc_line *line) {
  tc_report_format_method(result->solver, line);
  tc_line_add(line, " with ");
  tc_report_format_preconditioner(result->solver, line);
  tc_line_add(line, ", strategy %s", result->strategy);
}

static void write_fastest(const tc_report *report, FILE *out) {
  const tc_result *best = find_fastest(report);
  char limit[limit_size];
  tc_line line = {0};
  if (!best) return;
  tc_result_bottleneck(report, best, limit, sizeof limit);
  tc_line_add(&line, "  fastest: ");
  add_pair(best, &line);
  tc_line_add(&line, "; %s", limit);
  tc_report_text_write_trimmed(&line, out);
}

/* Writes the lines about the field and the outcome (inflow and probes) of the first method that succeeded. */
static void write_first_field(const tc_report *report, FILE *out) {
  tc_line line = {0};
  int i = 0;
  while (i < report->results && !report->result[i].valid) i++;
  if (i == report->results) return;
  tc_line_add(&line, "  outcome of ");
  add_pair(&report->result[i], &line);
  tc_line_add(&line, ":");
  tc_report_text_write_trimmed(&line, out);
  tc_report_text_field(report, &report->result[i], out);
}

void tc_report_methods(const tc_report *report, FILE *out) {
  tc_report_text_head(report, out);
  const char *step = tc_report_step_noun(report);
  const widths w = find_widths(report);
  tc_line names = {0};
  fprintf(out,
          "iterations of a %s; seconds of an iteration, of a %s and of the setup of the solver; true "
          "residual in the worst %s;\ndifference of the field from that of the first line:\n",
          step, step, step);
  add_names(&w, "method", "preconditioner", "strategy", &names);
  fprintf(out, "%s %7s %6s %6s %6s | %8s %8s %8s | %8s %8s %8s | %8s %8s | %8s %10s\n", names.text, "block",
          "first", "median", "most", "iterat.", "forecast", "error", step, "forecast", "error", "setup",
          "forecast", "residual", "difference");
  for (int i = 0; i < report->results; i++) write_line(report, &w, &report->result[i], out);
  for (int i = 0; i < report->failures; i++) write_failure(&w, &report->failure[i], out);
  write_fastest(report, out);
  write_first_field(report, out);
  tc_report_text_legend(report, out);
}
