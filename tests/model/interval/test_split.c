/* Tests of the split of a job's forecast error into a change of the machine's speed and an error of the
 * model. The times of the speed probe, a short benchmark during the run, are invented. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "model/interval/error_split.h"
#include "model/interval/probe_series.h"

/* Returns the input of a job whose data exceed the caches. Its speed probe was called 400 times and measured
 * an unchanged machine. */
static tc_split_question make_question(void) {
  return (tc_split_question){.reference = {{0.30e-3, 2.4e-3, 2.8e-3}},
                             .during = {{0.30e-3, 2.4e-3, 2.8e-3}},
                             .calls = 400,
                             .call_spread = 0.1,
                             .cpu_share = 1.0,
                             .row_ratio = 2.0,
                             .measured_s = 100.0,
                             .forecast_s = 100.0};
}

static const char *sentence_of(const tc_split_question *question) {
  static char out[TC_SPLIT_SENTENCE_SIZE];
  const tc_split split = tc_split_compute(question);
  tc_split_format(&split, out, sizeof out);
  return out;
}

#define expect_relative(value, expected) cr_expect_float_eq((value) / (expected), 1.0, 1e-12)

Test(split, factors_of_a_product_in_memory_are_exact) {
  tc_split_question q = make_question();
  q.during.kernel_s[TC_PROBE_STREAM] *= 1.2;
  q.during.kernel_s[TC_PROBE_GATHER] *= 1.5;
  q.gather_cost = 0.25;
  q.cpu_share = 0.8;
  q.measured_s = 180.0;
  const tc_split split = tc_split_compute(&q);
  const double machine = pow(1.2, 0.75) * pow(1.5, 0.25) / 0.8;
  cr_expect(split.is_known && split.kernel == TC_PROBE_STREAM);
  expect_relative(split.machine, machine);
  expect_relative(split.model, 1.8 / machine);
  expect_relative(split.total, 1.8);
  expect_relative(split.resolution, 2.0 * 0.1 / 20.0);
}

Test(split, weight_of_gathers_is_at_most_30_percent) {
  tc_split_question q = make_question();
  q.during.kernel_s[TC_PROBE_GATHER] *= 2.0;
  q.gather_cost = 0.9;
  expect_relative(tc_split_compute(&q).machine, pow(2.0, 0.3));
}

Test(split, rows_in_a_cache_depend_on_the_clock_rate) {
  tc_split_question q = make_question();
  q.row_ratio = 1.19;
  q.during = (tc_probe_times){{0.36e-3, 9.0, 0.0}}; /* the times of the other two kernels have the weight 0 */
  const tc_split split = tc_split_compute(&q);
  cr_expect_eq(split.kernel, TC_PROBE_INTEGER);
  expect_relative(split.machine, 1.2);
  expect_relative(split.model, 1.0 / 1.2);
}

Test(split, unknown_numbers_have_neutral_values) {
  tc_split_question q = make_question();
  q.row_ratio = q.cpu_share = q.call_spread = 0.0;
  q.during.kernel_s[TC_PROBE_STREAM] *= 1.25;
  const tc_split split = tc_split_compute(&q);
  expect_relative(split.machine, 1.25);
  expect_relative(split.resolution, 0.01);
  q.cpu_share = 1.02; /* a share above 1 can result from differences between clocks */
  expect_relative(tc_split_compute(&q).machine, 1.25);
}

Test(split, sentence_names_the_larger_cause_first) {
  tc_split_question q = make_question();
  q.during.kernel_s[TC_PROBE_STREAM] *= 1.16;
  q.measured_s = 118.3;
  cr_expect_str_eq(sentence_of(&q), "Job 18 % longer than the forecast of the model: the machine was 16 % "
                                    "slower than when it was "
                                    "measured, the model 2 % off.");
  q = make_question();
  q.during.kernel_s[TC_PROBE_STREAM] *= 0.95;
  q.measured_s = 66.0;
  cr_expect_str_eq(sentence_of(&q),
                   "Job 34 % shorter than the forecast of the model: the model 31 % off, the machine was 5 % "
                   "faster than when it was measured.");
}

Test(split, causes_can_cancel_each_other) {
  tc_split_question q = make_question();
  q.during.kernel_s[TC_PROBE_STREAM] *= 1.25;
  cr_expect_str_eq(sentence_of(&q),
                   "Job as long as the forecast of the model: the machine was 25 % slower than when it was "
                   "measured, the model 20 % off.");
}

