#include "base/program/job_clock.h"

#include <math.h>

#include "base/program/log.h"
#include "support/expect.h"

/* Clock that the job clock reads in tests. *self is the time in seconds, which the tests advance. */
static double read_time(void *self) { return *(double *)self; }

static tc_job_clock start_clock(double *time_s) {
  tc_job_clock clock = {.now_s = read_time, .self = time_s};
  tc_job_clock_start(&clock, *time_s - 2.0);
  return clock;
}

/* Expects these seconds in the phase, and that the seconds of all phases add up to the time since the start.
 */
static void expect_seconds(tc_job_clock *clock, int phase, double expected_s) {
  double seconds[TC_JOB_PHASE_COUNT], sum = 0.0;
  const double total = tc_job_clock_read(clock, seconds);
  for (int p = 0; p < TC_JOB_PHASE_COUNT; p++) sum += seconds[p];
  cr_expect_eq(seconds[phase], expected_s, "%s: %g s", tc_job_phase_name(phase), seconds[phase]);
  cr_expect_eq(total, sum);
  cr_expect_eq(total, *(double *)clock->self - clock->start_s);
}

Test(job_clock, counts_the_time_since_the_start_of_the_program) {
  double time_s = 100.0;
  tc_job_clock clock = start_clock(&time_s);
  time_s = 101.0;
  expect_seconds(&clock, TC_JOB_PHASE_start, 3.0);
  tc_job_clock_leave(&clock);
  time_s = 105.0;
  expect_seconds(&clock, TC_JOB_PHASE_start, 3.0);
  expect_seconds(&clock, TC_JOB_PHASE_other, 4.0);
}

Test(job_clock, ends_the_start_only_if_no_other_phase_runs) {
  double time_s = 0.0;
  tc_job_clock clock = start_clock(&time_s);
  const int depth = tc_job_clock_enter(&clock, TC_JOB_PHASE_read);
  tc_job_clock_end_start(&clock);
  time_s = 1.0;
  expect_seconds(&clock, TC_JOB_PHASE_read, 1.0);
  tc_job_clock_enter(&clock, TC_JOB_PHASE_halo);
  tc_job_clock_reset_depth(&clock, depth);
  tc_job_clock_reset_depth(&clock, depth);
  time_s = 3.0;
  tc_job_clock_end_start(&clock);
  tc_job_clock_end_start(&clock);
  time_s = 7.0;
  expect_seconds(&clock, TC_JOB_PHASE_start, 4.0);
  expect_seconds(&clock, TC_JOB_PHASE_other, 4.0);
}

Test(job_clock, interrupts_a_phase_by_the_phase_within_it) {
  double time_s = 100.0;
  tc_job_clock clock = start_clock(&time_s);
  tc_job_clock_leave(&clock);
  tc_job_clock_enter(&clock, TC_JOB_PHASE_order);
  time_s += 1.0;
  tc_job_clock_enter(&clock, TC_JOB_PHASE_partition);
  time_s += 4.0;
  tc_job_clock_leave(&clock);
  time_s += 16.0;
  tc_job_clock_leave(&clock);
  time_s += 64.0;
  expect_seconds(&clock, TC_JOB_PHASE_order, 17.0);
  expect_seconds(&clock, TC_JOB_PHASE_partition, 4.0);
  expect_seconds(&clock, TC_JOB_PHASE_other, 64.0);
}

Test(job_clock, ignores_leaving_more_phases_than_were_entered) {
  double time_s = 0.0;
  tc_job_clock clock = start_clock(&time_s);
  for (int i = 0; i < 3; i++) tc_job_clock_leave(&clock);
  time_s = 1.0;
  tc_job_clock_enter(&clock, TC_JOB_PHASE_read);
  time_s = 3.0;
  expect_seconds(&clock, TC_JOB_PHASE_other, 1.0);
  expect_seconds(&clock, TC_JOB_PHASE_read, 2.0);
}

Test(job_clock, counts_phases_beyond_the_depth_in_the_phase_around_them) {
  double time_s = 0.0;
  tc_job_clock clock = start_clock(&time_s);
  for (int i = 0; i < TC_JOB_CLOCK_DEPTH + 3; i++)
    tc_job_clock_enter(&clock, i < TC_JOB_CLOCK_DEPTH - 1 ? TC_JOB_PHASE_read : TC_JOB_PHASE_halo);
  time_s = 1.0;
  for (int i = 0; i < TC_JOB_CLOCK_DEPTH + 3; i++) tc_job_clock_leave(&clock);
  time_s = 8.0;
  expect_seconds(&clock, TC_JOB_PHASE_read, 1.0);
  expect_seconds(&clock, TC_JOB_PHASE_halo, 0.0);
  expect_seconds(&clock, TC_JOB_PHASE_start, 9.0);
}

