/* Requested times of snapshots: snapshots.times and snapshots.interval. */
#include "io/config/config_check.h"
#include "io/config/configs.h"

#define AT(lines, keys) MINIMAL "snapshots: {file: s.h5, " keys "}\n" lines

static void refuse_times(const char *text, const char *part) {
  expect_error(outcome_of(text), TC_USAGE, part);
}

Test(config_output_times, times_are_read) {
  tc_config *c = parse(AT("time: {end: 2}\n", "times: [0.5, 1.25]"), 0, NULL);
  const tc_output_times times = tc_config_output_times(c, 2.0);
  cr_assert(tc_config_has_output_times(c) && times.count == 2 && times.interval == 0.0);
  cr_assert(times.time[0] == 0.5 && times.time[1] == 1.25 && times.end == 2.0);
  tc_config_destroy(&c);
  c = parse(AT("time: {end: 2}\n", "interval: 0.25"), 0, NULL);
  cr_assert_eq(tc_config_output_times(c, 2.0).interval, 0.25);
  tc_config_destroy(&c);
  c = parse(AT("time: {end: 2}\n", "every: 3"), 0, NULL);
  cr_assert(!tc_config_has_output_times(c) && tc_config_output_times(c, 2.0).end == 0.0);
  tc_config_destroy(&c);
}

Test(config_output_times, a_given_step_size_needs_multiples) {
  expect_ok(outcome_of(AT("time: {dt: 0.1, steps: 10}\n", "times: [0.3, 1]")));
  expect_ok(outcome_of(AT("time: {dt: 0.3, end: 1}\n", "times: [0.25, 0.5]")));
  refuse_times(AT("time: {dt: 0.1, steps: 10}\n", "times: [0.3, 0.55]"),
               "run.yaml:3: snapshots.times: t = 0.55 is not a multiple of the step size 0.1: use 0.5 or "
               "0.6");
  refuse_times(AT("time: {dt: 0.1, steps: 10}\n", "times: [0.3, 1.1]"),
               "1.1 is later than the end of the run, 1");
  refuse_times(AT("time: {dt: 0.3, end: 1}\n", "interval: 0.3"), "use 0.25 or 0.5");
}

Test(config_output_times, bad_times_are_refused) {
  refuse_times(AT("time: {end: 2}\n", "times: [1, 0.5]"),
               "run.yaml:3: snapshots.times: 0.5 is not later than 1");
  refuse_times(AT("time: {end: 2}\n", "times: [0, 1]"), "run.yaml:3: snapshots.times, item 1: ");
  refuse_times(AT("time: {end: 2}\n", "times: [1, 3]"), "3 is later than the end of the run, 2");
  refuse_times(AT("time: {end: 2}\n", "interval: 0"), "run.yaml:3: snapshots.interval: ");
  refuse_times(AT("", "times: [1]"),
               "the end of a run of 1000 steps is unknown with time.dt: auto: set time.end");
  refuse_times(AT("time: {method: steady, steps: null}\n", "times: [1]"),
               "time.method steady makes no time steps");
  refuse_times(AT("time: {end: 2}\n", "times: [1], interval: 1"), "conflicts with snapshots.interval");
  refuse_times(AT("time: {end: 2}\n", "times: [1], every: 2"), "conflicts with snapshots.every");
  refuse_times(AT("time: {end: 2}\n", "interval: 1, every: 2"), "conflicts with snapshots.every");
  refuse_times(MINIMAL "snapshots: {interval: 1}\ntime: {end: 2}\n",
               "run.yaml:3: snapshots.interval: requires snapshots.file");
}
