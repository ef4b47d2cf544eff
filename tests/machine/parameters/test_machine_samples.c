#include "machine/parameters/machine_samples.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { hour_s = 3600 };

static tc_machine_sample make_sample(double value, double spread, int hour) {
  return (tc_machine_sample){value, spread, 0.0, 1764400000 + (int64_t)hour * hour_s};
}

/* Returns samples with the given values, measured at intervals of one hour. */
static tc_value_samples make_samples(int count, const double *value) {
  tc_value_samples samples = {.count = 0};
  for (int i = 0; i < count; i++) {
    const tc_machine_sample s = make_sample(value[i], 0.1, i);
    tc_value_samples_add(&samples, &s);
  }
  return samples;
}

static double median_of(int count, const double *value, bool is_rate) {
  const tc_value_samples samples = make_samples(count, value);
  return tc_value_samples_median(&samples, is_rate).value;
}

/* ---- samples of one parameter ---- */

Test(machine_samples, median) {
  cr_expect_eq(median_of(1, (double[]){3.0}, false), 3.0, "a new machine has one sample");
  cr_expect_eq(median_of(2, (double[]){3.0, 2.0}, false), 2.0, "the better one of two");
  cr_expect_eq(median_of(2, (double[]){3.0, 2.0}, true), 3.0);
  cr_expect_eq(median_of(5, (double[]){2.0, 9.0, 1.9, 2.1, 2.2}, false), 2.1, "one slow minute");
  cr_expect_eq(median_of(5, (double[]){2.0, 0.5, 1.9, 2.1, 2.2}, true), 2.0);
  cr_expect_eq(median_of(5, (double[]){9.0, 8.0, 2.0, 2.1, 2.2}, false), 2.2, "two slow periods");
}

Test(machine_samples, the_oldest_is_removed) {
  cr_expect_eq(median_of(8, (double[]){9.0, 9.0, 9.0, 1.0, 2.0, 3.0, 4.0, 5.0}, false), 3.0);
  const tc_value_samples samples = make_samples(7, (double[]){1, 2, 3, 4, 5, 6, 7});
  cr_expect_eq(samples.count, TC_SAMPLES_MAX);
  cr_expect_eq(samples.sample[0].value, 3.0);
  cr_expect_eq(samples.sample[TC_SAMPLES_MAX - 1].value, 7.0);
}

/* Samples that are more than an hour in the future must be removed. The clocks of nodes differ by less, so
 * such samples are wrong. */
Test(machine_samples, later_samples_are_removed) {
  static tc_machine_samples samples;
  tc_value_samples *pack = tc_machine_samples_of(&samples, TC_PARAM_pack_s, 0);
  *pack = make_samples(5, (double[]){1, 2, 3, 4, 5});
  tc_machine_samples_remove_later(&samples, pack->sample[2].time);
  cr_expect(pack->count == 4 && pack->sample[3].value == 4.0, "%d", pack->count);
  tc_machine_samples_remove_later(&samples, 0);
  cr_expect_eq(pack->count, 0);
}

/* Ten jobs measure a slow value within some minutes. All samples of such a period must count as one. */
Test(machine_samples, a_period_counts_once) {
  tc_value_samples samples = make_samples(3, (double[]){2.0, 2.1, 2.2});
  tc_machine_sample slow = make_sample(6.0, 0.1, 10);
  for (int i = 0; i < 10; i++, slow.time += 50) tc_value_samples_add(&samples, &slow);
  cr_expect_eq(samples.count, 4);
  cr_expect_eq(tc_value_samples_median(&samples, false).value, 2.1);
  slow.time += TC_SAMPLE_PERIOD_S;
  tc_value_samples_add(&samples, &slow);
  cr_expect_eq(samples.count, 5, "jobs in short intervals add samples, too");
  slow.time = 1;
  tc_value_samples_add(&samples, &slow);
  cr_expect_eq(samples.count, 5, "a clock that was set back adds samples, too");
}

