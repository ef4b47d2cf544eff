#include "base/program/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/core/print.h"
#include "base/core/timer.h"
#include "base/text/text_cut.h"

tc_job_clock *tc_log_clock(const tc_log *log) { return log ? log->clock : NULL; }

bool tc_log_is_enabled(const tc_log *log, tc_log_level level) {
  return log && log->sink && log->level >= level;
}

void tc_log_send(const tc_log *log, tc_log_level level, tc_log_event event, const char *text) {
  if (tc_log_is_enabled(log, level)) log->sink->write(log->sink->self, level, event, text);
}

/* Formats a text into an array of `size` bytes. A longer text is cut after a whole character. */
static void format_text(char *text, size_t size, const char *format, va_list arguments) {
  const int length = tc_vsnprintf(text, size, format, arguments);
  if (length >= 0 && (size_t)length >= size) text[tc_text_cut_length(text, size - 1)] = '\0';
}

void tc_log_write(const tc_log *log, tc_log_level level, const char *format, ...) {
  char text[TC_LOG_LINE_MAX];
  if (!tc_log_is_enabled(log, level)) return;
  va_list arguments;
  va_start(arguments, format);
  format_text(text, sizeof text, format, arguments);
  va_end(arguments);
  tc_log_send(log, level, TC_LOG_LINE, text);
}

void tc_log_warn(const tc_log *log, const char *format, ...) {
  char text[TC_LOG_TEXT];
  va_list arguments;
  va_start(arguments, format);
  format_text(text, sizeof text, format, arguments);
  va_end(arguments);
  tc_log_send(log, TC_LOG_QUIET, TC_LOG_WARNING, text);
  tc_log_record *record = log ? log->record : NULL;
  if (record && record->warnings < TC_LOG_WARNINGS)
    memcpy(record->warning[record->warnings++], text, sizeof text);
}

/* Begins the phase `job_phase` of the job unless it is TC_JOB_PHASE_NONE. Returns the depth of the clock
 * before the phase. */
static int enter_job_phase(tc_job_clock *clock, int job_phase) {
  if (job_phase != TC_JOB_PHASE_NONE) return tc_job_clock_enter(clock, job_phase);
  return clock ? clock->depth : 0;
}

tc_log_phase tc_log_begin_phase(const tc_log *log, int job_phase, const char *format, ...) {
  tc_log_phase phase = {.log = log,
                        .start_s = tc_now_s(),
                        .depth = enter_job_phase(tc_log_clock(log), job_phase)};
  va_list arguments;
  va_start(arguments, format);
  tc_vsnprintf(phase.name, sizeof phase.name, format, arguments);
  va_end(arguments);
  char text[64];
  snprintf(text, sizeof text, "%-40s", phase.name);
  tc_log_send(log, TC_LOG_NORMAL, TC_LOG_PHASE_BEGAN, text);
  return phase;
}

/* Adds the seconds of a phase to the record. A phase may run several times, so its times are summed. */
static void add_phase_time(tc_log_record *record, const char *name, double seconds) {
  int p = 0;
  while (p < record->phases && strcmp(record->phase[p].name, name) != 0) p++;
  if (p == TC_LOG_PHASES) return;
  if (p == record->phases) {
    snprintf(record->phase[p].name, TC_LOG_NAME, "%s", name);
    record->phases++;
  }
  record->phase[p].seconds += seconds;
}

void tc_log_end_phase(const tc_log_phase *phase) {
  const tc_log *log = phase->log;
  const double seconds = tc_now_s() - phase->start_s;
  tc_job_clock_reset_depth(tc_log_clock(log), phase->depth);
  if (log && log->record) add_phase_time(log->record, phase->name, seconds);
  char text[80];
  tc_snprintf(text, sizeof text, "%-40s %8.2f s", phase->name, seconds);
  tc_log_send(log, TC_LOG_NORMAL, TC_LOG_PHASE_ENDED, text);
}
