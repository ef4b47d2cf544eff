#include "support/golden.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { path_size = 512, text_size = 1 << 16 };

static char *format_message(const char *format, ...) {
  char *text = malloc(text_size);
  va_list arguments;
  va_start(arguments, format);
  if (text) vsnprintf(text, text_size, format, arguments);
  va_end(arguments);
  return text;
}

static char *write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  const bool is_written = file && fputs(text, file) >= 0;
  if (file && fclose(file) == 0 && is_written) return NULL;
  return format_message("%s: cannot be written: %s", path, strerror(errno));
}

/* Returns the contents of a file, at most text_size - 1 bytes. The caller frees the text. */
static char *read_text(FILE *file) {
  char *text = calloc(1, text_size);
  if (text) text[fread(text, 1, text_size - 1, file)] = '\0';
  return text;
}

static bool equals_file(const char *path, const char *text) {
  FILE *file = fopen(path, "r");
  if (!file) return false;
  char *stored = read_text(file);
  fclose(file);
  const bool is_equal = stored && strcmp(stored, text) == 0;
  free(stored);
  return is_equal;
}

/* Returns the output of diff for the two files, followed by the command that accepts the difference. The
 * caller frees the text. */
static char *run_diff(const char *path, const char *actual) {
  char command[4 * path_size];
  snprintf(command, sizeof command,
           "diff -u -L '%s' -L actual '%s' '%s' 2>&1; echo 'if this is intended: rerun the test with "
           "TETRACAST_REWRITE_GOLDEN=1'",
           path, path, actual);
  FILE *diff = popen(command, "r");
  if (!diff) return format_message("%s differs, and diff cannot be started", path);
  char *difference = read_text(diff);
  pclose(diff);
  return difference;
}

static char *describe_difference(const char *path, const char *text) {
  char actual[] = "/tmp/tetracast-golden-XXXXXX";
  const int file = mkstemp(actual);
  if (file < 0) return format_message("%s differs from:\n%s", path, text);
  close(file);
  char *message = write_text(actual, text);
  if (!message) message = run_diff(path, actual);
  unlink(actual);
  return message;
}

static bool is_rewriting(void) {
  const char *rewrite = getenv("TETRACAST_REWRITE_GOLDEN");
  return rewrite && strcmp(rewrite, "1") == 0;
}

char *golden_compare(const char *directory, const char *name, const char *text) {
  const char *source = getenv("TETRACAST_SOURCE");
  char path[path_size];
  snprintf(path, sizeof path, "%s/tests/%s/golden", source ? source : ".", directory);
  if (is_rewriting()) mkdir(path, 0777);
  snprintf(path + strlen(path), sizeof path - strlen(path), "/%s", name);
  if (is_rewriting()) return write_text(path, text);
  return equals_file(path, text) ? NULL : describe_difference(path, text);
}
