/* Pictures of a report on the HTML page. Bar charts show seconds: of the parts of a step (or of the steps of
 * several results), of each rank, and of the groups of phases of the job. Curves show the extremes of the
 * field over time. */
#include <math.h>
#include <string.h>

#include "base/document/chart.h"
#include "base/text/line.h"
#include "base/text/number_format.h"
#include "graph/order/order.h"
#include "report/document/advice.h"
#include "report/document/report_text.h"
#include "report/render/report_items.h"
#include "report/sections/solver_section.h"

static const char *const measured_and_forecast[] = {"measured", "forecast"};
static const char *const forecast_only[] = {"forecast", NULL};

/* Initialises a bar for one part of a step, or for the whole step if part < 0. */
static void set_bar(const char *label, const tc_report *report, const tc_result *result, int part,
                    tc_chart_bar *bar) {
  const bool has_forecast = result->forecast[report->model].phase_s;
  const double forecast = has_forecast ? tc_result_predicted_s(result, report->model, part) : (double)NAN;
  *bar = (tc_chart_bar){.label = label,
                        .value = {result->dry_run ? forecast : tc_result_measured_s(result, part),
                                  result->dry_run ? (double)NAN : forecast}};
}

static const char *const *series_of(const tc_result *result) {
  return result->dry_run ? forecast_only : measured_and_forecast;
}

/* ---- labels of results ---- */

/* Appends the value of one property of a result. Appends nothing if the result does not have the property. */
typedef void property_format(const tc_result *result, tc_line *line);

static void format_method(const tc_result *r, tc_line *line) {
  if (r->solver) tc_report_format_method(r->solver, line);
}

static void format_preconditioner(const tc_result *r, tc_line *line) {
  if (r->solver) tc_report_format_preconditioner(r->solver, line);
}

static void format_order(const tc_result *r, tc_line *line) {
  const tc_order *order = r->order ? tc_order_find(r->order) : NULL;
  if (order) tc_order_describe(order, r->order_block, line);
}

static void format_strategy(const tc_result *r, tc_line *line) { tc_line_add(line, "%s", r->strategy); }

static void format_ranks(const tc_result *r, tc_line *line) {
  tc_line_add(line, "%d rank%s", r->ranks, tc_plural_suffix(r->ranks));
}

static void format_block(const tc_result *r, tc_line *line) {
  tc_line_add(line, "block %d", (int)r->block_size);
}

enum { property_count = 6 };
static property_format *const format_property[property_count] = {format_method, format_preconditioner,
                                                                 format_order,  format_strategy,
                                                                 format_ranks,  format_block};

/* True if the formatted property differs between the results. */
static bool property_differs(const tc_report *report, property_format *format) {
  tc_line first = {0};
  format(report->result, &first);
  for (int i = 1; i < report->results; i++) {
    tc_line text = {0};
    format(&report->result[i], &text);
    if (strcmp(text.text, first.text) != 0) return true;
  }
  return false;
}

/* Returns the label of result `r`. The label lists the properties in which the results differ (differs[p] is
 * true). If no property differs, the label is the strategy. */
static const char *format_label(tc_document *document, const bool differs[property_count],
                                const tc_result *r) {
  tc_line label = {0};
  for (int p = 0; p < property_count; p++) {
    tc_line text = {0};
    if (differs[p]) format_property[p](r, &text);
    if (text.length) tc_line_add_item(&label, text.text);
  }
  return tc_document_format(document, "%s", label.length ? label.text : r->strategy);
}

/* ---- pictures ---- */

static void add_parts(tc_section *section, const tc_report *report) {
  tc_chart_bar bar[TC_PHASE_COUNT];
  int bars = 0;
  for (int part = 0; part < TC_PHASE_COUNT; part++) {
    if (!tc_report_shows_phase(report, part)) continue;
    set_bar(tc_phase_name(part), report, report->result, part, &bar[bars++]);
  }
  tc_chart_bars(section, "Seconds of each part of a step on the slowest rank", series_of(report->result),
                TC_CHART_SECONDS, bars, bar);
}

/* Returns the end of a caption. If the picture cannot show all of `count` bars, it states the number of bars
 * shown. Otherwise it is "". */
static const char *format_caption_end(tc_document *document, int count) {
  return count > TC_CHART_BARS_MAX ? tc_document_format(document, ": the first %d", TC_CHART_BARS_MAX) : "";
}

