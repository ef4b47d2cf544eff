#define _XOPEN_SOURCE 600
#include "solve/observe/monitor.h"

#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/program/log_stream.h"
#include "support/expect.h"

/* A monitor whose log is written to memory. */
typedef struct tape {
  char *text;
  size_t size;
  tc_log log;
  tc_log_stream sink;
  tc_monitor monitor;
} tape;

static tape *tape_start(tc_log_level level, int64_t steps) {
  tape *t = calloc(1, sizeof *t);
  t->log = (tc_log){tc_log_stream_init(&t->sink, open_memstream(&t->text, &t->size)), level, NULL, NULL};
  tc_monitor_begin(&t->monitor, &t->log, "step", steps);
  return t;
}

/* Changes the times in the monitor so that a line is due now and the run began `ago` seconds ago. Then
 * reports step `done` as completed. */
static void tape_step(tape *t, int64_t done, double ago) {
  t->monitor.start_s = t->monitor.next_s - ago;
  t->monitor.next_s = 0.0;
  tc_monitor_step(&t->monitor, done);
  fflush(t->sink.out);
}

static void tape_free(tape *t) {
  fclose(t->sink.out);
  free(t->text);
  free(t);
}

/* Checks the closing line, for example "8 steps in 0.1 s, 12.5 ms a step including snapshots and checks". */
static void expect_last_line(const char *line, int steps) {
  int read_steps = 0, end = 0;
  double ms = -1.0;
  char took[48];
  cr_assert_eq(sscanf(line, "%d steps in %47[^,], %lf ms a step including snapshots and checks%n",
                      &read_steps, took, &ms, &end),
               3, "%s", line);
  cr_assert_eq(read_steps, steps, "%s", line);
  cr_assert_geq(ms, 0.0, "%s", line);
  cr_assert(strcmp(line + end, "\n") == 0 || strcmp(line + end, "\r\n") == 0, "%s", line);
}

Test(monitor, says_nothing_before_it_is_time) {
  tape *t = tape_start(TC_LOG_NORMAL, 100);
  /* No line becomes due, even on a slow machine. */
  t->monitor.next_s += 1e6;
  for (int64_t done = 1; done <= 100; done++) tc_monitor_step(&t->monitor, done);
  fflush(t->sink.out);
  cr_assert_eq(t->size, 0);
  tc_monitor_end(&t->monitor);
  fflush(t->sink.out);
  expect_last_line(t->text, 100);
  tape_free(t);
}

Test(monitor, no_steps_no_words) {
  tape *t = tape_start(TC_LOG_NORMAL, 0);
  tc_monitor_end(&t->monitor);
  fflush(t->sink.out);
  cr_assert_eq(t->size, 0);
  tape_free(t);
}

/* If the run stops early, the closing line must contain the number of completed steps. A failed run has no
 * closing line. */
Test(monitor, as_a_hook) {
  for (int failed = 0; failed < 2; failed++) {
    tape *t = tape_start(TC_LOG_NORMAL, 1);
    const tc_hook hook = tc_monitor_hook(&t->monitor, "step", NULL);
    for (int64_t step = 0; step <= 17; step++) {
      const tc_run_state now = {.step = step, .steps = 1000, .last = step == 17, .log = &t->log};
      cr_assert(hook.is_due(&hook, &now) && !hook.check_stop && !hook.is_per_rank && !hook.publishes_field);
      expect_ok(hook.run(hook.self, &now));
    }
    hook.end(hook.self, failed);
    fflush(t->sink.out);
    if (failed)
      cr_assert_eq(t->size, 0);
    else
      expect_last_line(t->text, 17);
    tape_free(t);
  }
}

/* The seconds in a line depend on the clock, so the test checks their format only. */
Test(monitor, writes_whole_lines_into_a_file) {
  tape *t = tape_start(TC_LOG_NORMAL, 200);
  int done = 0, steps = 0, percent = 0, end = 0;
  double ms = -1.0;
  tape_step(t, 50, 1000.0);
  cr_assert_eq(sscanf(t->text, "step %d of %d (%d %%), %lf ms a step, %n", &done, &steps, &percent, &ms,
                      &end),
               4);
  cr_assert(done == 50 && steps == 200 && percent == 25, "%s", t->text);
  cr_assert(ms > 1.0 && ms < 1e6, "%s", t->text);
  const char *tail = t->text + strlen(t->text) - 11;
  cr_assert_str_eq(tail, " remaining\n", "%s", t->text);
  cr_assert_null(strchr(t->text, '\r'));
  tape_step(t, 200, 1000.0);
  cr_assert_not_null(strstr(t->text, "\nstep 200 of 200 (100 %), "));
  size_t before = t->size;
  cr_assert_str_eq(t->text + before - 17, " 0.0 s remaining\n", "%s", t->text);
  tc_monitor_end(&t->monitor);
  fflush(t->sink.out);
  expect_last_line(t->text + before, 200);
  tape_free(t);
}

