/* Table with a line for each solver method and preconditioner. The methods that failed follow, with the
 * reasons. Each method's field is compared with the field of the first method that succeeded. */
#include <math.h>

#include "base/text/number_format.h"
#include "report/document/report_text.h"
#include "report/sections/solver_section.h"

enum { bottleneck_size = 256, cell_size = 32 };

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
  const double sum[2] = {tc_report_setup_s(&s->record.set_up) + s->choice_s, tc_report_setup_s(&s->set_up)};
  for (int k = 0; k < 2; k++) tc_cell_seconds(row, sum[k] > 0.0 ? sum[k] : (double)NAN);
}

/* Appends the name of the preconditioner, after "auto: " if trials have chosen it. */
static void format_preconditioner(const tc_result_solver *s, tc_line *line) {
  if (s->choice_s > 0.0) tc_line_add(line, "auto: ");
  tc_report_format_preconditioner(s, line);
}

static void add_row(const tc_report *report, const tc_result *result, tc_section *table) {
  const tc_result_solver *s = result->solver;
  const int model = report->model;
  const bool step = result->forecast[model].phase_s,
             iteration = tc_report_iteration_is_predicted(result, model);
  tc_line method = {0}, preconditioner = {0};
  tc_report_format_method(s, &method);
  format_preconditioner(s, &preconditioner);
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

/* Appends method, preconditioner and strategy. Example: cg with ssor(1, 5 colours), strategy condensed */
static void append_method_names(const tc_result *result, tc_section *out) {
  tc_line line = {0};
  tc_report_format_method(result->solver, &line);
  tc_line_add(&line, " with ");
  format_preconditioner(result->solver, &line);
  tc_section_append(out, "%s, strategy %s", line.text, result->strategy);
}

static double setup_s(const tc_result *result) {
  return tc_report_setup_s(&result->solver->record.set_up) + result->solver->choice_s;
}

/* Returns the result for which setup and iterations together take the shortest time; NULL if there is
 * none. */
static const tc_result *find_fastest_with_setup(const tc_report *report) {
  const tc_result *best = NULL;
  double least = INFINITY;
  for (int i = 0; i < report->results; i++) {
    const tc_result *r = &report->result[i];
    const double seconds = setup_s(r) + tc_result_measured_s(r, -1);
    if (!r->valid || !(seconds < least)) continue;
    least = seconds;
    best = r;
  }
  return best;
}

/* Writes the method `best`, whose iterations are the fastest, but whose setup is longer than that of `one`,
 * the fastest method including the setup. If several right-hand sides are solved with one setup, `best` is
 * faster from some number of solves on. The line states this number. */
static void write_fastest_iterations(const tc_result *one, const tc_result *best, tc_section *out) {
  char iterations[cell_size], setup[cell_size];
  const double solves = fmax((double)best->solver->record.solves, 1.0),
               gain = (tc_result_measured_s(one, -1) - tc_result_measured_s(best, -1)) / solves,
               more = setup_s(best) - setup_s(one);
  tc_section_print(out, "  fastest iterations: ");
  append_method_names(best, out);
  tc_section_append(out, ", %s (setup %s)",
                    tc_number_format_time(tc_result_measured_s(best, -1), iterations, sizeof iterations),
                    tc_number_format_time(setup_s(best), setup, sizeof setup));
  if (gain > 0.0)
    tc_section_append(out, "; faster for %.0f or more solves with one setup", floor(more / gain) + 1.0);
}

/* Writes the method with the shortest time of setup and iterations together, because the user of a system
 * often solves it only once. */
static void write_fastest_solve(const tc_report *report, const char *bottleneck, const tc_result *one,
                                tc_section *out) {
  char all[cell_size], setup[cell_size], iterations[cell_size];
  const double set_up = setup_s(one), solve = tc_result_measured_s(one, -1);
  const int64_t solves = report->system ? report->system->right_sides : 1;
  if (solves > 1)
    tc_section_print(out, "  fastest of %lld solves with one setup: ", (long long)solves);
  else
    tc_section_print(out, "  fastest of one solve: ");
  append_method_names(one, out);
  tc_section_append(out, ", %s (setup %s, iterations %s); %s",
                    tc_number_format_time(set_up + solve, all, sizeof all),
                    tc_number_format_time(set_up, setup, sizeof setup),
                    tc_number_format_time(solve, iterations, sizeof iterations), bottleneck);
}

static void write_fastest(const tc_report *report, tc_section *out) {
  const tc_result *best = tc_report_fastest(report), *one = find_fastest_with_setup(report);
  const bool is_solve = !(report->dt > 0.0) && one, is_same = one == best;
  const tc_result *shown = is_solve ? one : best;
  char bottleneck[bottleneck_size];
  if (!best) return;
  tc_result_bottleneck(report, shown, bottleneck, sizeof bottleneck);
  if (is_solve) {
    write_fastest_solve(report, bottleneck, one, out);
    if (!is_same) write_fastest_iterations(one, best, out);
    return;
  }
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
                   "iterations of a %s; seconds of an iteration, of %s %s, and of the setup "
                   "of the solver (colours, factors, levels, trials of auto);\n"
                   "true residual in the worst %s; difference of %s from that of the first line:",
                   step, report->dt > 0.0 ? "a" : "the iterations of a", step, step,
                   report->system ? "x" : "the field");
  add_table(report, out);
  write_fastest(report, out);
  write_first_field(report, out);
  tc_report_text_legend(report, out);
}
