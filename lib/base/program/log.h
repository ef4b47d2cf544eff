/* Log: messages for the user. The library never prints: it passes lines to a sink that the program owns, and
 * reports repeat its warnings and phases. On all ranks but the root the sink is NULL. A phase of the setup
 * sends its name to the sink when it begins, and its seconds when it ends. A phase of the log can also be a
 * phase of the job (job_clock.h). Not collective. */
#ifndef TC_BASE_PROGRAM_LOG_H
#define TC_BASE_PROGRAM_LOG_H

#include <stdbool.h>

#include "base/program/job_clock.h"

typedef enum tc_log_level { TC_LOG_QUIET = 0, TC_LOG_NORMAL = 1, TC_LOG_VERBOSE = 2 } tc_log_level;

enum {
  TC_LOG_PHASES = 24,
  TC_LOG_WARNINGS = 16,
  TC_LOG_NAME = 48,
  TC_LOG_TEXT = 400,
  TC_LOG_LINE_MAX = 8192
};

/* Kinds of text that a sink receives. A sink that writes only whole lines ignores the last three kinds. */
typedef enum tc_log_event {
  TC_LOG_LINE,
  TC_LOG_WARNING,       /* text of a warning, without the word "warning" */
  TC_LOG_PHASE_ENDED,   /* name and seconds of a phase; begins with the text of TC_LOG_PHASE_BEGAN */
  TC_LOG_PHASE_BEGAN,   /* name of a phase that has begun, padded with blanks */
  TC_LOG_PROGRESS,      /* progress line, which replaces the previous progress line */
  TC_LOG_PROGRESS_ENDED /* no text; means that no further progress line follows */
} tc_log_event;

/* Receiver of a log. `write` gets `self`, the level of the text, and one line without a newline, which is
 * valid during the call. The log calls `write` only for texts whose level is at most that of the log. */
typedef struct tc_log_sink {
  void (*write)(void *self, tc_log_level level, tc_log_event event, const char *text);
  void *self;
  bool is_terminal; /* true if progress lines overwrite each other and may therefore come often */
} tc_log_sink;

/* Warnings and phases that were logged, for the report. They are recorded at any log level. The program owns
 * the record. Zero-initialise before use. */
typedef struct tc_log_record {
  int phases, warnings;
  struct {
    char name[TC_LOG_NAME];
    double seconds; /* sum of the seconds of all phases of this name */
  } phase[TC_LOG_PHASES];
  char warning[TC_LOG_WARNINGS][TC_LOG_TEXT];
} tc_log_record;

/* Log of a program. If its sink is NULL, as on every rank except the root, or if a pointer to a log is NULL,
 * nothing is written. The sink, the record and the clock are borrowed. `record` and `clock` may be NULL. */
typedef struct tc_log {
  const tc_log_sink *sink;
  tc_log_level level;
  tc_log_record *record;
  tc_job_clock *clock; /* clock of the job; NULL if the command is not timed by phases */
} tc_log;

/* Returns the clock of the log; NULL if there is none or if `log` is NULL. */
tc_job_clock *tc_log_clock(const tc_log *log);

/* True if the log writes texts of this level. */
bool tc_log_is_enabled(const tc_log *log, tc_log_level level);

/* Passes a text to the sink if the log's level is at least `level`. */
void tc_log_send(const tc_log *log, tc_log_level level, tc_log_event event, const char *text);

/* Writes one line if the log's level is at least `level`. The format has no final newline. The line is cut at
 * TC_LOG_LINE_MAX - 1 characters. */
void tc_log_write(const tc_log *log, tc_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes a warning at every level and adds the text to the record. The text is one sentence without a full
 * stop. */
void tc_log_warn(const tc_log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A phase of the setup. The log passes its name to the sink when it begins, so that a waiting user sees what
 * the program does, and its seconds when it ends. If a phase fails, its seconds are not passed. */
typedef struct tc_log_phase {
  const tc_log *log;
  double start_s;
  int depth; /* depth of the clock before the phase */
  char name[TC_LOG_NAME];
} tc_log_phase;

/* Begins and ends a phase of the log, whose name follows as a printf format. The clock of the log counts the
 * seconds in the phase `job_phase` of the job (TC_JOB_PHASE_..). With TC_JOB_PHASE_NONE the seconds count for
 * the enclosing phase of the job. tc_log_end_phase also ends inner phases of the job that were not ended
 * because of an error. */
tc_log_phase tc_log_begin_phase(const tc_log *log, int job_phase, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void tc_log_end_phase(const tc_log_phase *phase);

/* Calls a function that returns a status, as a phase of the setup and `job_phase` of the job. The name of the
 * phase follows as a printf format with its arguments. If the function fails, the calling function returns
 * the error, as with
 * TC_TRY. */
#define TC_LOG_PHASE(log, job_phase, call, ...)                                                              \
  do {                                                                                                       \
    const tc_log_phase tc_log_phase_ = tc_log_begin_phase(log, job_phase, __VA_ARGS__);                      \
    TC_TRY(call);                                                                                            \
    tc_log_end_phase(&tc_log_phase_);                                                                        \
  } while (0)

/* Calls a function that returns a status, as the phase `job_phase` of the job, without a line of the log. If
 * the function fails, the calling function returns the error, as with TC_TRY. */
#define TC_JOB_TRY(log, job_phase, call)                                                                     \
  do {                                                                                                       \
    const int tc_job_depth_ = tc_job_clock_enter(tc_log_clock(log), job_phase);                              \
    const tc_status tc_job_status_ = (call);                                                                 \
    tc_job_clock_reset_depth(tc_log_clock(log), tc_job_depth_);                                              \
    TC_TRY(tc_job_status_);                                                                                  \
  } while (0)

#endif
