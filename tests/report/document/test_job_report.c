#include <criterion/criterion.h>
#include <string.h>

#include "report/document/job_text.h"
#include "report/job_sample.h"

static tc_job_report job;

static void expect_near(double value, double wanted) {
  cr_expect(fabs(value - wanted) < 1e-12 * fabs(wanted), "%.17g, not %.17g", value, wanted);
}

Test(job_report, forecasts_are_corrected_by_the_centre) {
  job_sample(&job);
  expect_near(tc_job_report_phase(&job, TC_JOB_PHASE_steps).forecast_s, 25.0);
  expect_near(tc_job_report_phase(&job, TC_JOB_PHASE_steps).bound_s, 25.5 * 1.375 - 0.5);
  cr_expect_eq(tc_job_report_phase(&job, TC_JOB_PHASE_steps).measured_s, 27.0);
  expect_near(tc_job_report_phase(&job, TC_JOB_PHASE_order).bound_s, 0.53125 * 1.375 - 0.5);
  cr_expect(isnan(tc_job_report_phase(&job, TC_JOB_PHASE_snapshots).bound_s), "it is not in the forecast");
  job.has_bound = false;
  cr_expect_eq(tc_job_report_phase(&job, TC_JOB_PHASE_steps).forecast_s, 20.0);
  cr_expect(isnan(tc_job_report_phase(&job, TC_JOB_PHASE_steps).bound_s));
}

Test(job_report, phases_add_up_to_groups_and_groups_to_the_job) {
  job_sample(&job);
  double forecast = 0.0, measured = 0.0;
  const tc_job_times mesh = tc_job_report_group(&job, TC_JOB_GROUP_mesh);
  cr_expect(mesh.forecast_s == 0.53125 && mesh.measured_s == 0.765625);
  expect_near(mesh.bound_s, 1.03125 * 1.375 - 0.5);
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) {
    forecast += tc_job_report_group(&job, g).forecast_s;
    measured += tc_job_report_group(&job, g).measured_s;
  }
  expect_near(forecast, tc_job_report_total(&job).forecast_s);
  cr_expect_eq(measured, tc_job_report_total(&job).measured_s);
}

Test(job_report, unknown_times_are_nan) {
  job_sample(&job);
  job.has_forecast = job.has_bound = false;
  tc_job_times total = tc_job_report_total(&job);
  cr_expect(isnan(total.forecast_s) && isnan(total.bound_s) && total.measured_s == job.total_s);
  job_sample_forecast(&job);
  total = tc_job_report_total(&job);
  cr_expect(isnan(total.measured_s) && total.bound_s == job.bound.bound_s);
  const tc_job_times none = tc_job_report_phase(&job, TC_JOB_PHASE_snapshots);
  cr_expect(!tc_job_times_occur(&none));
}

Test(job_report, parts_add_up_to_the_forecast) {
  job_sample(&job);
  const tc_job_parts parts = tc_job_report_parts(&job);
  expect_near(parts.steps_s, 25.0);
  cr_expect_eq(parts.output_s, 0.0);
  expect_near(parts.setup_s + parts.steps_s, job.bound.median_s);
}

Test(job_text, bounds_have_two_digits_and_are_rounded_up) {
  static const struct {
    double seconds;
    const char *text;
  } expected[] =
      {{44.0, "44 s"},       {43.01, "44 s"},      {0.123, "0.13 s"}, {9.94, "10 s"}, {5550.0, "1 h 33 min"},
       {61.0, "1 min 01 s"}, {99.5, "1 min 40 s"}, {0.0, "-"},        {NAN, "-"}};
  char text[32];
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    cr_expect_str_eq(tc_job_format_bound(expected[i].seconds, text, sizeof text), expected[i].text);
}

static void expect_records(int records, bool is_assumed, const char *identity, const char *wanted) {
  tc_line line = {0};
  job.bound.records = records;
  job.bound.is_assumed = is_assumed;
  job.identity = identity;
  cr_expect_str_eq(tc_job_format_records(&job, &line), wanted);
}

Test(job_text, records_and_total) {
  tc_line line = {0};
  job_sample_forecast(&job);
  cr_expect_str_eq(tc_job_format_total(&job, &line), "27.8 s, at most 39 s with a probability of 95 %");
  expect_records(61, false, "vm", "61 records of earlier jobs on vm");
  expect_records(1, true, "vm", "1 record of earlier jobs on vm and an assumed spread");
  expect_records(0, true, "vm", "no records of earlier jobs on vm yet, assumed spread");
  expect_records(0, true, NULL, "no records of earlier jobs, assumed spread");
  job.has_bound = job.has_forecast = false;
  line = (tc_line){0};
  cr_expect_str_eq(tc_job_format_total(&job, &line), "");
}

