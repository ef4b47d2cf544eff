/* JSON items about the whole job: forecast, bound and measured seconds of each phase and group of phases, the
 * split of the forecast error, the time limit, and the remaining times that the run displayed. Values that do
 * not exist are omitted. */
#include <math.h>

#include "report/render/report_items.h"

/* Appends a number if it is finite. Otherwise the number is unknown, and nothing is appended. */
static void add_known(tc_section *section, const char *key, double value) {
  if (isfinite(value)) tc_item_add(section, TC_VALUE(key, value));
}

static void add_times(tc_section *section, const tc_job_times *times) {
  add_known(section, "forecast_s", times->forecast_s);
  add_known(section, "bound_s", times->bound_s);
  add_known(section, "measured_s", times->measured_s);
}

static void add_forecast(tc_section *section, const tc_job_report *job) {
  const tc_job_bound *b = &job->bound;
  const double total = tc_job_report_total(job).forecast_s;
  if (!isfinite(total)) return;
  section = TC_SECTION(section, "forecast_s", TC_VALUE("total", total));
  if (!job->has_bound) return;
  add_known(section, "low", b->low_s);
  add_known(section, "bound", b->bound_s);
  TC_ADD(section, TC_VALUE("records", b->records), TC_VALUE("assumed", b->is_assumed));
}

static void add_total(tc_section *section, const tc_job_report *job) {
  const tc_job_times total = tc_job_report_total(job);
  if (job->has_bound) tc_item_add(section, TC_VALUE("level", job->bound.level));
  add_forecast(section, job);
  if (!job->has_measured) return;
  TC_SECTION(section, "measured_s", TC_VALUE("total", job->total_s));
  add_known(section, "error", total.forecast_s / total.measured_s - 1.0);
  if (job->has_bound) tc_item_add(section, TC_VALUE("held", job->is_held));
}

static void add_phases(tc_section *section, const tc_job_report *job) {
  tc_section *list = tc_list_add(section, "phases");
  for (int p = 0; p < TC_JOB_PHASE_COUNT; p++) {
    const tc_job_times times = tc_job_report_phase(job, p);
    if (tc_job_times_occur(&times))
      add_times(TC_SECTION(list, NULL, TC_VALUE("name", tc_job_phase_text(p)),
                           TC_VALUE("group", tc_job_group_name(tc_job_phase_group(p)))),
                &times);
  }
}

static void add_groups(tc_section *section, const tc_job_report *job) {
  tc_section *groups = tc_section_add(section, "groups");
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) {
    const tc_job_times times = tc_job_report_group(job, g);
    if (!tc_job_times_occur(&times)) continue;
    tc_section *group = tc_section_add(groups, tc_job_group_name(g));
    add_times(group, &times);
    if (job->has_bound) add_known(group, "centre", job->bound.centre[g]);
  }
}

static void add_split(tc_section *section, const tc_job_report *job) {
  if (!job->split.is_known) return;
  section = tc_section_add(section, "split");
  add_known(section, "machine", job->split.machine);
  add_known(section, "model", job->split.model);
  add_known(section, "resolution", job->split.resolution);
  tc_item_add(section, TC_VALUE("probes", job->probes));
  add_known(section, "overhead", job->probe_overhead);
  if (job->probe_spread > 0.0) add_known(section, "spread", job->probe_spread);
}

static void add_remaining(tc_section *section, const tc_job_report *job) {
  if (job->marks == 0) return;
  tc_section *list = tc_list_add(section, "remaining");
  for (int k = 0; k < job->marks; k++) {
    tc_section *mark = TC_SECTION(list, NULL, TC_VALUE("share", job->mark[k].share));
    add_known(mark, "shown_s", job->mark[k].shown_s);
    add_known(mark, "bound_s", job->mark[k].bound_s);
    add_known(mark, "true_s", job->mark[k].true_s);
  }
}

void tc_items_add_job(tc_section *section, const tc_job_report *job) {
  if (!job) return;
  section = tc_section_add(section, "job");
  add_total(section, job);
  add_phases(section, job);
  add_groups(section, job);
  if (job->has_measured) add_known(section, "machine_s", job->machine_s);
  add_split(section, job);
  if (job->limit_s > 0.0) add_known(section, "limit_s", job->limit_s);
  add_remaining(section, job);
}

void tc_items_add_job_parts(tc_section *section, const tc_job_report *job) {
  if (!job) return;
  const tc_job_parts parts = tc_job_report_parts(job);
  const tc_job_times total = tc_job_report_total(job);
  section = tc_section_add(section, "job");
  add_known(section, "setup_s", parts.setup_s);
  add_known(section, "steps_s", parts.steps_s);
  add_known(section, "output_s", parts.output_s);
  add_known(section, "total_s", total.forecast_s);
  add_known(section, "bound_s", total.bound_s);
}
