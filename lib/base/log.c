#include "base/log.h"

#include <stdarg.h>

void tc_log_note(const tc_log *log, tc_log_level level, const char *format, ...) {
  if (!log || !log->stream || log->level < level) return;
  va_list arguments;
  va_start(arguments, format);
  vfprintf(log->stream, format, arguments);
  va_end(arguments);
  fputc('\n', log->stream);
}
