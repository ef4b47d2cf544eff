/* Tests of the estimated remaining time of simulated runs: with constant steps, with steps that become
 * slower, with outputs, and on hosts whose speed changes. */
#include "model/interval/remaining.h"

#include <criterion/criterion.h>
#include <math.h>

#include "model/interval/worlds.h"

/* Returns the data of a run of 1 000 steps without earlier records. step_s is the forecast of a step. */
static tc_remaining_question make_question(int64_t done, double elapsed_s, double step_s) {
  return (tc_remaining_question){.done = done,
                                 .steps = 1000,
                                 .elapsed_s = elapsed_s,
                                 .step_s = step_s,
                                 .level = 0.95};
}

static tc_remaining estimate(int64_t done, double elapsed_s, double step_s) {
  const tc_remaining_question q = make_question(done, elapsed_s, step_s);
  return tc_remaining_estimate(&q);
}

Test(remaining, constant_steps_are_extrapolated) {
  for (int64_t done = 100; done < 1000; done += 100)
    cr_expect_float_eq(estimate(done, 0.1 * (double)done, 0.15).median_s, 0.1 * (double)(1000 - done), 1e-9);
  cr_expect_eq(estimate(1000, 100.0, 0.1).median_s, 0.0);
  cr_expect_eq(estimate(1000, 100.0, 0.1).bound_s, 0.0);
}

/* Steps take 20 s and the forecast of a step is 22 s, 10 % too long. After a tenth of the steps, the estimate
 * must be within 5 % of the true remaining time. */
Test(remaining, constant_steps_of_long_runs_are_within_5_percent) {
  for (int64_t done = 100; done < 1000; done += 10) {
    const double shown_s = estimate(done, 20.0 * (double)done, 22.0).median_s,
                 true_s = 20.0 * (double)(1000 - done);
    cr_expect(shown_s / true_s > 0.95 && shown_s / true_s < 1.05, "step %lld: %g", (long long)done,
              shown_s / true_s);
  }
}

Test(remaining, forecast_is_used_before_2_s_and_20_steps) {
  cr_expect_float_eq(estimate(0, 0.0, 0.3).median_s, 300.0, 1e-9);
  cr_expect_float_eq(estimate(19, 19.0, 0.3).median_s, 0.3 * 981, 1e-9);
  cr_expect_float_eq(estimate(50, 1.9, 0.3).median_s, 0.3 * 950, 1e-9);
  cr_expect_float_eq(estimate(50, 2.0, 0.3).median_s, 0.04 * 950, 1e-9);
}

Test(remaining, runs_without_a_forecast_use_their_steps) {
  cr_expect(isnan(estimate(0, 0.0, NAN).median_s));
  cr_expect(isnan(estimate(0, 0.0, NAN).bound_s));
  cr_expect_float_eq(estimate(10, 1.0, NAN).median_s, 99.0, 1e-9);
}

Test(remaining, long_runs_mix_both_rates) {
  /* After 100 s of a run of more than 1 800 s, the estimate uses a weighted geometric mean of the forecast
   * rate and the measured rate. */
  const double weight = 0.0144 / (0.0144 + 0.04);
  cr_expect_float_eq(estimate(50, 100.0, 4.0).median_s, 950 * 4.0 * pow(0.5, weight), 1e-6);
  tc_remaining_question q = make_question(300, 1200.0, 2.0);
  q.variance = 0.04;
  cr_expect_float_eq(tc_remaining_estimate(&q).median_s, 700 * 2.0 * pow(2.0, 0.04 / (0.04 + 0.02)), 1e-6);
}

/* Steps take 0.1 s in the first half of the run and 0.2 s in the second half. The estimate is too short at
 * first and then approaches the true remaining time. At 90 % of the steps the bound must exceed the true
 * remaining time of 20 s. */
Test(remaining, steps_that_become_slower_are_followed) {
  cr_expect_float_eq(estimate(500, 50.0, 0.1).median_s, 50.0, 1e-9);
  const double shown_s = estimate(900, 50.0 + 80.0, 0.1).median_s;
  cr_expect(shown_s > 0.7 * 20.0 && shown_s < 20.0);
  cr_expect(estimate(900, 130.0, 0.1).bound_s > 20.0);
}

Test(remaining, outputs_are_added) {
  tc_remaining_question q = make_question(500, 50.0, 0.1);
  q.outputs_s = 7.0;
  cr_expect_float_eq(tc_remaining_estimate(&q).median_s, 57.0, 1e-9);
  q.done = 1000;
  cr_expect_float_eq(tc_remaining_estimate(&q).median_s, 7.0, 1e-9);
}

Test(remaining, bound_without_records_is_a_student_quantile) {
  const tc_remaining r = estimate(500, 50.0, 0.1);
  cr_expect_float_eq(log(r.bound_s / r.median_s), 2.131847 * 0.25, 1e-6);
}

