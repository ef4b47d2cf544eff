/* Log: messages for the user. The library never prints: it passes lines to a log that the program owns, and
 * reports repeat its warnings and phases. On all ranks but the root the stream is NULL. A phase of the setup
 * prints its name when it begins and its seconds when it ends. Not collective. */
#ifndef TC_BASE_PROGRAM_LOG_H
#define TC_BASE_PROGRAM_LOG_H

#include <stdbool.h>
#include <stdio.h>

typedef enum tc_log_level { TC_LOG_QUIET = 0, TC_LOG_NORMAL = 1, TC_LOG_VERBOSE = 2 } tc_log_level;

enum { TC_LOG_PHASES = 24, TC_LOG_WARNINGS = 16, TC_LOG_NAME = 48, TC_LOG_TEXT = 400 };

/* Warnings and phases that were logged, for the report. They are recorded at any log level. The program owns
 * the record. Zero-initialise before use. */
typedef struct tc_log_record {
  bool open; /* true after the name of a phase was printed, until its seconds are printed on the same line */
  int phases, warnings;
  struct {
    char name[TC_LOG_NAME];
    double seconds; /* sum of the seconds of all phases of this name */
  } phase[TC_LOG_PHASES];
  char warning[TC_LOG_WARNINGS][TC_LOG_TEXT];
} tc_log_record;

/* Log of a program. If its stream is NULL, as on every rank except the root, or if a pointer to a log is
 * NULL, nothing is printed. The stream is borrowed. `record` may be NULL. */
typedef struct tc_log {
  FILE *stream;
  tc_log_level level;
  tc_log_record *record;
} tc_log;

/* Writes one line if the log's level is at least `level`. The format has no final newline. */
void tc_log_write(const tc_log *log, tc_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes "warning: .." at every level and adds the text to the record. The text is one sentence without a
 * full stop. */
void tc_log_warn(const tc_log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A phase of the setup. Its name is printed when it begins, so that a waiting user knows the reason, and its
 * seconds on the same line when it ends. Other lines in between begin on a new line. If a phase fails, its
 * seconds are never printed. */
typedef struct tc_log_phase {
  const tc_log *log;
  double start_s;
  char name[TC_LOG_NAME];
} tc_log_phase;

tc_log_phase tc_log_begin_phase(const tc_log *log, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void tc_log_end_phase(const tc_log_phase *phase);

/* Calls a function that returns a status, as a phase of the setup. The name of the phase follows as a printf
 * format with its arguments. If the function fails, the calling function returns the error, as with TC_TRY.
 */
#define TC_LOG_PHASE(log, call, ...)                                                                         \
  do {                                                                                                       \
    const tc_log_phase tc_log_phase_ = tc_log_begin_phase(log, __VA_ARGS__);                                 \
    TC_TRY(call);                                                                                            \
    tc_log_end_phase(&tc_log_phase_);                                                                        \
  } while (0)

/* Ends the line of an open phase. Code that writes to the stream directly, and not through the log, calls
 * this function first. */
void tc_log_break_line(const tc_log *log);

#endif
