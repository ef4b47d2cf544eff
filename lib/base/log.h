/* Messages for the user. The library itself never prints: it hands lines to a log that the program owns. */
#ifndef TC_BASE_LOG_H
#define TC_BASE_LOG_H

#include <stdio.h>

typedef enum tc_log_level { TC_LOG_QUIET = 0, TC_LOG_NORMAL = 1, TC_LOG_VERBOSE = 2 } tc_log_level;

/* stream NULL: silent (every rank but the root). The stream is borrowed. A NULL log is silent as well. */
typedef struct tc_log {
  FILE *stream;
  tc_log_level level;
} tc_log;

/* Writes one line when the log's level is at least `level`; no final newline in the format. */
void tc_log_note(const tc_log *log, tc_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
