#include "base/log.h"

#include <stdlib.h>

#include "support/expect.h"

/* What reaches a log of this level when one line of each level is written to it. */
static char *lines_at(tc_log_level level) {
  char *text = NULL;
  size_t size = 0;
  const tc_log log = {open_memstream(&text, &size), level};
  cr_assert_not_null(log.stream);
  tc_log_note(&log, TC_LOG_QUIET, "quiet %d", 1);
  tc_log_note(&log, TC_LOG_NORMAL, "normal %s", "2 %");
  tc_log_note(&log, TC_LOG_VERBOSE, "verbose");
  fclose(log.stream);
  return text;
}

static void expect_lines(tc_log_level level, const char *wanted) {
  char *text = lines_at(level);
  cr_assert_str_eq(text, wanted);
  free(text);
}

Test(log, writes_lines_up_to_its_level) {
  expect_lines(TC_LOG_QUIET, "quiet 1\n");
  expect_lines(TC_LOG_NORMAL, "quiet 1\nnormal 2 %\n");
  expect_lines(TC_LOG_VERBOSE, "quiet 1\nnormal 2 %\nverbose\n");
}

Test(log, is_silent_without_a_stream) {
  const tc_log log = {NULL, TC_LOG_VERBOSE};
  tc_log_note(&log, TC_LOG_QUIET, "x");
  tc_log_note(NULL, TC_LOG_QUIET, "x");
}
