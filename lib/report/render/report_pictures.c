/* Pictures of a report on the HTML page: seconds of the parts of a step, or of the steps of several results,
 * and the seconds of each rank. */
#include <math.h>

#include "base/document/chart.h"
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
  tc_chart_seconds(section, "Parts of a step: the slowest rank", series_of(report->result), bars, bar);
}

/* Names a result by what differs between the results. */
static const char *name_result(tc_document *document, const tc_report *report, const tc_result *r) {
  const char *method = r->solver ? r->solver->options.solver.method->name : NULL;
  if (report->ranks == 0) return tc_document_format(document, "%s, %d ranks", r->strategy, r->ranks);
  if (method) return tc_document_format(document, "%s, %s", method, r->strategy);
  return tc_document_format(document, "%s, block %d", r->strategy, (int)r->block_size);
}

static void add_results(tc_section *section, const tc_report *report) {
  const int bars = report->results < TC_CHART_BARS_MAX ? report->results : TC_CHART_BARS_MAX;
  tc_chart_bar bar[TC_CHART_BARS_MAX];
  for (int i = 0; i < bars; i++) {
    bar[i].label = name_result(section->document, report, &report->result[i]);
    set_bar(report, &report->result[i], -1, &bar[i]);
  }
  tc_chart_seconds(section, "A step of each result: the slowest rank", series_of(report->result), bars, bar);
}

/* Appends the picture of the ranks of one result: how long each works and waits in a step. */
static void add_ranks(tc_section *section, const tc_report *report, const tc_result *result) {
  static const char *const series[] = {"works", "waits"};
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
  tc_chart_seconds(section,
                   tc_document_format(section->document, "Ranks in a step of %s, %s%s", result->strategy,
                                      result->dry_run ? "forecast" : "measured",
                                      bars < result->ranks ? ": the first 128" : ""),
                   series, bars, bar);
}

void tc_report_add_pictures(tc_section *section, const tc_report *report) {
  const tc_result *fastest = report->results ? tc_report_fastest(report) : NULL;
  if (report->results == 0) return;
  if (report->results == 1)
    add_parts(section, report);
  else
    add_results(section, report);
  add_ranks(section, report, fastest ? fastest : report->result);
}
