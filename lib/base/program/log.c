#include "base/program/log.h"

#include <stdarg.h>
#include <string.h>

#include "base/core/print.h"
#include "base/core/timer.h"

static bool is_heard(const tc_log *log, tc_log_level level) {
  return log && log->stream && log->level >= level;
}

void tc_log_break_line(const tc_log *log) {
  if (!log || !log->record || !log->record->open) return;
  fputc('\n', log->stream);
  log->record->open = false;
}

void tc_log_write(const tc_log *log, tc_log_level level, const char *format, ...) {
  if (!is_heard(log, level)) return;
  va_list arguments;
  tc_log_break_line(log);
  va_start(arguments, format);
  tc_vfprintf(log->stream, format, arguments);
  va_end(arguments);
  fputc('\n', log->stream);
}

void tc_log_warn(const tc_log *log, const char *format, ...) {
  char text[TC_LOG_TEXT];
  va_list arguments;
  va_start(arguments, format);
  tc_vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  tc_log_write(log, TC_LOG_QUIET, "warning: %s", text);
  tc_log_record *record = log ? log->record : NULL;
  if (record && record->warnings < TC_LOG_WARNINGS)
    memcpy(record->warning[record->warnings++], text, sizeof text);
}

tc_log_phase tc_log_begin_phase(const tc_log *log, const char *format, ...) {
  tc_log_phase phase = {.log = log, .start_s = tc_now_s()};
  va_list arguments;
  va_start(arguments, format);
  tc_vsnprintf(phase.name, sizeof phase.name, format, arguments);
  va_end(arguments);
  if (!is_heard(log, TC_LOG_NORMAL) || !log->record) return phase;
  tc_log_break_line(log);
  fprintf(log->stream, "%-40s", phase.name);
  fflush(log->stream);
  log->record->open = true;
  return phase;
}

/* Adds seconds to the phase `name` of the record. The function adds, because a phase may be timed several
 * times. */
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
  if (log && log->record) add_phase_time(log->record, phase->name, seconds);
  if (!is_heard(log, TC_LOG_NORMAL)) return;
  const bool open = log->record && log->record->open;
  if (!open) fprintf(log->stream, "%-40s", phase->name);
  tc_fprintf(log->stream, " %8.2f s\n", seconds);
  if (open) log->record->open = false;
}
