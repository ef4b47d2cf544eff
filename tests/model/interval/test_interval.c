/* Tests of the bound of a job time with examples computed by hand. The score of a recorded job is
 * ln((measured + 0.5 s) / (median + 0.5 s)). The bound is a quantile of the scores, and its tail probability
 * alpha adapts to exceeded bounds. The centre is the logarithm of the correction of a forecast. The change
 * rule discards old records after a change of the machine. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "model/interval/job_bound.h"
#include "model/interval/quantile.h"

static const int64_t today = 1764400000;

/* Returns record number `i`, of a job with a forecast for the phases of the group `steps` only. */
static tc_job_record make_record(int i, double forecast_s, double measured_s) {
  tc_job_record r =
      {.end_time = today - 1000 + i,
       .version = TC_JOB_RECORD_VERSION,
       .key = {.mesh_hash = 7, .nodes = 1, .ranks = 2, .threads = 1, .scheme = "gradient", .method = "euler"},
       .score = tc_job_score(measured_s, forecast_s),
       .level = 0.95,
       .bound_s = 1e9,
       .alpha = 0.05,
       .tail = NAN};
  r.score_now = r.score;
  r.steps_now_s = forecast_s;
  r.forecast_s[TC_JOB_GROUP_steps] = forecast_s;
  r.measured_s[TC_JOB_GROUP_steps] = measured_s;
  return r;
}

static tc_job_question make_question(double forecast_s) {
  const tc_job_record r = make_record(0, forecast_s, forecast_s);
  tc_job_question q = {.key = r.key, .level = 0.95};
  q.forecast_s[TC_JOB_GROUP_steps] = forecast_s;
  return q;
}

static tc_job_bound compute(int records, const tc_job_record *record, const tc_job_question *question) {
  tc_job_bound bound;
  tc_job_bound_compute(records, record, today, question, &bound);
  return bound;
}

Test(interval, without_records_the_factor_is_211) {
  tc_job_question q = make_question(100.0);
  const tc_job_bound b = compute(0, NULL, &q);
  cr_expect_float_eq(b.median_s, 100.0, 1e-12);
  cr_expect_float_eq(b.bound_s / 100.5, 2.11, 0.005);
  cr_expect_float_eq(b.low_s, 100.5 * 100.5 / b.bound_s - 0.5, 1e-9);
  cr_expect(b.is_assumed && b.records == 0 && b.change.time == 0);
  cr_expect_eq(b.alpha, 1.0 - 0.95);
}

Test(interval, default_rates_widen_the_bounds_of_groups_and_probes_that_of_the_job) {
  tc_job_question q = make_question(100.0);
  const int group = TC_JOB_GROUP_steps;
  const double forecast_s = q.forecast_s[group];
  q.uses_defaults = true;
  cr_expect_float_eq(compute(0, NULL, &q).group_bound_s[group],
                     (forecast_s + 0.5) * exp(2.131847 * 0.5) - 0.5, 1e-4);
  cr_expect_float_eq(compute(0, NULL, &q).bound_s, 100.5 * exp(2.131847 * 0.35), 1e-4);
  q.spread = 0.8;
  cr_expect_float_eq(compute(0, NULL, &q).bound_s, 100.5 * exp(2.131847 * 0.8), 1e-4);
}

/* Fills in n records of jobs with a forecast of 100 s. The scores alternate between `spread` and -spread. If
 * `spread` is 0, the scores are 0.001 to 0.001 n in a scattered order, so that each quantile is a simple
 * number. */
static void fill_records(int n, double spread, tc_job_record *record) {
  for (int i = 0; i < n; i++) {
    const double score = spread > 0.0 ? (i % 2 ? -spread : spread) : 1e-3 * (1 + 7 * i % n);
    record[i] = make_record(i, 100.0, 100.5 * exp(score) - 0.5);
    record[i].score = record[i].score_now = score;
  }
}