Test(remaining, bound_uses_the_last_mark) {
  tc_job_record record[19];
  for (int i = 0; i < 19; i++) {
    record[i] = (tc_job_record){.version = TC_JOB_RECORD_VERSION};
    for (int m = 0; m < TC_JOB_MARKS; m++) record[i].remaining[m] = (m + 1) * 0.1 - 0.01 * i;
  }
  for (int64_t done = 50; done <= 950; done += 100) {
    tc_remaining_question q = make_question(done, 0.1 * (double)done, 0.1);
    q.records = 19;
    q.record = record;
    const tc_remaining r = tc_remaining_estimate(&q);
    cr_expect_float_eq(log(r.bound_s / r.median_s),
                       done < 250   ? 0.1
                       : done < 500 ? 0.2
                       : done < 750 ? 0.3
                                    : 0.4,
                       1e-12);
  }
}

Test(remaining, bound_is_at_least_the_median) {
  tc_job_record record[30] = {{0}};
  for (int i = 0; i < 30; i++) {
    record[i].version = TC_JOB_RECORD_VERSION + (i == 29);
    for (int m = 0; m < TC_JOB_MARKS; m++) record[i].remaining[m] = i == 28 ? NAN : i == 29 ? 3.0 : -0.5;
  }
  tc_remaining_question q = make_question(500, 50.0, 0.1);
  q.records = 30;
  q.record = record;
  cr_expect_float_eq(tc_remaining_estimate(&q).bound_s, 50.0, 1e-9);
}

/* Only the latest TC_JOB_RECORDS_MAX records are used, as for the bound of a job. */
Test(remaining, bound_uses_the_latest_records) {
  enum { records = TC_JOB_RECORDS_MAX + 40 };
  static tc_job_record record[records];
  for (int i = 0; i < records; i++) {
    record[i].version = TC_JOB_RECORD_VERSION;
    for (int m = 0; m < TC_JOB_MARKS; m++) record[i].remaining[m] = i < 40 ? 3.0 : 0.2;
  }
  tc_remaining_question q = make_question(500, 50.0, 0.1);
  q.records = records;
  q.record = record;
  cr_expect_float_eq(tc_remaining_estimate(&q).bound_s, 50.0 * exp(0.2), 1e-9);
}

/* A simulated run estimates its remaining time after each twentieth of its steps. Lines before 10 % of the
 * steps are not counted. */
enum { LINES = 20, FIRST_LINE = 2, RUNS = 100 };

/* Numbers of progress lines of all runs: all lines, lines whose estimate is within 25 % of the true time, and
 * lines whose bound held. */
typedef struct line_counts {
  int lines, near, held;
} line_counts;

/* Simulates a run whose forecast has a random error of about 12 %. Records the errors of its estimates at the
 * marks (fixed fractions of the steps), which later runs use. */
static void simulate_run(world_random *random, world_host *host, int runs, tc_job_record *record,
                         line_counts *counts) {
  const double work_s = 30.0 * exp(log(43200.0 / 30.0) * world_uniform(random)),
               forecast_s = work_s * exp(0.12 * world_normal(random));
  tc_remaining shown[LINES];
  double elapsed_s[LINES + 1] = {0.0};
  for (int l = 0; l < LINES; l++) {
    tc_remaining_question q = make_question(1000 * l / LINES, elapsed_s[l], forecast_s / 1000.0);
    q.records = runs;
    q.record = record;
    shown[l] = tc_remaining_estimate(&q);
    elapsed_s[l + 1] = elapsed_s[l] + world_host_run(host, random, work_s / LINES);
  }
  record[runs] = (tc_job_record){.version = TC_JOB_RECORD_VERSION};
  for (int m = 0; m < TC_JOB_MARKS; m++) {
    const int l = (int)(tc_job_mark_share[m] * LINES);
    record[runs].remaining[m] = log((elapsed_s[LINES] - elapsed_s[l]) / shown[l].median_s);
  }
  for (int l = FIRST_LINE; l < LINES; l++) {
    const double true_s = elapsed_s[LINES] - elapsed_s[l];
    counts->lines++;
    counts->near += fabs(shown[l].median_s / true_s - 1.0) <= 0.25;
    counts->held += true_s <= shown[l].bound_s;
  }
}

Test(remaining, simulated_runs_on_a_disturbed_host) {
  static tc_job_record record[RUNS];
  line_counts counts = {0};
  world_random random = {2026};
  world_host host = world_host_create(true, &random);
  for (int i = 0; i < RUNS; i++) {
    simulate_run(&random, &host, i, record, &counts);
    world_host_pause(&host, &random, world_exponential(&random, 300.0));
  }

  cr_expect(100 * counts.near >= 88 * counts.lines, "%d of %d lines within 25 %%", counts.near, counts.lines);
  cr_expect(100 * counts.held >= 93 * counts.lines, "bound held in %d of %d lines", counts.held,
            counts.lines);
}
