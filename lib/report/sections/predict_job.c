/* Forecast of the whole job after a dry run: a table with a line for the fastest strategy of each case, if
 * there are several cases, the phases of the fastest case, and a sentence with its time. `predict` writes it
 * after the forecast of the step and the advice. */
#include <math.h>

#include "report/document/advice.h"
#include "report/document/job_text.h"
#include "report/document/report_text.h"
#include "report/sections/job_table.h"

enum { cell_size = 32 };

static void add_case(const tc_result *r, tc_section *table) {
  char bound[cell_size];
  const tc_job_parts parts = tc_job_report_parts(r->job);
  const tc_job_times total = tc_job_report_total(r->job);
  tc_section *row = TC_SECTION(table, NULL, TC_VALUE(NULL, r->nodes), TC_VALUE(NULL, r->ranks),
                               TC_VALUE(NULL, r->block_size), TC_VALUE(NULL, r->strategy));
  tc_job_add_seconds(row, parts.setup_s);
  tc_job_add_seconds(row, parts.steps_s);
  tc_job_add_seconds(row, parts.output_s);
  tc_job_add_seconds(row, total.forecast_s);
  tc_cell_print(row, "%s", tc_job_format_bound(total.bound_s, bound, sizeof bound));
}

static void write_cases(const tc_report *report, tc_section *out) {
  tc_section_print(out, "\nForecast of the whole job with the fastest strategy of each case:");
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("nodes", 6), tc_column_text("ranks", 6), tc_column_text("block size", 11),
             (tc_column){.label = "strategy", .width = -10, .prefix = "  "}, tc_column_text("setup", 9),
             tc_column_text("steps", 9), tc_column_text("outputs", 9), tc_column_text("total", 9),
             tc_job_bound_column(report->job, table));
  for (int i = 0; i < report->results;) {
    const int end = tc_advice_find_case_end(report, i);
    const tc_result *best = tc_advice_find_fastest(report, i, end);
    if (best && best->job) add_case(best, table);
    i = end;
  }
}

/* True if the result is a dry run of more than one case. */
static bool has_several_cases(const tc_report *report) {
  return report->results > 0 && tc_advice_find_case_end(report, 0) < report->results;
}

/* Returns the first result whose job has no forecast because a parameter is missing; NULL if there is
 * none. */
static const tc_result *find_lacking(const tc_report *report) {
  for (int i = 0; i < report->results; i++)
    if (report->result[i].job && report->result[i].job->forecast.missing >= 0) return &report->result[i];
  return NULL;
}

/* Writes the name of the missing parameter and the command that measures it. */
static void write_missing(const tc_report *report, tc_section *out) {
  const tc_result *lacking = find_lacking(report);
  if (!lacking) return;
  const int param = lacking->job->forecast.missing;
  if (tc_missing_params_is_network(param))
    tc_section_print(out,
                     "\nNo forecast of the whole job on %d nodes: the machine (%s) lacks %s, which cases "
                     "with 2 and more nodes need: run tetracast calibrate on two nodes.",
                     lacking->nodes, report->machine_name, tc_param_name(param));
  else
    tc_section_print(out,
                     "\nNo forecast of the whole job: the machine (%s) lacks %s: run tetracast calibrate on "
                     "that machine.",
                     report->machine_name, tc_param_name(param));
}

/* Writes the phases of the fastest case. The config may set another strategy, so the heading contains the
 * name of the fastest one. */
static void write_phases(const tc_report *report, tc_section *out) {
  const tc_result *best = tc_advice_find_job(report);
  tc_line name = {0};
  if (best)
    tc_line_add(&name, " with the fastest strategy (%s) on %d rank%s", best->strategy, best->ranks,
                tc_plural_suffix(best->ranks));
  tc_report_text_job(report->job, name.text, out);
}

static void write_strategy(const tc_result *best, tc_section *out) {
  if (best)
    tc_section_append(out, ", with the fastest strategy: %s with blocks of %d on %d rank%s (%d node%s)",
                      best->strategy, best->block_size, best->ranks, tc_plural_suffix(best->ranks),
                      best->nodes, tc_plural_suffix(best->nodes));
  tc_section_append(out, ".");
}

/* Writes the time of the fastest case, or that the number of steps is unknown. */
static void write_total(const tc_report *report, tc_section *out) {
  const tc_job_report *job = report->job;
  tc_line total = {0};
  if (*tc_job_format_total(job, &total)) {
    tc_section_print(out, "The whole job takes %s", total.text);
    write_strategy(tc_advice_find_job(report), out);
  } else if (job->forecast.missing < 0) {
    tc_section_print(out,
                     "\nNo forecast of the whole job: the number of steps is unknown: "
                     "set %s.",
                     report->run.control ? "time.dt" : "time.steps or time.dt");
  }
}

void tc_report_job(const tc_report *report, tc_section *out) {
  tc_time_methods_write(report->time_methods, out);
  write_missing(report, out);
  if (!report->job) return;
  if (isfinite(tc_job_report_total(report->job).forecast_s)) {
    if (has_several_cases(report)) write_cases(report, out);
    write_phases(report, out);
  }
  write_total(report, out);
}
