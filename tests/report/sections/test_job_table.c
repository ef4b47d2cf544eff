#include "report/document/advice.h"
#include "report/job_sample.h"
#include "report/sample.h"
#include "report/sections/job_table.h"
#include "support/golden.h"

static tc_job_report job;

static void write_job(const tc_report *report, tc_section *out) { tc_report_text_job(report->job, "", out); }

static void expect_text(const char *name) {
  const tc_report report = {.job = &job};
  char *text = sample_text(&report, write_job);
  expect_golden("report", name, text);
  free(text);
}

Test(job_table, held) {
  job_sample(&job);
  job.limit_s = 120.0;
  job.split = (tc_split){.is_known = true,
                         .lack = TC_SPLIT_COMPLETE,
                         .machine = 1.16,
                         .model = 1.02,
                         .total = 1.1832,
                         .resolution = 0.01,
                         .cpu_share = 1.0};
  job.marks = 2;
  job.mark[0] = (tc_job_mark){0.1, 27.1, 33.0, 26.6};
  job.mark[1] = (tc_job_mark){0.5, 13.0, 15.5, 14.0};
  expect_text("job.txt");
}

Test(job_table, exceeded) {
  job_sample(&job);
  job_set(&job, TC_JOB_PHASE_close, 0.0, 20.0);
  job.is_held = false;
  job.bound.records = 0;
  expect_text("job_exceeded.txt");
}

Test(job_table, hours) {
  job_sample(&job);
  job_set(&job, TC_JOB_PHASE_steps, 7200.0, 7260.0);
  const tc_report report = {.job = &job};
  char *text = sample_text(&report, write_job);
  cr_expect_not_null(strstr(text, " 2 h 01 min "), "%s", text);
  free(text);
}

/* All remaining times in the table must have the unit of the longest one. */
Test(job_table, remaining_times_have_one_unit) {
  job_sample(&job);
  job.marks = 2;
  job.mark[0] = (tc_job_mark){0.1, 0.144, 0.25, 0.263};
  job.mark[1] = (tc_job_mark){0.75, 0.04, NAN, 0.07};
  const tc_report report = {.job = &job};
  char *text = sample_text(&report, write_job);
  cr_expect_not_null(strstr(text, "\n  remaining time, as forecast at a share of the steps: 10 %: 0.14 s (at "
                                  "most 0.25 s), later measured 0.26 s; "
                                  "75 %: 0.04 s (at most -), later measured 0.07 s\n"),
                     "%s", text);
  free(text);
}

Test(job_table, no_forecast) {
  job_sample(&job);
  job.has_forecast = job.has_bound = false;
  expect_text("job_measured.txt");
}

Test(job_table, short_phases_are_merged) {
  job_sample(&job);
  for (int p = 0; p < TC_JOB_PHASE_COUNT; p++) job.measured_s[p] = 1.0;
  const tc_report report = {.job = &job};
  char *text = sample_text(&report, write_job);
  int lines = 0;
  for (const char *at = strstr(text, "\n  phase"); at; at = strchr(at + 1, '\n')) lines++;
  cr_expect_leq(lines, 14, "%s", text);
  cr_expect_not_null(strstr(text, "shorter phases"), "%s", text);
  free(text);
}

Test(job_table, nothing_without_a_job) {
  const tc_report report = {.job = NULL};
  char *text = sample_text(&report, write_job);
  cr_expect_str_empty(text);
  free(text);
  text = sample_text(&report, tc_report_job);
  cr_expect_str_empty(text);
  free(text);
}

Test(job_table, runs_end_with_it) {
  static sample s;
  job_sample(&job);
  sample_fill(&s);
  s.report.job = &job;
  char *text = sample_text(&s.report, tc_report_table);
  const char *legend = strstr(text, "\nMeasured: median"), *own = strstr(text, "\nJob, from the start");
  cr_expect(legend && own > legend, "%s", text);
  free(text);
}

/* Fills in two cases of a dry run with forecasts of their jobs. The first case is the fastest one. */
static void predict(sample *s, tc_job_report *first, tc_job_report *second) {
  job_sample_forecast(first);
  job_sample_forecast(second);
  sample_fill(s);
  for (int i = 0; i < 2; i++) {
    tc_result *r = &s->result[i];
    r->strategy = "neighbour";
    r->valid = r->dry_run = true;
    r->ranks = 2 * (i + 1);
    r->forecast[TC_MODEL_paper] = (tc_forecast){s->predicted, 1e-3 * (i + 1), {.memory = 1e-3}, {{0}}};
  }
  s->result[0].job = first;
  s->result[1].job = second;
  s->report.job = first;
}

Test(predict_job, cases_phases_and_total) {
  static sample s;
  static tc_job_report second;
  predict(&s, &job, &second);
  char *text = sample_text(&s.report, tc_report_job);
  expect_golden("report", "job_prediction.txt", text);
  free(text);
}

Test(predict_job, missing_parameter_or_steps) {
  static sample s;
  static tc_job_report second;
  predict(&s, &job, &second);
  job.has_bound = false;
  job.forecast.total_s = NAN;
  job.forecast.missing = TC_PARAM_cache_line_B;
  char *text = sample_text(&s.report, tc_report_job);
  cr_expect_str_eq(text, "\nNo forecast of the whole job: the machine (made up) lacks cache_line_B: run "
                         "tetracast calibrate on that machine.\n");
  free(text);
  job.forecast.missing = -1;
  s.result[1].job = NULL;
  text = sample_text(&s.report, tc_report_job);
  cr_expect_not_null(strstr(text, "the number of steps is unknown: set time.steps or time.dt."), "%s", text);
  free(text);
}

/* The case with several nodes lacks a network parameter and has no forecast of the job. The other case has
 * one. */
Test(predict_job, missing_network) {
  static sample s;
  static tc_job_report second;
  predict(&s, &job, &second);
  s.result[1].nodes = 4;
  second.has_bound = false;
  second.forecast.total_s = NAN;
  second.forecast.missing = TC_PARAM_remote_send_s;
  char *text = sample_text(&s.report, tc_report_job);
  cr_expect(strstr(text,
                   "No forecast of the whole job on 4 nodes: the machine (made up) lacks remote_send_s, "
                   "which cases with 2 and more nodes need: run tetracast calibrate on two nodes.\n"),
            "%s", text);
  cr_expect(strstr(text, "The whole job takes 27.8 s"), "%s", text);
  cr_expect_eq(tc_advice_find_job(&s.report), s.result);
  free(text);
  s.result[1].forecast[TC_MODEL_paper].total_s = 1e-4;
  cr_expect_eq(tc_advice_find_job(&s.report), s.result, "the fastest case has no forecast of the job");
}
