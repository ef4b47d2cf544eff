#include "base/program/log_stream.h"

#include <stdlib.h>
#include <string.h>

#include "support/expect.h"

/* Writes one line of each level to a log of the given level. Returns the text, which the caller frees. */
static char *log_lines(tc_log_level level) {
  char *text = NULL;
  size_t size = 0;
  tc_log_stream sink;
  const tc_log log = {tc_log_stream_init(&sink, open_memstream(&text, &size)), level, NULL, NULL};
  cr_assert_not_null(sink.out);
  tc_log_write(&log, TC_LOG_QUIET, "quiet %d", 1);
  tc_log_write(&log, TC_LOG_NORMAL, "normal %s", "2 %");
  tc_log_write(&log, TC_LOG_VERBOSE, "verbose");
  fclose(sink.out);
  return text;
}

static void expect_lines(tc_log_level level, const char *wanted) {
  char *text = log_lines(level);
  cr_assert_str_eq(text, wanted);
  free(text);
}

Test(log, writes_lines_up_to_its_level) {
  expect_lines(TC_LOG_QUIET, "quiet 1\n");
  expect_lines(TC_LOG_NORMAL, "quiet 1\nnormal 2 %\n");
  expect_lines(TC_LOG_VERBOSE, "quiet 1\nnormal 2 %\nverbose\n");
}

Test(log, is_silent_without_a_stream) {
  const tc_log log = {NULL, TC_LOG_VERBOSE, NULL, NULL};
  tc_log_write(&log, TC_LOG_QUIET, "x");
  tc_log_write(NULL, TC_LOG_QUIET, "x");
}

/* A log that records phases and warnings and writes its lines to memory. */
typedef struct recorder {
  char *text;
  size_t size;
  tc_log_record record;
  tc_log log;
  tc_log_stream sink;
} recorder;

static recorder *start_recorder(tc_log_level level) {
  recorder *t = calloc(1, sizeof *t);
  t->log =
      (tc_log){tc_log_stream_init(&t->sink, open_memstream(&t->text, &t->size)), level, &t->record, NULL};
  return t;
}

static void expect_recorded(recorder *t, const char *wanted) {
  fflush(t->sink.out);
  cr_assert_str_eq(t->text, wanted);
}

static void recorder_free(recorder *t) {
  fclose(t->sink.out);
  free(t->text);
  free(t);
}

static const char *format_line(const char *name) {
  static char line[100];
  snprintf(line, sizeof line, "%-40s", name);
  return line;
}

/* The log names a phase when the phase begins, so that it shows what a slow or hanging run is doing. */
Test(log, a_phase_is_named_when_it_begins) {
  recorder *t = start_recorder(TC_LOG_NORMAL);
  tc_log_phase phase = tc_log_begin_phase(&t->log, TC_JOB_PHASE_NONE, "read the %s", "mesh");
  expect_recorded(t, format_line("read the mesh"));
  phase.start_s -= 1000.0;
  tc_log_end_phase(&phase);
  fflush(t->sink.out);
  double seconds = 0.0;
  cr_assert_eq(sscanf(t->text, "read the mesh %lf s\n", &seconds), 1, "%s", t->text);
  cr_assert_geq(seconds, 1000.0);
  cr_assert_eq(strchr(t->text, '\n'), t->text + strlen(t->text) - 1, "one line: %s", t->text);
  recorder_free(t);
}

Test(log, what_comes_between_has_a_line_of_its_own) {
  recorder *t = start_recorder(TC_LOG_NORMAL);
  tc_log_phase phase = tc_log_begin_phase(&t->log, TC_JOB_PHASE_NONE, "a");
  tc_log_write(&t->log, TC_LOG_NORMAL, "between");
  tc_log_write(&t->log, TC_LOG_VERBOSE, "unheard");
  tc_log_end_phase(&phase);
  fflush(t->sink.out);
  char *rest = strstr(t->text, "\nbetween\na ");
  cr_assert_not_null(rest, "%s", t->text);
  recorder_free(t);
}