/* After 100 s the residual is 1e-4, half of the decimal digits to the tolerance 1e-8. The solve needs about
 * another 100 s. */
Test(monitor, progress_of_a_solve) {
  tape *t = tape_start(TC_LOG_NORMAL, 0);
  int seconds = 0, end = 0;
  t->monitor.next_s += 1e6;
  for (int i = 0; i < 40; i++) tc_monitor_residual(&t->monitor, i, pow(10.0, -i / 10.0), 1e-8);
  fflush(t->sink.out);
  cr_assert_eq(t->size, 0);
  /* The elapsed time exceeds 100 s by the duration of this test. */
  t->monitor.start_s -= 100.0;
  t->monitor.next_s = 0.0;
  tc_monitor_residual(&t->monitor, 40, 1e-4, 1e-8);
  fflush(t->sink.out);
  cr_assert_eq(sscanf(t->text, "step 40, residual 0.0001, target 1e-08, about 1 min %d s remaining%n",
                      &seconds, &end),
               1, "%s", t->text);
  cr_assert(seconds >= 39 && strcmp(t->text + end, "\n") == 0, "%s", t->text);
  const size_t before = t->size;
  for (int i = 0; i < 6; i++) {
    t->monitor.next_s = i == 5 ? 0.0 : 1e12;
    /* These residuals belong to the next solve, which is too short for a time estimate. */
    tc_monitor_residual(&t->monitor, i, 2.0 / (i + 1), 1e-8);
  }
  fflush(t->sink.out);
  cr_assert_str_eq(t->text + before, "step 5, residual 0.33, target 1e-08\n");
  tc_monitor_end(&t->monitor);
  tape_free(t);
}

static tc_remaining answer(void *self, const tc_run_state *now) {
  return now->step == 50 ? *(const tc_remaining *)self : (tc_remaining){NAN, NAN};
}

/* If the caller supplies a remaining time, the monitor must print it. Otherwise the monitor computes one
 * from the completed steps. */
Test(monitor, remaining_time_of_the_caller) {
  tape *t = tape_start(TC_LOG_NORMAL, 100);
  tc_remaining known = {25.0, 31.0};
  const tc_remaining_time remaining = {answer, &known};
  const tc_hook hook = tc_monitor_hook(&t->monitor, "step", &remaining);
  for (int64_t step = 0; step <= 60; step += 10) {
    const tc_run_state now = {.step = step, .steps = 100, .log = &t->log};
    t->monitor.next_s = step >= 50 ? 0.0 : 1e12;
    expect_ok(hook.run(hook.self, &now));
  }
  fflush(t->sink.out);
  cr_assert_not_null(strstr(t->text, "step, 25.0 s remaining (at most 31.0 s)\nstep 60 "), "%s", t->text);
  cr_assert_null(strstr(strstr(t->text, "step 60 "), "at most"), "%s", t->text);
  tape_free(t);
}

Test(monitor, one_of_them) {
  tape *t = tape_start(TC_LOG_NORMAL, 1);
  tc_monitor_end(&t->monitor);
  fflush(t->sink.out);
  cr_assert_eq(strncmp(t->text, "1 step in ", 10), 0, "%s", t->text);
  cr_assert_not_null(strstr(t->text, "s including snapshots and checks\n"), "%s", t->text);
  tape_free(t);
}

/* The first line is due after 2 s. The interval then grows by a factor of 1.5 up to 60 s. */
Test(monitor, lines_get_rarer) {
  tape *t = tape_start(TC_LOG_VERBOSE, 1000);
  double wait = 2.0;
  cr_assert_eq(t->monitor.wait_s, wait);
  for (int i = 1; i < 20; i++) {
    tape_step(t, i, 100.0);
    wait = wait * 1.5 < 60.0 ? wait * 1.5 : 60.0;
    cr_assert_float_eq(t->monitor.wait_s, wait, 1e-12);
    cr_assert_gt(t->monitor.next_s, 0.0);
  }
  cr_assert_eq(t->monitor.wait_s, 60.0);
  tape_free(t);
}

Test(monitor, quiet_and_missing_logs) {
  tape *t = tape_start(TC_LOG_QUIET, 100);
  tape_step(t, 10, 100.0);
  tc_monitor_end(&t->monitor);
  fflush(t->sink.out);
  cr_assert_eq(t->size, 0);
  tape_free(t);
  const tc_log silent = {NULL, TC_LOG_VERBOSE, NULL, NULL};
  const tc_log *logs[] = {NULL, &silent};
  for (int i = 0; i < 2; i++) {
    tc_monitor monitor;
    tc_monitor_begin(&monitor, logs[i], "step", 10);
    monitor.next_s = 0.0;
    tc_monitor_step(&monitor, 5);
    tc_monitor_end(&monitor);
  }
}