Test(machine_samples, disturbed) {
  tc_value_samples samples = {.count = 0};
  tc_value_samples_add(&samples, &(tc_machine_sample){9.0, 1.0, 0.0, 1764400000});
  cr_expect_eq(samples.count, 1, "better than nothing");
  tc_value_samples_add(&samples, &(tc_machine_sample){2.0, 0.4, 0.0, 1764400001});
  cr_expect(samples.count == 1 && samples.sample[0].value == 2.0);
  tc_value_samples_add(&samples, &(tc_machine_sample){8.0, 0.6, 0.0, 1764409999});
  cr_expect(samples.count == 1 && samples.sample[0].value == 2.0, "it is not stored");
}

/* A value must be due for measurement until it has three samples, at intervals of at least ten minutes, and
 * then once a day. */
Test(machine_samples, due) {
  const tc_value_samples none = {.count = 0}, two = make_samples(2, (double[]){1, 2}),
                         three = make_samples(3, (double[]){1, 2, 3});
  const int64_t second = two.sample[1].time, third = three.sample[2].time;
  cr_expect_not(tc_value_samples_are_due(&none, second));
  cr_expect_not(tc_value_samples_are_due(&two, second + TC_SAMPLE_PERIOD_S - 1));
  cr_expect(tc_value_samples_are_due(&two, second + TC_SAMPLE_PERIOD_S));
  cr_expect_not(tc_value_samples_are_due(&three, third + 23 * hour_s));
  cr_expect(tc_value_samples_are_due(&three, third + 24 * hour_s));
  tc_value_samples disturbed = three;
  for (int i = 0; i < 3; i++) disturbed.sample[i].spread = 0.9;
  cr_expect(tc_value_samples_are_due(&disturbed, third + TC_SAMPLE_PERIOD_S));
}

/* If the clock was set back, the last sample is in the future. The value must then be due at once. Otherwise
 * it would be due only much later. */
Test(machine_samples, due_if_the_clock_was_set_back) {
  const tc_value_samples three = make_samples(3, (double[]){1, 2, 3});
  const int64_t third = three.sample[2].time;
  cr_expect_not(tc_value_samples_are_due(&three, third - TC_SAMPLE_PERIOD_S + 1));
  cr_expect(tc_value_samples_are_due(&three, third - TC_SAMPLE_PERIOD_S));
  cr_expect(tc_value_samples_are_due(&three, 0));
}

Test(machine_samples, invalid) {
  tc_value_samples samples = {.count = 0};
  tc_value_samples_add(&samples, &(tc_machine_sample){NAN, 0.1, 0.0, 1});
  tc_value_samples_add(&samples, &(tc_machine_sample){INFINITY, 0.1, 0.0, 1});
  tc_value_samples_add(&samples, &(tc_machine_sample){0.0, 0.1, 0.0, 1});
  tc_value_samples_add(&samples, &(tc_machine_sample){1.0, 0.0, 0.0, 1});
  tc_value_samples_add(&samples, &(tc_machine_sample){1.0, 0.1, 0.0, -1});
  tc_value_samples_append(&samples, &(tc_machine_sample){1.0, 0.1, 0.0, INT64_MIN});
  cr_expect_eq(samples.count, 0);
}

Test(machine_samples, another_size) {
  tc_value_samples samples = make_samples(4, (double[]){1, 2, 3, 4});
  tc_value_samples_add(&samples, &(tc_machine_sample){7.0, 0.1, 1e6, 1764500000});
  cr_expect(samples.count == 1 && samples.sample[0].value == 7.0);
}

/* ---- samples of all parameters of a machine ---- */

/* Returns a machine whose copies are slower in larger working sets. The last two working sets are estimates
 * with spread 0. All times are multiplied by `slow`. */
static tc_machine make_machine(double slow) {
  tc_machine machine = {.ranks_per_node = 1, .params = {.pack_s = 1e-9 * slow}, .spread = {.pack_s = 0.1}};
  for (int w = 0; w < TC_WORKING_SETS; w++) {
    machine.params.working_set_B[w] = ldexp(1 << 20, w);
    machine.params.copy_s[w] = 1e-9 * (1 + w) * slow;
    machine.spread.copy_s[w] = w < TC_WORKING_SETS - 2 ? 0.1 : 0.0;
  }
  return machine;
}

static tc_machine_samples samples;

