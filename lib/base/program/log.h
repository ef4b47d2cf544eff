/* Messages for the user. The library itself never prints: it hands lines to a log that the program owns. */
#ifndef TC_BASE_PROGRAM_LOG_H
#define TC_BASE_PROGRAM_LOG_H

#include <stdbool.h>
#include <stdio.h>

typedef enum tc_log_level { TC_LOG_QUIET = 0, TC_LOG_NORMAL = 1, TC_LOG_VERBOSE = 2 } tc_log_level;

enum { TC_LOG_PHASES = 24, TC_LOG_WARNINGS = 16, TC_LOG_NAME = 48, TC_LOG_TEXT = 400 };

/* What a log remembers for the report, whatever its level. The program owns it; zeroed before use. */
typedef struct tc_log_record {
  bool open; /* a phase's name stands on the line and waits for its seconds */
  int phases, warnings;
  struct {
    char name[TC_LOG_NAME];
    double seconds; /* of all phases of that name */
  } phase[TC_LOG_PHASES];
  char warning[TC_LOG_WARNINGS][TC_LOG_TEXT];
} tc_log_record;

/* stream NULL: silent (every rank but the root). The stream is borrowed. A NULL log is silent as well. record
 * NULL: nothing is remembered. */
typedef struct tc_log {
  FILE *stream;
  tc_log_level level;
  tc_log_record *record;
} tc_log;

/* Writes one line when the log's level is at least `level`; no final newline in the format. */
void tc_log_write(const tc_log *log, tc_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A line at every level, "warning: ..", that is remembered; one sentence without a full stop. */
void tc_log_warn(const tc_log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A phase of the set-up: its name is written when it begins, so that whoever waits knows for what, and its
 * seconds on the same line when it ends. What comes between starts on a line of its own. A phase that is
 * never ended has failed. */
typedef struct tc_log_phase {
  const tc_log *log;
  double start_s;
  char name[TC_LOG_NAME];
} tc_log_phase;

tc_log_phase tc_log_begin_phase(const tc_log *log, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void tc_log_end_phase(const tc_log_phase *phase);

/* Ends the line of a phase that has failed: whoever writes to the stream by other ways calls this first. */
void tc_log_break_line(const tc_log *log);

#endif