Test(split, job_as_forecast) {
  tc_split_question q = make_question();
  q.during.kernel_s[TC_PROBE_STREAM] *= 1.02;
  q.measured_s = 101.0;
  cr_expect_str_eq(sentence_of(&q), "Job as forecast (within 3 %).");
}

Test(split, noise_of_the_probe_hides_small_factors) {
  tc_split_question q = make_question();
  q.calls = 11;
  q.during.kernel_s[TC_PROBE_STREAM] *= 1.04;
  q.measured_s = 120.0;
  cr_expect_str_eq(sentence_of(&q), "Job 20 % longer than the forecast of the model: the model 15 % off, a "
                                    "change of the machine is "
                                    "not distinguishable (below 6 %).");
  q.during.kernel_s[TC_PROBE_STREAM] *= 1.12;
  cr_expect_str_eq(sentence_of(&q), "Job 20 % longer than the forecast of the model: the machine was 16 % "
                                    "slower than when it was "
                                    "measured, an error of the model is not distinguishable (below 6 %).");
}

Test(split, shares_of_cores_and_slow_ranks_are_stated) {
  tc_split_question q = make_question();
  q.cpu_share = 0.71;
  q.measured_s = 140.0;
  q.slowest = (tc_split_rank){.rank = 3, .node = "n2", .ratio = 1.4};
  cr_expect_str_eq(sentence_of(&q),
                   "Job 40 % longer than the forecast of the model: the machine was 41 % slower than when it "
                   "was "
                   "measured, an error of the model is not distinguishable (below 1 %); the CPU "
                   "share of the ranks was 71 %; rank 3 on node n2 was 1.4 times as slow as the "
                   "median rank.");
  q.cpu_share = 0.96;
  q.measured_s = 100.0;
  q.slowest.ratio = 1.25;
  cr_expect_null(strstr(sentence_of(&q), "rank"));
}

Test(split, missing_times_are_stated) {
  tc_split_question q = make_question();
  q.measured_s = 150.0;
  q.reference.kernel_s[TC_PROBE_STREAM] = 0.0;
  cr_expect(!tc_split_compute(&q).is_known);
  cr_expect_str_eq(sentence_of(&q), "Job 50 % longer than the forecast of the model; causes unknown, "
                                    "because the machine "
                                    "parameters contain no speed probe.");
  q = make_question();
  q.calls = 0;
  cr_expect_str_eq(sentence_of(&q), "Job as long as the forecast of the model; causes unknown, "
                                    "because the run made no "
                                    "speed probe.");
  q.forecast_s = NAN;
  cr_expect_str_eq(sentence_of(&q), "");
  char out[8];
  tc_split_format(&(tc_split){0}, out, sizeof out);
  cr_expect_str_eq(out, "");
}

Test(split, short_buffers_end_in_nul) {
  tc_split_question q = make_question();
  q.measured_s = 300.0;
  const tc_split split = tc_split_compute(&q);
  char out[20];
  tc_split_format(&split, out, sizeof out);
  cr_expect_str_eq(out, "Job 200 % longer th");
}

Test(split, probes_are_averaged_without_the_largest_tenth) {
  static tc_probe_series series;
  cr_expect_eq(tc_probe_series_summary(&series).mean.kernel_s[TC_PROBE_STREAM], 0.0);
  for (int i = 0; i < 20; i++) {
    const tc_probe_times call = {{1.0, i % 2 ? 1.9 : 2.1, i >= 18 ? 80.0 : 3.0}};
    tc_probe_series_add(&series, &call);
  }
  const tc_probe_summary s = tc_probe_series_summary(&series);
  cr_expect_eq(s.calls, 20);
  expect_relative(s.mean.kernel_s[TC_PROBE_INTEGER], 1.0);
  expect_relative(s.mean.kernel_s[TC_PROBE_STREAM], (10 * 1.9 + 8 * 2.1) / 18);
  expect_relative(s.mean.kernel_s[TC_PROBE_GATHER], 3.0);
  cr_expect_eq(s.spread[TC_PROBE_INTEGER], 0.0);
  cr_expect_float_eq(s.spread[TC_PROBE_STREAM], 0.1 / 1.989, 0.002);
}