static double quantile_of_bound(const tc_job_bound *b) { return log(b->bound_s / (b->median_s + 0.5)); }

Test(interval, nineteen_scores_give_the_largest) {
  tc_job_record record[19];
  const tc_job_question q = make_question(100.0);
  fill_records(19, 0.0, record);
  const tc_job_bound b = compute(19, record, &q);
  cr_expect_float_eq(quantile_of_bound(&b), 0.019, 1e-12);
  cr_expect(!b.is_assumed && b.records == 19);
  cr_expect_float_eq(b.score_variance, 19 * 20 / 12.0 * 1e-6, 1e-15);
  cr_expect_eq(compute(18, record, &q).score_variance, 0.0);
}

Test(interval, hundred_scores_give_the_96th) {
  tc_job_record record[100];
  const tc_job_question q = make_question(100.0);
  fill_records(100, 0.0, record);
  const tc_job_bound b = compute(100, record, &q);
  cr_expect_float_eq(quantile_of_bound(&b), 0.096, 1e-12);
  cr_expect_float_eq(log((b.low_s + 0.5) / (b.median_s + 0.5)), 0.005, 1e-12);
}

Test(interval, corrected_alpha_moves_the_rank) {
  tc_job_record record[100];
  const tc_job_question q = make_question(100.0);
  fill_records(100, 0.0, record);
  record[99].alpha = 0.1;
  tc_job_bound b = compute(100, record, &q);
  cr_expect_float_eq(quantile_of_bound(&b), 0.091, 1e-12); /* score number ceil(0.9 x 101) = 91 */
  record[99].alpha = 0.01;
  b = compute(100, record, &q);
  cr_expect_float_eq(quantile_of_bound(&b), 0.1, 1e-12); /* score number ceil(0.99 x 101) = 100 */
  fill_records(50, 0.0, record);
  record[49].alpha = 0.01;
  b = compute(50, record, &q); /* ceil(0.99 x 51) = 51 exceeds the 50 scores, so 0.1 is added to the largest
                                * one */
  cr_expect_float_eq(quantile_of_bound(&b), 0.05 + 0.1, 1e-12);
}

Test(interval, ten_records_of_five_percent_give_140) {
  tc_job_record record[10];
  const tc_job_question q = make_question(100.0);
  fill_records(10, 0.05, record);
  const tc_job_bound b = compute(10, record, &q);
  cr_expect_float_eq(exp(quantile_of_bound(&b)), 1.40, 0.005);
  cr_expect(b.is_assumed);
}

Test(interval, levels_above_95_percent_need_more_records) {
  tc_job_record record[99];
  tc_job_question q = make_question(100.0);
  q.level = 0.99;
  fill_records(99, 0.0, record);
  cr_expect(compute(98, record, &q).is_assumed);
  const tc_job_bound b = compute(99, record, &q);
  cr_expect(!b.is_assumed);
  cr_expect_float_eq(quantile_of_bound(&b), 0.099, 1e-12);
  cr_expect_eq(tc_quantile_scores_min(0.5), 19);
  cr_expect_eq(tc_quantile_scores_min(0.95), 19);
  cr_expect_eq(tc_quantile_scores_min(0.975), 39);
}

Test(interval, level_of_one_half_is_the_median) {
  tc_job_record record[99];
  tc_job_question q = make_question(100.0);
  q.level = 0.5;
  cr_expect_float_eq(compute(0, NULL, &q).bound_s, 100.5, 1e-9);
  fill_records(99, 0.0, record);
  const tc_job_bound b = compute(99, record, &q);
  cr_expect_float_eq(quantile_of_bound(&b), 0.05, 1e-12);
}

/* Short and long jobs have different scores. If there are at least 39 records of a class of job lengths, a
 * bound must use the scores of this class only. */