Test(machine_samples, a_slow_minute_does_not_replace) {
  const tc_machine usual = make_machine(1.0), slow = make_machine(3.0);
  tc_machine found = slow;
  tc_machine_samples_seed(&samples, &usual);
  tc_machine_samples_record(&samples, &usual, &slow, 1764400000);
  tc_machine_samples_apply(&samples, &found);
  cr_expect_eq(found.params.pack_s, usual.params.pack_s);
  cr_expect_eq(found.params.copy_s[1], usual.params.copy_s[1]);
  cr_expect_eq(found.params.copy_s[TC_WORKING_SETS - 1], slow.params.copy_s[TC_WORKING_SETS - 1],
               "an estimate has no samples");
}

Test(machine_samples, equal_values_are_no_measurement) {
  const tc_machine usual = make_machine(1.0);
  tc_machine_samples_record(&samples, &usual, &usual, 1764400000);
  cr_expect_eq(tc_machine_samples_of(&samples, TC_PARAM_pack_s, 0)->count, 0);
}

/* Another job has measured a parameter that this machine lacks. The sample of the other job must be used. */
Test(machine_samples, samples_of_other_jobs_are_used) {
  const tc_machine unknown = {0}, usual = make_machine(1.0);
  tc_machine found = usual;
  found.params.pack_s = found.spread.pack_s = 0.0;
  tc_machine_samples_record(&samples, &unknown, &usual, 1764400000);
  tc_machine_samples_apply(&samples, &found);
  cr_expect_eq(found.params.pack_s, 1e-9);
  cr_expect_eq(found.spread.pack_s, 0.1);
}

static void record_copy(const tc_machine *machine, double size_B, double value) {
  const tc_run_values values = {1, {{TC_PARAM_copy_s, size_B, value, 0.2}}};
  tc_machine_samples_record_at(&samples, machine, &values, 1764400000);
}

/* A run has measured twice the time of the curve at the size of the run. The sample of the nearest working
 * set must have twice the time of this working set. */
Test(machine_samples, the_size_of_a_run) {
  const tc_machine usual = make_machine(1.0);
  record_copy(&usual, 1.1 * (2 << 20),
              2.0 * tc_params_curve(&usual.params, usual.params.copy_s, 1.1 * (2 << 20)));
  const tc_value_samples *found = tc_machine_samples_of(&samples, TC_PARAM_copy_s, 1);
  cr_assert_eq(found->count, 1);
  cr_expect_float_eq(found->sample[0].value, 4e-9, 1e-22);
  cr_expect_eq(found->sample[0].size_B, 2 << 20);
  cr_expect_eq(tc_machine_samples_of(&samples, TC_PARAM_copy_s, 2)->count, 0);
}

Test(machine_samples, the_size_of_a_run_at_an_estimate) {
  const tc_machine usual = make_machine(1.0);
  record_copy(&usual, 1e9, 1e-8);
  cr_expect_eq(tc_machine_samples_of(&samples, TC_PARAM_copy_s, TC_WORKING_SETS - 1)->count, 0);
}

/* pack_s and copy_s are due for measurement, but the run measures only pack_s. The run must use the cached
 * values of copy_s instead of estimates. */
Test(machine_samples, due_values_that_the_run_does_not_need) {
  const tc_machine unknown = {0}, recalled = make_machine(1.0);
  tc_machine machine = recalled;
  tc_machine_samples_record(&samples, &unknown, &recalled, 1764400000);
  tc_machine_samples_clear_due(&samples, 1764400000 + 1, &machine);
  cr_expect_eq(memcmp(&machine, &recalled, sizeof machine), 0, "nothing is due yet");
  tc_machine_samples_clear_due(&samples, 1764400000 + hour_s, &machine);
  cr_expect(machine.params.pack_s == 0.0 && machine.spread.copy_s[0] == 0.0);
  machine.params.pack_s = 5e-9;
  machine.spread.pack_s = 0.2;
  machine.params.copy_s[0] = 7e-9;
  tc_machine_samples_restore(&recalled, &machine);
  cr_expect_eq(machine.params.pack_s, 5e-9);
  machine.params.pack_s = recalled.params.pack_s;
  machine.spread.pack_s = recalled.spread.pack_s;
  cr_expect_eq(memcmp(&machine, &recalled, sizeof machine), 0);
}

Test(machine_samples, spreads) {
  cr_expect_not(tc_machine_spread_is_wide(0.5));
  cr_expect(tc_machine_spread_is_wide(0.51));
  cr_expect(tc_machine_spread_is_wide(NAN));
}
