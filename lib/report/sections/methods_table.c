/* Table of several methods and preconditioners, one line each. Methods that failed follow, with the reasons.
 * Each method's field is compared with the field of the first method that succeeded. */
#include <math.h>

#include "report/document/report_text.h"
#include "report/sections/solver_section.h"

enum { bottleneck_size = 256 };

static tc_section *add_names(tc_section *table, const char *method, const char *preconditioner,
                             const char *strategy, int block_size) {
  return TC_SECTION(table, NULL, TC_VALUE(NULL, method), TC_VALUE(NULL, preconditioner),
                    TC_VALUE(NULL, strategy), TC_VALUE(NULL, block_size));
}

static void add_times(double measured, double forecast, tc_section *row) {
  tc_cell_seconds(row, measured > 0.0 ? measured : (double)NAN);
  tc_cell_seconds(row, forecast);
  tc_cell_error(row, forecast, measured, measured);
}

static void add_setup(const tc_result_solver *s, tc_section *row) {
  double sum[2] = {0.0, 0.0};
  for (int k = 0; k < TC_SETUP_COUNT; k++) {
    sum[0] += s->record.set_up.by_index[k];
    sum[1] += s->set_up.by_index[k];
  }
  for (int k = 0; k < 2; k++) tc_cell_seconds(row, sum[k] > 0.0 ? sum[k] : (double)NAN);
}

static void add_row(const tc_report *report, const tc_result *result, tc_section *table) {
  const tc_result_solver *s = result->solver;
  const int model = report->model;
  const bool step = result->forecast[model].phase_s,
             iteration = tc_report_iteration_is_predicted(result, model);
  tc_line method = {0}, preconditioner = {0};
  tc_report_format_method(s, &method);
  tc_report_format_preconditioner(s, &preconditioner);
  tc_section *row = add_names(table, method.text, preconditioner.text, result->strategy, result->block_size);
  TC_ADD(row, TC_VALUE(NULL, s->record.first), TC_VALUE(NULL, tc_solve_statistics_median(&s->record)),
         TC_VALUE(NULL, s->record.max));
  add_times(tc_report_iteration_measured_s(result, -1),
            iteration ? tc_report_iteration_predicted_s(result, model, -1) : (double)NAN, row);
  add_times(tc_result_measured_s(result, -1), step ? tc_result_predicted_s(result, model, -1) : (double)NAN,
            row);
  add_setup(s, row);
  TC_ADD(row, TC_VALUE(NULL, s->record.worst), TC_VALUE(NULL, s->field_difference));
  if (!result->valid) tc_section_print(row, " not a solution");
}

/* Example: cg with ssor(1, 5 colours), strategy condensed */
static void append_method_names(const tc_result *result, tc_section *out) {
  tc_line line = {0};
  tc_report_format_method(result->solver, &line);
  tc_line_add(&line, " with ");
  tc_report_format_preconditioner(result->solver, &line);
  tc_section_append(out, "%s, strategy %s", line.text, result->strategy);
}

static void write_fastest(const tc_report *report, tc_section *out) {
  const tc_result *best = tc_report_fastest(report);
  char bottleneck[bottleneck_size];
  if (!best) return;
  tc_result_bottleneck(report, best, bottleneck, sizeof bottleneck);
  tc_section_print(out, "  fastest: ");
  append_method_names(best, out);
  tc_section_append(out, "; %s", bottleneck);
}

/* Writes the lines about the field and the outcome (inflow and probes) of the first method that succeeded. */
static void write_first_field(const tc_report *report, tc_section *out) {
  int i = 0;
  while (i < report->results && !report->result[i].valid) i++;
  if (i == report->results || report->system) return;
  tc_section_print(out, "  outcome of ");
  append_method_names(&report->result[i], out);
  tc_section_append(out, ":");
  tc_report_text_field(report, &report->result[i], out);
}

static void add_table(const tc_report *report, tc_section *out) {
  const char *step = tc_report_step_noun(report);
  const tc_column forecast = tc_column_text("forecast", 8), error = tc_column_text("error", 8);
  const tc_column columns[] = {tc_column_text("method", -10),
                               tc_column_text("preconditioner", -18),
                               tc_column_text("strategy", -10),
                               tc_column_text("block", 7),
                               tc_column_text("first", 6),
                               tc_column_number("median", 6, "%.0f"),
                               tc_column_text("most", 6),
                               {.label = "iterat.", .width = 8, .prefix = " | "},
                               forecast,
                               error,
                               {.label = step, .width = 8, .prefix = " | "},
                               forecast,
                               error,
                               {.label = "setup", .width = 8, .prefix = " | "},
                               forecast,
                               {.label = "residual", .width = 8, .format = "%.1e", .prefix = " | "},
                               tc_column_number("difference", 10, "%.1e")};
  tc_section *table = tc_list_add(out, NULL);
  tc_columns_add(table, sizeof columns / sizeof *columns, columns);
  for (int i = 0; i < report->results; i++) add_row(report, &report->result[i], table);
  for (int i = 0; i < report->failures; i++) {
    const tc_failure *f = &report->failure[i];
    tc_section_print(add_names(table, f->method, f->preconditioner, f->strategy, f->block_size), "failed: %s",
                     f->reason);
  }
}

void tc_report_methods(const tc_report *report, tc_section *out) {
  const char *step = tc_report_step_noun(report);
  tc_report_text_head(report, out);
  tc_section_print(out,
                   "iterations of a %s; seconds of an iteration, of a %s and of the setup of the solver; "
                   "true residual in the worst %s;\ndifference of %s from that of the first line:",
                   step, step, step, report->system ? "x" : "the field");
  add_table(report, out);
  write_fastest(report, out);
  write_first_field(report, out);
  tc_report_text_legend(report, out);
}