Test(interval, strata_by_length) {
  tc_job_record record[78];
  tc_job_question q = make_question(100.0);
  for (int i = 0; i < 78; i++) {
    const double score = i % 2 ? 0.01 : 0.3;
    record[i] = make_record(i, i % 2 ? 5000.0 : 100.0, 100.0);
    record[i].measured_s[TC_JOB_GROUP_steps] = ((i % 2 ? 5000.0 : 100.0) + 0.5) * exp(score) - 0.5;
    record[i].score = score;
  }
  tc_job_bound b = compute(78, record, &q);
  cr_expect_float_eq(quantile_of_bound(&b), 0.3, 1e-12);
  q = make_question(5000.0);
  b = compute(78, record, &q);
  cr_expect_float_eq(quantile_of_bound(&b), 0.01, 1e-12);
  b = compute(77, record, &q); /* 38 long jobs are too few */
  cr_expect_float_eq(quantile_of_bound(&b), 0.3, 1e-12);
}

/* The centre is estimated in three steps: from all jobs on the machine, from jobs of the same kind, and from
 * equal jobs. The records are two jobs of other kinds, one of the same kind and one equal job. The expected
 * values are computed by hand. */
Test(interval, centre_is_nested) {
  const double ratio[4] = {0.1, 0.2, 0.4, 0.9};
  tc_job_record record[4];
  const tc_job_question q = make_question(100.0);
  for (int i = 0; i < 4; i++) record[i] = make_record(i, 100.0, 100.5 * exp(ratio[i]) - 0.5);
  strcpy(record[0].key.scheme, "two-point");
  strcpy(record[1].key.method, "implicit");
  record[2].key.ranks = 1;
  const double machine = 0.3 * 4 / 6, kind = machine + (0.2 + 0.5) / 3, /* 0.9 - 0.2 is clipped to 0.5 */
      job = kind + 0.5 * (0.9 - kind < 0.5 ? 0.9 - kind : 0.5);
  const tc_job_bound b = compute(4, record, &q);
  cr_expect_float_eq(b.centre[TC_JOB_GROUP_steps], job, 1e-12);
  cr_expect_float_eq(b.median_s, 100.0 * exp(job), 1e-9);
  /* Groups without a forecast have the centre of the job. */
  cr_expect_float_eq(b.centre[TC_JOB_GROUP_read], job, 1e-12);
  cr_expect_eq(b.corrected_s[TC_JOB_GROUP_read], 0.0);
}

Test(interval, each_group_has_a_bound) {
  tc_job_record record[19];
  tc_job_question q = make_question(100.0);
  fill_records(19, 0.0, record);
  q.forecast_s[TC_JOB_GROUP_read] = 2.0;
  for (int i = 0; i < 19; i++) {
    record[i].forecast_s[TC_JOB_GROUP_read] = 2.0;
    record[i].measured_s[TC_JOB_GROUP_read] = i == 3 ? 7.0 : 2.0;
  }
  const tc_job_bound b = compute(19, record, &q);
  const double kind = 0.5 / 20, same = kind + (0.5 - 18 * kind) / 20;
  cr_expect_float_eq(b.centre[TC_JOB_GROUP_read], same, 1e-12);
  cr_expect_float_eq(b.group_bound_s[TC_JOB_GROUP_read],
                     (b.corrected_s[TC_JOB_GROUP_read] + 0.5) * exp(log(7.5 / 2.5) - same) - 0.5, 1e-9);
  cr_expect_float_eq(b.median_s, b.corrected_s[TC_JOB_GROUP_read] + b.corrected_s[TC_JOB_GROUP_steps], 1e-12);
}

/* The bound of a part of a group must use the factor (bound / forecast) of the group. The bound of the rest
 * of a job must use the factor of the whole job. */