/* An error message must begin on a new line, after the name of the phase that failed. */
Test(log, a_failed_phase_ends_its_line) {
  recorder *t = start_recorder(TC_LOG_NORMAL);
  tc_log_begin_phase(&t->log, TC_JOB_PHASE_NONE, "a");
  tc_log_stream_break_line(&t->sink);
  tc_log_stream_break_line(&t->sink);
  char wanted[120];
  snprintf(wanted, sizeof wanted, "%s\n", format_line("a"));
  expect_recorded(t, wanted);
  tc_log_begin_phase(&t->log, TC_JOB_PHASE_NONE, "b");
  tc_log_begin_phase(&t->log, TC_JOB_PHASE_NONE, "c");
  fflush(t->sink.out);
  cr_assert_not_null(strstr(t->text, "\nc "));
  recorder_free(t);
}

/* The report needs all phases and warnings, even if the log itself is quiet. The times of phases with the
 * same name are added. */
Test(log, remembers_phases_and_warnings) {
  recorder *t = start_recorder(TC_LOG_QUIET);
  for (int i = 0; i < 2 * TC_LOG_PHASES; i++) {
    tc_log_phase phase = tc_log_begin_phase(&t->log, TC_JOB_PHASE_NONE, "phase %d", i % (TC_LOG_PHASES + 4));
    phase.start_s -= 10.0;
    tc_log_end_phase(&phase);
  }
  cr_assert_eq(t->record.phases, TC_LOG_PHASES);
  cr_assert_str_eq(t->record.phase[3].name, "phase 3");
  cr_assert_geq(t->record.phase[3].seconds, 20.0);
  cr_assert_lt(t->record.phase[3].seconds, 1e5);
  expect_recorded(t, "");
  for (int i = 0; i < 2 * TC_LOG_WARNINGS; i++) tc_log_warn(&t->log, "number %d", i);
  cr_assert_eq(t->record.warnings, TC_LOG_WARNINGS);
  cr_assert_str_eq(t->record.warning[1], "number 1");
  recorder_free(t);
}

Test(log, warns) {
  recorder *t = start_recorder(TC_LOG_NORMAL);
  tc_log_warn(&t->log, "%d things", 3);
  expect_recorded(t, "warning: 3 things\n");
  t->log.level = TC_LOG_QUIET; /* a quiet log has no progress lines, but it has warnings about results */
  tc_log_warn(&t->log, "four");
  expect_recorded(t, "warning: 3 things\nwarning: four\n");
  recorder_free(t);
}

/* The report truncates a long warning. It must not cut a character of several bytes into parts. */
Test(log, cuts_a_long_warning_after_a_whole_character) {
  recorder *t = start_recorder(TC_LOG_NORMAL);
  char text[2 * TC_LOG_TEXT + 1] = "";
  for (int i = 0; i < TC_LOG_TEXT; i++) memcpy(text + 2 * i, "\xc3\xa4", 2);
  tc_log_warn(&t->log, "%s", text);
  cr_expect_eq(strlen(t->record.warning[0]), TC_LOG_TEXT - 2);
  cr_expect_eq(memcmp(t->record.warning[0], text, TC_LOG_TEXT - 2), 0);
  recorder_free(t);
}

/* Sink that appends the level, the event and the beginning of each line to the text `self`. */
static void append_event(void *self, tc_log_level level, tc_log_event event, const char *text) {
  char *all = self;
  const size_t length = strlen(all);
  snprintf(all + length, 400 - length, "%d%d:%.14s\n", (int)level, (int)event, text);
}

Test(log, passes_events_to_any_sink) {
  char all[400] = "";
  const tc_log_sink sink = {append_event, all, false};
  const tc_log log = {&sink, TC_LOG_NORMAL, NULL, NULL};
  const tc_log_phase phase = tc_log_begin_phase(&log, TC_JOB_PHASE_NONE, "reading a mesh");
  tc_log_warn(&log, "%d things", 3);
  tc_log_end_phase(&phase);
  tc_log_write(&log, TC_LOG_VERBOSE, "unheard");
  tc_log_write(&log, TC_LOG_NORMAL, "line");
  cr_assert_str_eq(all, "13:reading a mesh\n01:3 things\n12:reading a mesh\n10:line\n");
}