static void add_results(tc_section *section, const tc_report *report) {
  const int bars = report->results < TC_CHART_BARS_MAX ? report->results : TC_CHART_BARS_MAX;
  tc_chart_bar bar[TC_CHART_BARS_MAX];
  bool differs[property_count];
  for (int p = 0; p < property_count; p++) differs[p] = property_differs(report, format_property[p]);
  for (int i = 0; i < bars; i++)
    set_bar(format_label(section->document, differs, &report->result[i]), report, &report->result[i], -1,
            &bar[i]);
  tc_chart_bars(section,
                tc_document_format(section->document, "Seconds of a step by result on the slowest rank%s",
                                   format_caption_end(section->document, report->results)),
                series_of(report->result), TC_CHART_SECONDS, bars, bar);
}

/* Appends the picture of the ranks of one result: the seconds that each rank works and waits in a step. */
static void add_ranks(tc_section *section, const tc_report *report, const tc_result *result) {
  static const char *const series[] = {"work", "wait"};
  const tc_seconds *forecast = result->forecast[report->model].phase_s;
  const int bars = result->ranks < TC_CHART_BARS_MAX ? result->ranks : TC_CHART_BARS_MAX;
  tc_chart_bar bar[TC_CHART_BARS_MAX];
  if (result->ranks < 2 || (result->dry_run && !forecast)) return;
  for (int r = 0; r < bars; r++) {
    const tc_measurement *m = &result->measured[r];
    const tc_seconds *part = result->dry_run ? &forecast[r] : &m->ledger.seconds;
    const double total = result->dry_run ? tc_seconds_total(part) : m->total_s;
    bar[r] =
        (tc_chart_bar){.label = tc_document_format(section->document, "rank %d, node %d", m->rank, m->node),
                       .value = {total - part->wait, part->wait}};
  }
  tc_chart_bars(section,
                tc_document_format(section->document, "Seconds of a step by rank, strategy %s, %s%s",
                                   result->strategy, result->dry_run ? "forecast" : "measured",
                                   format_caption_end(section->document, result->ranks)),
                series, TC_CHART_SECONDS, bars, bar);
}

/* Appends the picture of the job: seconds of each group of phases, with their bounds. */
static void add_job(tc_section *section, const tc_job_report *job) {
  tc_chart_bar bar[TC_JOB_GROUP_COUNT];
  int bars = 0;
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) {
    const tc_job_times times = tc_job_report_group(job, g);
    if (!tc_job_times_occur(&times)) continue;
    bar[bars++] =
        job->has_measured
            ? (tc_chart_bar){tc_job_group_name(g), {times.measured_s, times.forecast_s}, times.bound_s}
            : (tc_chart_bar){tc_job_group_name(g), {times.forecast_s}, times.bound_s};
  }
  tc_chart_bars(section,
                job->has_bound
                    ? "Seconds of the job by group of phases; the line ends at the bound of the group"
                    : "Seconds of the job by group of phases",
                job->has_measured ? measured_and_forecast : forecast_only, TC_CHART_SECONDS, bars, bar);
}

/* Appends the curves of the extremes of the field. For a resumed run, the curves begin at the step from which
 * the run was resumed, and the caption states this step. */
static void add_extremes(tc_section *section, const tc_report *report) {
  static const char *const series[] = {"min", "max"};
  const tc_extremes *e = report->extremes;
  const char *caption = "Smallest and largest value of the field";
  tc_chart_point point[TC_EXTREMES_ROWS];
  for (int k = 0; k < e->rows; k++)
    point[k] = (tc_chart_point){e->row[k].time, {e->row[k].min, e->row[k].max}};
  if (report->run.start_step > 0)
    caption = tc_document_format(section->document,
                                 "Smallest and largest value of the field after step %lld, from which the "
                                 "run was resumed",
                                 (long long)report->run.start_step);
  tc_chart_curves(section, caption, "time", series, e->rows, point);
}

void tc_report_add_pictures(tc_section *section, const tc_report *report) {
  if (report->results == 0) return;
  const tc_result *fastest = report->result->dry_run ? tc_advice_find_fastest(report, 0, report->results)
                                                     : tc_report_fastest(report);
  if (report->results == 1)
    add_parts(section, report);
  else
    add_results(section, report);
  add_ranks(section, report, fastest ? fastest : report->result);
  if (report->job) add_job(section, report->job);
  if (report->extremes) add_extremes(section, report);
}