Test(job_clock, moves_at_most_the_seconds_of_a_phase) {
  double time_s = 0.0;
  tc_job_clock clock = start_clock(&time_s);
  tc_job_clock_enter(&clock, TC_JOB_PHASE_steps);
  time_s = 10.0;
  tc_job_clock_move(&clock, TC_JOB_PHASE_steps, TC_JOB_PHASE_history, 4.0);
  expect_seconds(&clock, TC_JOB_PHASE_history, 4.0);
  tc_job_clock_move(&clock, TC_JOB_PHASE_steps, TC_JOB_PHASE_checks, 7.0);
  tc_job_clock_move(&clock, TC_JOB_PHASE_checks, TC_JOB_PHASE_steps, -1.0);
  tc_job_clock_move(&clock, TC_JOB_PHASE_checks, TC_JOB_PHASE_steps, NAN);
  expect_seconds(&clock, TC_JOB_PHASE_checks, 6.0);
  expect_seconds(&clock, TC_JOB_PHASE_steps, 0.0);
}

Test(job_clock, never_counts_a_time_that_decreases) {
  double time_s = 10.0;
  tc_job_clock clock = start_clock(&time_s);
  tc_job_clock_read(&clock, NULL);
  time_s = 5.0;
  cr_expect_eq(tc_job_clock_read(&clock, NULL), 2.0);
  time_s = 11.0;
  cr_expect_eq(tc_job_clock_read(&clock, NULL), 3.0);
}

Test(job_clock, is_ignored_unless_it_was_started) {
  tc_job_clock clock = {0};
  double seconds[TC_JOB_PHASE_COUNT];
  tc_job_clock_enter(&clock, TC_JOB_PHASE_read);
  tc_job_clock_leave(&clock);
  tc_job_clock_move(&clock, TC_JOB_PHASE_read, TC_JOB_PHASE_halo, 1.0);
  cr_expect_eq(tc_job_clock_read(&clock, seconds), 0.0);
  for (int p = 0; p < TC_JOB_PHASE_COUNT; p++) cr_expect_eq(seconds[p], 0.0);
  tc_job_clock_enter(NULL, TC_JOB_PHASE_read);
  tc_job_clock_leave(NULL);
  tc_job_clock_move(NULL, TC_JOB_PHASE_read, TC_JOB_PHASE_halo, 1.0);
  cr_expect_eq(tc_job_clock_read(NULL, seconds), 0.0);
}

static tc_status add_second(double *time_s, tc_status status) {
  *time_s += 1.0;
  return status;
}

static tc_status call_as_phase(const tc_log *log, double *time_s, tc_status status) {
  TC_JOB_TRY(log, TC_JOB_PHASE_read, add_second(time_s, status));
  return TC_OK;
}

Test(job_clock, counts_a_function_as_a_phase_also_if_it_fails) {
  double time_s = 0.0;
  tc_job_clock clock = start_clock(&time_s);
  const tc_log log = {NULL, TC_LOG_QUIET, NULL, &clock};
  expect_ok(call_as_phase(&log, &time_s, TC_OK));
  expect_error(call_as_phase(&log, &time_s, tc_status_create(TC_INPUT, "no mesh")), TC_INPUT, "no mesh");
  expect_ok(call_as_phase(NULL, &time_s, TC_OK));
  expect_seconds(&clock, TC_JOB_PHASE_read, 2.0);
  expect_seconds(&clock, TC_JOB_PHASE_start, 3.0);
}

/* By default, the job clock reads tc_now_s. */
Test(job_clock, reads_the_clock_of_the_program_by_default) {
  tc_job_clock clock = {0};
  tc_job_clock_start(&clock, 0.0);
  cr_expect_gt(tc_job_clock_read(&clock, NULL), 0.0);
}

Test(job_clock, is_advanced_by_the_phases_of_the_log) {
  double time_s = 0.0;
  tc_job_clock clock = start_clock(&time_s);
  const tc_log log = {NULL, TC_LOG_QUIET, NULL, &clock};
  tc_job_clock_leave(&clock);
  const tc_log_phase read = tc_log_begin_phase(&log, TC_JOB_PHASE_read, "reading");
  time_s = 1.0;
  const tc_log_phase part = tc_log_begin_phase(&log, TC_JOB_PHASE_NONE, "reading a part");
  time_s = 3.0;
  tc_log_end_phase(&part);
  tc_log_begin_phase(&log, TC_JOB_PHASE_import, "importing, which fails");
  time_s = 7.0;
  tc_log_end_phase(&read);
  time_s = 15.0;
  expect_seconds(&clock, TC_JOB_PHASE_read, 3.0);
  expect_seconds(&clock, TC_JOB_PHASE_import, 4.0);
  expect_seconds(&clock, TC_JOB_PHASE_other, 8.0);
}
