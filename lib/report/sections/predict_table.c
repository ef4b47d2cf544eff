/* Table of the cases of a dry run, in the form of Table 4 of Lagraviere et al. 2019: a line for each number
 * of ranks and block size, a column for each strategy. Cases that are not possible follow with their reasons,
 * then the advice. The results must be sorted as tc_report_prediction requires. */
#include <string.h>

#include "base/core/print.h"
#include "base/text/number_format.h"
#include "report/document/advice.h"
#include "report/document/report_text.h"
#include "report/sections/solver_section.h"

enum { cell_size = 32 };

/* Returns the end of the group of results that begins at `begin` and has the same ranks and block size. A
 * strategy that occurs again starts the next group, because the user may request a number twice. */
static int group_end(const tc_report *report, int begin) {
  const tc_result *first = &report->result[begin];
  int end = begin + 1;
  while (end < report->results && report->result[end].nodes == first->nodes &&
         report->result[end].ranks == first->ranks && report->result[end].block_size == first->block_size &&
         strcmp(report->result[end].strategy, first->strategy) != 0)
    end++;
  return end;
}

/* Formats the forecast of a step, or a dash if there is none. */
static void format_total(const tc_report *report, const tc_result *result, char cell[cell_size]) {
  snprintf(cell, cell_size, "-  ");
  if (result->forecast[report->model].phase_s)
    tc_number_format_seconds(result->forecast[report->model].total_s, cell, cell_size);
}

/* Formats the parallel efficiency of a result relative to the case with the fewest ranks. */
static const char *format_efficiency(const tc_report *report, const tc_result *result, char cell[cell_size]) {
  const tc_result *fewest = tc_advice_fewest(report);
  const double work = fewest->forecast[report->model].total_s * fewest->ranks;
  tc_snprintf(cell, cell_size, "%8.0f %%",
              100.0 * work / (result->forecast[report->model].total_s * result->ranks));
  return cell;
}

/* True if a column of the table shows the iterations. If all cases need the same number, one line after the
 * table contains it instead. */
static bool shows_trials(const tc_report *report) {
  int64_t fewest, most;
  return tc_report_trial_iterations(report, &fewest, &most);
}

static void write_group(const tc_report *report, int begin, int end, FILE *out) {
  const tc_result *first = &report->result[begin], *best = tc_advice_cheapest(report, begin, end);
  char cell[cell_size];
  tc_line line = {0};
  tc_line_add(&line, "  %6d %6d %11d", first->nodes, first->ranks, (int)first->block_size);
  if (shows_trials(report) && first->solver) tc_line_add(&line, " %11lld", (long long)first->solver->trial);
  for (int i = begin; i < end; i++) {
    format_total(report, &report->result[i], cell);
    tc_line_add(&line, " %11s", cell);
  }
  if (best) tc_line_add(&line, "   %-11s %s", best->strategy, format_efficiency(report, best, cell));
  tc_report_text_write_trimmed(&line, out);
}

/* Writes a line with the forecast seconds of each part, as the maximum over ranks. Writes nothing without a
 * forecast. */
static void write_parts(const tc_report *report, const tc_result *result, FILE *out) {
  char cell[cell_size];
  if (!result->forecast[report->model].phase_s) return;
  fprintf(out, "  %6d %6d %11d  %-10s", result->nodes, result->ranks, (int)result->block_size,
          result->strategy);
  for (int part = 0; part < TC_PHASE_COUNT; part++) {
    if (!tc_report_shows_phase(report, part)) continue;
    tc_number_format_seconds(tc_result_predicted_s(result, report->model, part), cell, sizeof cell);
    fprintf(out, " %9s", cell);
  }
  format_total(report, result, cell);
  fprintf(out, " | %9s  rank %d\n", cell, tc_result_slowest(result, report->model));
}

static void write_all_parts(const tc_report *report, FILE *out) {
  fprintf(out, "\n  %6s %6s %11s  %-10s", "nodes", "ranks", "block size", "strategy");
  for (int part = 0; part < TC_PHASE_COUNT; part++)
    if (tc_report_shows_phase(report, part)) fprintf(out, " %9s", tc_phase_name(part));
  fprintf(out, " | %9s  slowest\n", "total");
  for (int i = 0; i < report->results; i++) write_parts(report, &report->result[i], out);
}

/* Writes a note if the forecasts are for another machine: formulas were measured on this machine, because no
 * machine parameter gives their cost. */
static void write_tried(const tc_report *report, FILE *out) {
  if (report->run.is_other_machine &&
      (tc_report_shows_phase(report, TC_PHASE_boundary) || tc_report_shows_phase(report, TC_PHASE_source)))
    fprintf(out, "Sources, states and boundary data were timed on this machine, not on the machine of the "
                 "forecast.\n");
}

static void write_failure(const tc_failure *f, FILE *out) {
  fprintf(out, "  %6d %6d %11d   failed: %s\n", f->nodes, f->ranks, (int)f->block_size, f->reason);
}

/* Writes the solver of the result with the shortest forecast, which the advice recommends. Without forecasts,
 * writes that of the first result. */
static void write_solver(const tc_report *report, FILE *out) {
  const tc_result *best = tc_advice_cheapest(report, 0, report->results);
  const tc_result *shown = best ? best : &report->result[0];
  if (shown->solver && report->results > 1)
    fprintf(out, "\n%s with blocks of %d on %d rank%s (%d node%s):\n", shown->strategy,
            (int)shown->block_size, shown->ranks, tc_plural_suffix(shown->ranks), shown->nodes,
            tc_plural_suffix(shown->nodes));
  tc_report_text_solver(report, shown, out);
}

void tc_report_prediction(const tc_report *report, FILE *out) {
  tc_report_text_head(report, out);
  fprintf(out, "\nforecast seconds per %s, %s model, %s distribution:\n", tc_report_step_noun(report),
          tc_model_at(report->model)->name, report->result[0].distribution);
  fprintf(out, "  %6s %6s %11s", "nodes", "ranks", "block size");
  if (shows_trials(report)) fprintf(out, " %11s", "iterations");
  for (int i = 0; i < group_end(report, 0); i++) fprintf(out, " %11s", report->result[i].strategy);
  fprintf(out, "   %-11s efficiency\n", "fastest");
  for (int i = 0; i < report->results; i = group_end(report, i))
    write_group(report, i, group_end(report, i), out);
  for (int i = 0; i < report->failures; i++) write_failure(&report->failure[i], out);
  if (report->per_rank) write_all_parts(report, out);
  write_solver(report, out);
  tc_report_text_missing_forecasts(report, out);
  write_tried(report, out);
  tc_advice_write(report, out);
}