/* Reads the output up to the end of the second line. The first line is the one that the monitor rewrites.
 * A terminal may deliver the text in several parts, so one read is not sufficient. */
static void read_line(int master, char *text, size_t size) {
  size_t used = 0;
  struct pollfd ready = {.fd = master, .events = POLLIN};
  text[0] = '\0';
  while (used + 1 < size &&
         (!strchr(text, '\n') || text[used - 1] != '\n' || strchr(text, '\n') == text + used - 1)) {
    cr_assert_eq(poll(&ready, 1, 10000), 1, "no output for 10 s: %s", text);
    const ssize_t n = read(master, text + used, size - 1 - used);
    cr_assert_gt(n, 0);
    text[used += (size_t)n] = '\0';
  }
}

/* On a terminal the monitor must rewrite one line, which remains when the run ends. */
Test(monitor, rewrites_its_line_on_a_terminal) {
  int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) || unlockpt(master)) cr_skip_test("no pseudo-terminal here");
  FILE *terminal = fopen(ptsname(master), "w");
  cr_assert_not_null(terminal);
  tc_log_stream sink;
  const tc_log log = {tc_log_stream_init(&sink, terminal), TC_LOG_NORMAL, NULL, NULL};
  tc_monitor monitor;
  char text[1000];
  tc_monitor_begin(&monitor, &log, "step", 4);
  cr_assert_eq(monitor.wait_s, 0.5);
  for (int64_t done = 1; done <= 2; done++) {
    monitor.next_s = 0.0;
    tc_monitor_step(&monitor, done);
  }
  cr_assert_eq(monitor.wait_s, 0.5, "the interval is constant on a terminal");
  tc_monitor_end(&monitor);
  fflush(terminal);
  read_line(master, text, sizeof text);
  cr_assert_eq(strncmp(text, "\rstep 1 of 4 (25 %), ", 21), 0, "%s", text);
  const char *second = strstr(text, "\rstep 2 of 4 (50 %), ");
  cr_assert_not_null(second);
  cr_assert_null(memchr(text, '\n', (size_t)(second - text)), "both must be on one line");
  const char *line_end = strchr(second, '\n');
  cr_assert_not_null(line_end);
  expect_last_line(line_end + 1, 4);
  fclose(terminal);
  close(master);
}

/* A line longer than the terminal width would wrap, and carriage return would no longer reach its start.
 * The monitor must truncate it. */
Test(monitor, stays_on_one_line_of_a_narrow_terminal) {
  const struct winsize narrow = {.ws_row = 24, .ws_col = 30};
  int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) || unlockpt(master)) cr_skip_test("no pseudo-terminal here");
  FILE *terminal = fopen(ptsname(master), "w");
  cr_assert_not_null(terminal);
  cr_assert_eq(ioctl(fileno(terminal), TIOCSWINSZ, &narrow), 0);
  tc_log_stream sink;
  const tc_log log = {tc_log_stream_init(&sink, terminal), TC_LOG_NORMAL, NULL, NULL};
  tc_monitor monitor;
  char text[1000];
  tc_monitor_begin(&monitor, &log, "step", 1000000);
  monitor.next_s = 0.0;
  tc_monitor_step(&monitor, 500000);
  tc_monitor_end(&monitor);
  fflush(terminal);
  read_line(master, text, sizeof text);
  cr_assert_eq(strncmp(text, "\rstep 500000 of 1000000 (50 %)", 30), 0, "%s", text);
  cr_assert_eq(strcspn(text + 1, "\r\n"), 29, "the last column must be free: %s", text);
  fclose(terminal);
  close(master);
}

/* A shorter line must be padded with blanks so that it covers the longer line before it. */
Test(monitor, covers_the_line_before) {
  int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) || unlockpt(master)) cr_skip_test("no pseudo-terminal here");
  FILE *terminal = fopen(ptsname(master), "w");
  cr_assert_not_null(terminal);
  tc_log_stream sink;
  const tc_log log = {tc_log_stream_init(&sink, terminal), TC_LOG_NORMAL, NULL, NULL};
  tc_monitor monitor;
  char text[1000];
  tc_monitor_begin(&monitor, &log, "step", 100000);
  for (int i = 0; i < 2; i++) {
    monitor.next_s = 0.0;
    /* The first line states a remaining time of hours and is longer than the second one. */
    monitor.start_s -= i ? 0.0 : 1e6;
    if (i) monitor.start_s += 1e6;
    tc_monitor_step(&monitor, 10 + i);
  }
  tc_monitor_end(&monitor);
  fflush(terminal);
  read_line(master, text, sizeof text);
  const size_t first = strcspn(text + 1, "\r\n"), second = strcspn(text + 2 + first, "\r\n");
  cr_assert_geq(second, first, "%s", text);
  fclose(terminal);
  close(master);
}
