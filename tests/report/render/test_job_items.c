#include "base/document/render.h"
#include "report/job_sample.h"
#include "report/json_report.h"

static sample s;
static tc_job_report job;

static char *json_of_job(const folder *f) {
  sample_fill(&s);
  s.report.job = &job;
  return json_of(f, &s);
}

Test(job_items, forecast_and_measured) {
  folder f = folder_make();
  job_sample(&job);
  char *text = json_of_job(&f);
  expect_number(text, "job.level", 0.95);
  expect_number(text, "job.forecast_s.records", 61);
  expect_word(text, "job.forecast_s.assumed", "false");
  expect_number(text, "job.measured_s.total", job.total_s);
  expect_word(text, "job.held", "true");
  expect_word(text, "job.phases.0.name", "\"starting the program\"");
  expect_word(text, "job.phases.0.group", "\"start\"");
  expect_number(text, "job.phases.0.forecast_s", 0.25);
  expect_number(text, "job.phases.0.bound_s", 0.75 * 1.375 - 0.5);
  expect_number(text, "job.phases.0.measured_s", 0.125);
  expect_number(text, "job.groups.mesh.forecast_s", 0.53125);
  expect_number(text, "job.groups.mesh.centre", 0.0);
  expect_number(text, "job.groups.mesh.measured_s", 0.765625);
  expect_number(text, "job.machine_s", 0.9);
  cr_expect_null(json_find(text, "job.groups.search"), "it does not occur");
  free(text);
  folder_remove(&f);
}

Test(job_items, split_limit_and_marks) {
  folder f = folder_make();
  job_sample(&job);
  job.limit_s = 120.0;
  job.split = (tc_split){.is_known = true, .machine = 1.16, .model = 0.98, .resolution = 0.05};
  job.probes = 12;
  job.probe_overhead = 0.002;
  job.probe_spread = 0.0625;
  job.marks = 1;
  job.mark[0] = (tc_job_mark){0.1, 27.1, NAN, 26.6};
  char *text = json_of_job(&f);
  expect_number(text, "job.split.machine", 1.16);
  expect_number(text, "job.split.model", 0.98);
  expect_number(text, "job.split.probes", 12);
  expect_number(text, "job.split.overhead", 0.002);
  expect_number(text, "job.split.spread", 0.0625);
  expect_number(text, "job.limit_s", 120.0);
  expect_number(text, "job.remaining.0.share", 0.1);
  expect_number(text, "job.remaining.0.shown_s", 27.1);
  expect_number(text, "job.remaining.0.true_s", 26.6);
  cr_expect_null(json_find(text, "job.remaining.0.bound_s"), "it is unknown");
  free(text);
  folder_remove(&f);
}

Test(job_items, parts_that_do_not_exist_are_absent) {
  static const char *const absent[] = {"level",
                                       "forecast_s",
                                       "error",
                                       "held",
                                       "split",
                                       "limit_s",
                                       "remaining",
                                       "phases.0.forecast_s",
                                       "phases.0.bound_s",
                                       "groups.start.centre"};
  char path[64];
  folder f = folder_make();
  job_sample(&job);
  job.has_forecast = job.has_bound = false;
  char *text = json_of_job(&f);
  expect_number(text, "job.phases.0.measured_s", 0.125);
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
    snprintf(path, sizeof path, "job.%s", absent[i]);
    cr_expect_null(json_find(text, path), "%s", path);
  }
  free(text);
  folder_remove(&f);
}

Test(job_items, measured_parts_are_absent_before_a_job) {
  folder f = folder_make();
  job_sample_forecast(&job);
  char *text = json_of_job(&f);
  expect_number(text, "job.forecast_s.total", job.bound.median_s);
  cr_expect(!json_find(text, "job.measured_s") && !json_find(text, "job.machine_s"));
  cr_expect(!json_find(text, "job.phases.0.measured_s") && !json_find(text, "job.error"));
  free(text);
  sample_fill(&s);
  text = json_of(&f, &s);
  cr_expect_null(json_find(text, "job"), "there is none");
  free(text);
  folder_remove(&f);
}

Test(job_items, results_of_a_dry_run_have_parts) {
  folder f = folder_make();
  job_sample_forecast(&job);
  sample_fill(&s);
  s.result[0].job = &job;
  char *text = json_of(&f, &s);
  expect_number(text, "results.0.job.output_s", 0.0);
  expect_number(text, "results.0.job.total_s", job.bound.median_s);
  expect_number(text, "results.0.job.bound_s", job.bound.bound_s);
  cr_expect_null(json_find(text, "results.1.job"));
  free(text);
  folder_remove(&f);
}

Test(job_items, html_has_a_picture) {
  char path[400];
  folder f = folder_make();
  job_sample(&job);
  sample_fill(&s);
  s.report.job = &job;
  file_path(&f, "out.html", path);
  expect_ok(tc_report_html(&s.report, tc_report_table, path));
  char *text = file_text(&f, "out.html");
  cr_expect_not_null(strstr(text, "<figcaption>Seconds of the job by group"));
  cr_expect_not_null(strstr(text, "class=\"e\""));
  free(text);
  folder_remove(&f);
}
