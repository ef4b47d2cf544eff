#include "launch/clock_probe.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/program/launcher.h"
#include "base/text/line.h"
#include "sampler/clock.h"

/* Adds the system setting kernel.perf_event_paranoid with its value to the line. A value of 2 or less permits
 * perf events of user code, and a value of 1 or less also perf events of kernel code. */
static void format_perf_setting(tc_line *line) {
  FILE *file = fopen("/proc/sys/kernel/perf_event_paranoid", "r");
  int level;
  if (file && fscanf(file, "%d", &level) == 1)
    tc_line_add(line, "kernel.perf_event_paranoid is %d", level);
  else
    tc_line_add(line, "kernel.perf_event_paranoid is unknown");
  if (file) fclose(file);
}

/* Tests the clock by starting it in this process. Sets *kernel to true if the clock samples kernel code too.
 * Returns false and sets errno if the clock cannot start. */
static bool test_clock(const ts_clock *clock, int64_t period_ns, bool *kernel) {
  ts_clock_source source;
  const uint64_t period = ts_clock_clamp_period(clock, (uint64_t)period_ns);
  *kernel = true;
  if (!clock->start(period, period, kernel, &source)) return false;
  ts_clock_stop(&source);
  return true;
}

static void print_line(const tc_line *line) {
  if (tc_launcher_is_first()) fprintf(stderr, "tcblame: %s\n", line->text);
}

static void report_clock(const ts_clock *clock, int64_t period_ns, bool kernel) {
  tc_line line = {0};
  const uint64_t period = ts_clock_clamp_period(clock, (uint64_t)period_ns);
  if (period != (uint64_t)period_ns)
    tc_line_add(&line, "clock %s: the sampling period is raised to its minimum of %g ms; ", clock->name,
                (double)period * 1e-6);
  if (!kernel) {
    tc_line_add(&line, "kernel code (page faults, copies) is not sampled, because ");
    format_perf_setting(&line);
    tc_line_add(&line, " (set it to 1 to sample it); ");
  }
  if (line.length < 2) return;
  line.text[line.length - 2] = 0;
  print_line(&line);
}

static tc_status clock_error(const ts_clock *clock, int reason) {
  tc_line line = {0};
  if (reason == ENOENT || reason == EOPNOTSUPP)
    return tc_status_create(TC_INTERNAL,
                            "clock %s: not available on this processor or virtual machine: use --clock task",
                            clock->name);
  format_perf_setting(&line);
  return tc_status_create(TC_INTERNAL,
                          "clock %s: not permitted (%s; %s): use --clock cpu, or set it to 2 or less (sysctl "
                          "-w kernel.perf_event_paranoid=1)",
                          clock->name, strerror(reason), line.text);
}

static void print_replacement(const ts_clock *replacement, int reason) {
  tc_line line = {0};
  tc_line_add(&line, "perf events are not permitted (%s; ", strerror(reason));
  format_perf_setting(&line);
  tc_line_add(&line, "): using clock %s", replacement->name);
  print_line(&line);
}

tc_status tb_clock_probe(const char *requested, int64_t period_ns, const char **out) {
  const ts_clock *clock = ts_clock_find(requested ? requested : "task");
  bool kernel, started = test_clock(clock, period_ns, &kernel);
  const int reason = errno;
  if (!started && !requested) {
    clock = ts_clock_find("cpu");
    started = test_clock(clock, period_ns, &kernel);
    if (started) print_replacement(clock, reason);
  }
  if (!started) return clock_error(clock, reason);
  report_clock(clock, period_ns, kernel);
  *out = clock->name;
  return TC_OK;
}
