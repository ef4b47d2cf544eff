#include "report/document/warnings.h"

#include <string.h>

#include "machine/parameters/machine.h"

/* A run counts as disturbed if its mean step exceeds the median step by this factor. A run of fewer than
 * min_steps steps never counts as disturbed, because the slow first steps, with cold caches, dominate its
 * mean. */
static const double disturbed_ratio = 1.25;
enum { min_steps = 20 };

static bool warn_other_machine(const tc_report *report, tc_line *out) {
  if (!report->run.is_other_machine || (report->results > 0 && report->result[0].dry_run)) return false;
  tc_line_add(out, "The machine of the forecast (%s) may differ from the machine of this run",
              report->machine_name);
  if (report->run.hosts)
    tc_line_add(out, " (%.*s)", (int)strcspn(report->run.hosts, "\n"), report->run.hosts);
  tc_line_add(out, ": the errors then contain the difference between the machines.");
  return true;
}

/* Returns the disturbed run with the largest ratio of mean to median step; NULL if there is none. */
static const tc_result *find_most_disturbed(const tc_report *report) {
  const tc_result *worst = NULL;
  double factor = disturbed_ratio;
  for (int i = 0; i < report->results; i++) {
    const tc_result *r = &report->result[i];
    const tc_wall_times wall = tc_result_wall(r);
    const double median = tc_result_measured_s(r, -1), mean = wall.steps_s / (double)wall.steps;
    if (wall.steps < min_steps || !(median > 0.0) || mean / median <= factor) continue;
    factor = mean / median;
    worst = r;
  }
  return worst;
}

static bool warn_disturbed(const tc_report *report, tc_line *out) {
  const tc_result *r = find_most_disturbed(report);
  if (!r || report->is_oversubscribed) return false;
  const tc_wall_times wall = tc_result_wall(r);
  tc_line_add(out,
              "The machine was disturbed during the run%s%s: %.0f %% of the steps took more than twice the "
              "median, and the mean is %.1f times the median.",
              report->results > 1 ? ", most with " : "", report->results > 1 ? r->strategy : "",
              100.0 * wall.slow_share, wall.steps_s / (double)wall.steps / tc_result_measured_s(r, -1));
  return true;
}

static bool warn_busy(const tc_report *report, tc_line *out) {
  const tc_machine machine = {.cpu_share = report->cpu_share};
  const bool is_dry_run = report->results > 0 && report->result[0].dry_run;
  if (!tc_machine_was_busy(&machine) || report->is_oversubscribed) return false;
  tc_line_add(out,
              "The machine was busy while it was measured (the CPU share of the ranks was %.0f %%): "
              "%s.",
              100.0 * report->cpu_share,
              is_dry_run ? "forecasts may be too long" : "forecasts and measured times are unreliable");
  return true;
}

static bool warn_oversubscribed(const tc_report *report, tc_line *out) {
  if (!report->is_oversubscribed) return false;
  tc_line_add(out, "Ranks and threads share cores, but forecasts assume one core for each thread: steps are "
                   "longer and uneven, and these times do not apply to a machine with enough cores.");
  return true;
}

static bool warn_in_cache(const tc_report *report, tc_line *out) {
  bool has_paper_forecast = false;
  for (int i = 0; i < report->results; i++)
    has_paper_forecast = has_paper_forecast || report->result[i].forecast[TC_MODEL_paper].phase_s;
  if (!report->in_cache || !has_paper_forecast) return false;
  tc_line_add(out, "This problem fits into the caches, which the paper's model ignores: its forecasts may be "
                   "too long.");
  return true;
}

bool tc_report_warning(const tc_report *report, int number, tc_line *out) {
  static bool (*const warnings[TC_REPORT_WARNINGS])(const tc_report *,
                                                    tc_line *) = {warn_other_machine, warn_disturbed,
                                                                  warn_busy, warn_oversubscribed,
                                                                  warn_in_cache};
  *out = (tc_line){0};
  return warnings[number](report, out);
}
