/* Pictures of a report on the HTML page: seconds of the parts of a step, or of the steps of several results,
 * the seconds of each rank, and the extremes of the field over time. */
#include <math.h>

#include "base/document/chart.h"
#include "report/document/advice.h"
#include "report/document/report_text.h"
#include "report/render/report_items.h"

static const char *const measured_and_forecast[] = {"measured", "forecast"};
static const char *const forecast_only[] = {"forecast", NULL};

/* Sets the values of a bar for one part of a step, or for the whole step if part < 0. */
static void set_bar(const tc_report *report, const tc_result *result, int part, tc_chart_bar *bar) {
  const bool has_forecast = result->forecast[report->model].phase_s;
  const double forecast = has_forecast ? tc_result_predicted_s(result, report->model, part) : (double)NAN;
  bar->value[0] = result->dry_run ? forecast : tc_result_measured_s(result, part);
  bar->value[1] = result->dry_run ? (double)NAN : forecast;
}

static const char *const *series_of(const tc_result *result) {
  return result->dry_run ? forecast_only : measured_and_forecast;
}

static void add_parts(tc_section *section, const tc_report *report) {
  tc_chart_bar bar[TC_PHASE_COUNT];
  int bars = 0;
  for (int part = 0; part < TC_PHASE_COUNT; part++) {
    if (!tc_report_shows_phase(report, part)) continue;
    bar[bars].label = tc_phase_name(part);
    set_bar(report, report->result, part, &bar[bars++]);
  }
  tc_chart_bars(section, "Seconds of each part of a step on the slowest rank", series_of(report->result),
                TC_CHART_SECONDS, bars, bar);
}

static bool blocks_differ(const tc_report *report) {
  for (int i = 1; i < report->results; i++)
    if (report->result[i].block_size != report->result[0].block_size) return true;
  return false;
}

/* Names a result by what differs between the results. */
static const char *name_result(tc_document *document, const tc_report *report, const tc_result *r) {
  const char *method = r->solver ? r->solver->options.solver.method->name : NULL;
  if (report->ranks == 0) return tc_document_format(document, "%s, %d ranks", r->strategy, r->ranks);
  if (method) return tc_document_format(document, "%s, %s", method, r->strategy);
  if (blocks_differ(report))
    return tc_document_format(document, "%s, block %d", r->strategy, (int)r->block_size);
  return r->strategy;
}

static void add_results(tc_section *section, const tc_report *report) {
  const int bars = report->results < TC_CHART_BARS_MAX ? report->results : TC_CHART_BARS_MAX;
  tc_chart_bar bar[TC_CHART_BARS_MAX];
  for (int i = 0; i < bars; i++) {
    bar[i].label = name_result(section->document, report, &report->result[i]);
    set_bar(report, &report->result[i], -1, &bar[i]);
  }
  tc_chart_bars(section, "Seconds of a step by result on the slowest rank", series_of(report->result),
                TC_CHART_SECONDS, bars, bar);
}

/* Appends the picture of the ranks of one result: how long each works and waits in a step. */
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
    bar[r].label = tc_document_format(section->document, "rank %d, node %d", m->rank, m->node);
    bar[r].value[0] = total - part->wait;
    bar[r].value[1] = part->wait;
  }
  tc_chart_bars(section,
                tc_document_format(section->document, "Seconds of a step by rank, strategy %s, %s%s",
                                   result->strategy, result->dry_run ? "forecast" : "measured",
                                   bars < result->ranks ? ": the first 128" : ""),
                series, TC_CHART_SECONDS, bars, bar);
}

/* Appends the curves of the extremes of the field. A run that was resumed has only the rows that it recorded
 * itself. */
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
  if (report->extremes) add_extremes(section, report);
}
