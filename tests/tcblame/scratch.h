/* Temporary directory for the files of a test. */
#ifndef TC_TESTS_TCBLAME_SCRATCH_H
#define TC_TESTS_TCBLAME_SCRATCH_H

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns the directory of this process. The first call creates it, and remove_scratch removes it. */
static inline const char *scratch(void) {
  static char folder[64];
  if (folder[0]) return folder;
  snprintf(folder, sizeof folder, "/tmp/tc_tcblame_XXXXXX");
  cr_assert_not_null(mkdtemp(folder));
  return folder;
}

static inline void remove_scratch(void) {
  char command[128];
  snprintf(command, sizeof command, "/bin/rm -rf %s", scratch());
  cr_assert_eq(system(command), 0);
}

/* Returns the path of a file in the directory. Only the paths of the last four calls are valid. */
static inline const char *in_scratch(const char *name) {
  static char path[4][256];
  static int turn;
  char *out = path[turn = (turn + 1) % 4];
  snprintf(out, sizeof *path, "%s/%s", scratch(), name);
  return out;
}

/* Writes a file in the directory with a format of printf and returns its path. */
static inline const char *write_scratch(const char *name, const char *format, ...) {
  const char *path = in_scratch(name);
  va_list arguments;
  FILE *file = fopen(path, "w");
  cr_assert_not_null(file, "%s", path);
  va_start(arguments, format);
  vfprintf(file, format, arguments);
  va_end(arguments);
  cr_assert_eq(fclose(file), 0);
  return path;
}

#endif