Test(interval, parts_have_the_factor_of_the_whole) {
  const int group = TC_JOB_GROUP_steps;
  const tc_job_question q = make_question(100.0);
  const tc_job_bound b = compute(0, NULL, &q);
  const double factor = exp(2.131847 * 0.35);
  cr_expect_float_eq(tc_job_bound_factor(&b, group), factor, 1e-6);
  cr_expect_float_eq(tc_job_bound_part(&b, group, 10.0), 10.5 * factor - 0.5, 1e-5);
  cr_expect_float_eq(tc_job_bound_part(&b, group, 100.0), b.group_bound_s[group], 1e-9);
  cr_expect_float_eq(tc_job_bound_rest(&b, 10.0), 10.5 * factor - 0.5, 1e-5);
  tc_job_bound below = b;
  below.bound_s = 50.0;
  cr_expect_eq(tc_job_bound_rest(&below, 10.0), 10.0, "a bound is never below the forecast");
}

Test(interval, alpha_corrects_itself) {
  cr_expect_float_eq(tc_job_alpha_next(0.05, 0.95, true), 0.0405, 1e-15);
  cr_expect_float_eq(tc_job_alpha_next(0.05, 0.95, false), 0.0505, 1e-15);
  cr_expect_float_eq(tc_job_alpha_next(0.012, 0.95, true), 0.01, 1e-15);
  cr_expect_float_eq(tc_job_alpha_next(0.1999, 0.95, false), 0.2, 1e-15);
  cr_expect_float_eq(tc_job_alpha_next(0.749, 0.5, false), 0.75, 1e-15, "at most half of level and error");
}

/* If three of the last ten jobs exceed their bounds, the change rule discards all records except these ten.
 * The scores of the ten jobs are then taken relative to their centre. */
Test(interval, change_rule_drops_all_but_ten_records) {
  tc_job_record record[31];
  const tc_job_question q = make_question(100.0);
  for (int i = 0; i < 31; i++) {
    record[i] = make_record(i, 100.0, i < 20 ? 100.0 : 150.0);
    record[i].bound_s = i == 21 || i == 25 || i == 30 ? 149.0 : 200.0;
  }
  cr_expect_eq(compute(30, record, &q).change.time, 0);
  cr_expect_eq(compute(30, record, &q).records, 30);
  const tc_job_bound b = compute(31, record, &q);
  cr_expect_eq(b.change.time, record[21].end_time);
  cr_expect(b.change.is_new && b.change.exceeded == 3 && b.change.jobs == 10);
  cr_expect_eq(b.records, 10);
  cr_expect_float_eq(quantile_of_bound(&b), 1.761310 * 0.7 / sqrt(14.0), 1e-6); /* all centred scores are 0 */
}

/* The member is_new of a change must be true only for the first job after the change, so that the change is
 * reported once. */
Test(interval, change_is_new_for_one_job) {
  tc_job_record record[14];
  const tc_job_question q = make_question(100.0);
  fill_records(14, 0.0, record);
  for (int i = 8; i < 12; i++) record[i].bound_s = 1.0;
  cr_expect(!compute(10, record, &q).change.is_new, "two exceeded bounds");
  const tc_change first = compute(11, record, &q).change;
  cr_expect(first.is_new && first.exceeded == 3 && first.time == record[1].end_time);
  const tc_change next = compute(12, record, &q).change;
  cr_expect(!next.is_new && next.time == first.time && next.exceeded == 3);
}

Test(interval, exceeded_bounds_ten_jobs_from_each_other_change_nothing) {
  tc_job_record record[40];
  const tc_job_question q = make_question(100.0);
  fill_records(40, 0.0, record);
  for (int i = 0; i < 40; i += 5) record[i].bound_s = 1.0;
  cr_expect_eq(compute(40, record, &q).records, 40);
}

/* At level 0.5 half of the bounds are exceeded, so the change rule needs nine of ten exceeded bounds. This is
 * as improbable as three of ten at level 0.95. Seven of ten are not enough. */
