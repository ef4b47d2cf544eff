/* Calls the commands of a program in tests. A test passes the command line as one text instead of argv. */
#ifndef TC_TESTS_PROGRAM_H
#define TC_TESTS_PROGRAM_H

#include <stdio.h>
#include <string.h>

#include "base/command/command_line.h"

enum { most_words = 30 };

/* Begins a call. `line` contains the command and its arguments, separated by blanks. The arguments remain
 * valid until the next call. */
static inline void call_begin(const tc_program *program, const char *line, tc_command_call *call) {
  static char text[500];
  static char *word[most_words + 1] = {"program"};
  int words = 1;
  snprintf(text, sizeof text, "%s", line);
  for (char *at = strtok(text, " "); at && words < most_words; at = strtok(NULL, " ")) word[words++] = at;
  tc_command_call_init(program, words, word, call);
}

/* Parses a line. The options of the call remain allocated until call_end. */
static inline tc_status call_parse(const tc_program *program, const char *line, tc_command_call *call) {
  call_begin(program, line, call);
  return tc_command_call_parse(call);
}

static inline void call_end(tc_command_call *call) { tc_command_call_end(call, TC_OK); }

/* Parses a line and copies the options to `out`. The options must not own memory. */
static inline tc_status parse_options(const tc_program *program, const char *line, void *out, size_t size) {
  tc_command_call call;
  tc_status status = call_parse(program, line, &call);
  if (call.options) memcpy(out, call.options, size);
  call_end(&call);
  return status;
}

#endif