Test(job_text, levels_have_all_their_digits) {
  static const struct {
    double level;
    const char *text;
  } expected[] = {{0.95, "95 %"}, {0.975, "97.5 %"}, {0.5, "50 %"},
                  {0.99, "99 %"}, {0.55, "55 %"},    {0.9875, "98.75 %"}};
  char text[32];
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    cr_expect_str_eq(tc_job_format_level(expected[i].level, text, sizeof text), expected[i].text);
  job_sample_forecast(&job);
  job.bound.level = 0.975;
  tc_line line = {0};
  cr_expect_str_eq(tc_job_format_total(&job, &line), "27.8 s, at most 39 s with a probability of 97.5 %");
}

/* All times in a line must have the unit of its largest time, and bounds must be rounded up. */
Test(job_text, one_unit_in_a_line) {
  static const struct {
    double seconds, largest_s;
    const char *text, *bound;
  } expected[] = {
      {0.144, 0.26, "0.14 s", "0.15 s"},     {27.1, 33.0, "27.1 s", "28 s"},
      {0.0261, 0.05, "26.1 ms", "27 ms"},    {0.02, 0.5, "0.02 s", "0.020 s"},
      {90.0, 150.0, "1.50 min", "1.5 min"},  {1e4, 2e4, "2.78 h", "2.8 h"},
      {599.0, 7000.0, "9.98 min", "10 min"},
  };
  char text[32];
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    const double seconds = expected[i].seconds, largest_s = expected[i].largest_s;
    cr_expect_str_eq(tc_job_format_in_unit(seconds, largest_s, text, sizeof text), expected[i].text);
    cr_expect_str_eq(tc_job_format_bound_in_unit(seconds, largest_s, text, sizeof text), expected[i].bound);
  }
  cr_expect_str_eq(tc_job_format_bound_in_unit(NAN, 1.0, text, sizeof text), "-");
  cr_expect_str_eq(tc_job_format_in_unit(NAN, 1.0, text, sizeof text), "-");
}

/* A scheduler counts whole minutes, so the bound is rounded up to minutes. The same rounded bound must be
 * printed everywhere. */
Test(job_text, limits_are_rounded_up_to_minutes) {
  static const struct {
    double bound_s, limit_s;
    const char *text;
  } expected[] = {
      {0.123, 0.13, "0.13 s"},
      {1.81, 1.9, "1.9 s"},
      {1.9, 1.9, "1.9 s"},
      {9.95, 10.0, "10 s"},
      {43.2, 44.0, "44 s"},
      {59.1, 60.0, "1 min 00 s"},
      {60.0, 60.0, "1 min 00 s"},
      {61.0, 120.0, "2 min 00 s"},
      {5400.0, 5400.0, "1 h 30 min"},
      {5401.0, 5460.0, "1 h 31 min"},
      {100000.0, 100020.0, "27 h 47 min"},
  };
  char text[32];
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    const double limit_s = tc_job_limit_s(expected[i].bound_s);
    cr_expect_eq(limit_s, expected[i].limit_s, "%g: %.17g", expected[i].bound_s, limit_s);
    cr_expect_str_eq(tc_job_format_limit(limit_s, text, sizeof text), expected[i].text);
  }
  cr_expect(isnan(tc_job_limit_s(NAN)));
  cr_expect_str_eq(tc_job_format_limit(NAN, text, sizeof text), "-");
}

static void expect_passed(double passed_s, const char *text) {
  const tc_remaining rest = {25.5, 35.2};
  tc_line line = {0};
  tc_job_add_passed(&job, passed_s, &rest, &line);
  cr_expect_str_eq(line.text, text);
}

/* The job has a forecast of 27.8 s and a bound of 38.9 s. If the time passed exceeds one of them before the
 * steps, the line must state this. */
Test(job_text, the_setup_may_exceed_the_forecast) {
  job_sample_forecast(&job);
  expect_passed(2.5, "; 2.5 s have passed, 25.5 s remain (at most 36 s)");
  expect_passed(28.0, "; the setup alone has exceeded the forecast: 28.0 s have passed, 25.5 s remain (at "
                      "most 36 s)");
  expect_passed(40.0,
                "; the setup alone has exceeded the bound: 40.0 s have passed, 25.5 s remain (at most 36 s)");
}