Test(interval, change_rule_follows_the_level) {
  tc_job_record record[30];
  const tc_job_question q = make_question(100.0);
  fill_records(30, 0.0, record);
  for (int i = 0; i < 30; i++) {
    record[i].level = 0.5;
    record[i].bound_s = i == 20 || i % 3 ? 1.0 : 1e9;
  }
  cr_expect_eq(compute(30, record, &q).records, 30);
  for (int i = 21; i < 30; i++) record[i].bound_s = 1.0;
  cr_expect(compute(30, record, &q).records < 20);
}

Test(interval, old_and_foreign_records_are_ignored) {
  static tc_job_record record[300];
  const tc_job_question q = make_question(100.0);
  fill_records(300, 0.0, record);
  cr_expect_eq(compute(300, record, &q).records, 256);
  for (int i = 0; i < 300; i++) {
    record[i].end_time = i < 150 ? today - 181 * 86400 : today - 179 * 86400;
    record[i].version += i == 299;
  }
  cr_expect_eq(compute(300, record, &q).records, 149);
}

/* Records whose end time is more than an hour in the future must be ignored, because a clock was wrong.
 * Smaller differences between the clocks of nodes are accepted. */
Test(interval, records_from_the_future_are_ignored) {
  tc_job_record record[20];
  const tc_job_question q = make_question(100.0);
  fill_records(20, 0.0, record);
  for (int i = 5; i < 10; i++) record[i].end_time = today + (i < 8 ? 3601 : 3600);
  cr_expect_eq(compute(20, record, &q).records, 17);
}

Test(interval, unknown_values_are_skipped) {
  tc_job_record record[20];
  const tc_job_question q = make_question(100.0);
  fill_records(20, 0.0, record);
  record[4].score = NAN;
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) record[4].forecast_s[g] = NAN;
  record[19].alpha = record[7].bound_s = NAN;
  const tc_job_bound b = compute(20, record, &q);
  cr_expect_eq(b.records, 19);
  cr_expect(isfinite(b.bound_s) && isfinite(b.low_s) && isfinite(b.group_bound_s[TC_JOB_GROUP_steps]));
}

/* A run that has measured the machine must use the forecasts and scores of runs that have done so, too
 * (steps_now_s, score_now). */
Test(interval, runs_use_the_scores_of_runs) {
  tc_job_record record[19];
  tc_job_question q = make_question(100.0);
  fill_records(19, 0.0, record);
  for (int i = 0; i < 19; i++) {
    record[i].score_now = 0.5;
    record[i].steps_now_s = 2.0 * record[i].measured_s[TC_JOB_GROUP_steps] + 0.5;
    for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) record[i].forecast_s[g] = NAN;
  }
  q.is_now = true;
  const tc_job_bound b = compute(19, record, &q);
  cr_expect_float_eq(quantile_of_bound(&b), 0.5, 1e-12);
  cr_expect(b.centre[TC_JOB_GROUP_steps] < -0.6 && b.centre[TC_JOB_GROUP_steps] > -0.7);
  cr_expect_eq(b.centre[TC_JOB_GROUP_read], 0.0);
}

Test(interval, tail_is_nested_around_its_prior) {
  tc_job_record record[2];
  fill_records(2, 0.0, record);
  const tc_job_key key = record[0].key;
  cr_expect_eq(tc_job_tail(0, NULL, today, &key), 0.05);
  cr_expect_eq(tc_job_tail(2, record, today, &key), 0.05); /* neither record has a measured tail */
  record[1].tail = 0.35;
  const double machine = 0.05 + 0.3 / 3, kind = machine + (0.35 - machine) / 2;
  cr_expect_float_eq(tc_job_tail(2, record, today, &key), kind + (0.35 - kind) / 2, 1e-12);
  record[1].measured_s[TC_JOB_GROUP_steps] = 0.4; /* steps of less than 0.5 s in total are too short for a
                                                   * measured tail */
  cr_expect_eq(tc_job_tail(2, record, today, &key), 0.05);
}
