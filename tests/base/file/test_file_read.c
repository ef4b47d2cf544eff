#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "support/expect.h"

static char folder[] = "/tmp/tc_file_read_XXXXXX";

static void enter_folder(void) {
  cr_assert_not_null(mkdtemp(folder));
  cr_assert_eq(chdir(folder), 0);
}

static void remove_folder(void) {
  cr_assert_eq(chdir("/"), 0);
  rmdir(folder);
}

TestSuite(file_read, .init = enter_folder, .fini = remove_folder);

static void write_bytes(const char *path, const char *bytes, size_t count) {
  FILE *file = fopen(path, "wb");
  cr_assert_eq(fwrite(bytes, 1, count, file), count);
  cr_assert_eq(fclose(file), 0);
}

static void expect_refused(const char *path, size_t most, const char *why) {
  char *text = NULL;
  expect_error(tc_file_read_text(path, most, TC_INPUT, &text), TC_INPUT, why);
  cr_expect_null(text);
}

Test(file_read, whole) {
  char *text = NULL;
  write_bytes("a", "one\ntwo", 7);
  for (size_t most = 7; most < 10; most++) {
    expect_ok(tc_file_read_text("a", most, TC_USAGE, &text));
    cr_expect_str_eq(text, "one\ntwo");
    tc_free(text);
  }
  write_bytes("a", "", 0);
  expect_ok(tc_file_read_text("a", 0, TC_USAGE, &text));
  cr_expect_str_eq(text, "");
  tc_free(text);
  unlink("a");
}

Test(file_read, what_is_refused) {
  expect_refused("none", 9, "none: cannot be opened: No such file or directory: correct the path");
  expect_refused(".", 9, ".: is not a regular file (a directory, device or pipe): use the name of a file");
  expect_refused("/dev/zero", 9, "/dev/zero: is not a regular file");
  cr_assert_eq(mkfifo("pipe", 0600), 0);
  expect_refused("pipe", 9, "pipe: is not a regular file");
  unlink("pipe");
  write_bytes("a", "12345678", 8);
  expect_refused("a", 7, "a: is larger than 7 bytes");
  write_bytes("a", "12\0", 3);
  expect_refused("a", 7, "a: is not a text file (it contains a NUL byte): use a text file");
  unlink("a");
}

/* The message about a failed system call ends with a remedy that fits its error number. */
Test(file_read, remedies) {
  expect_error(tc_file_read_error("a", TC_OUTPUT, EACCES), TC_OUTPUT,
               "a: cannot be read: Permission denied: change the permissions or use another file");
  expect_error(tc_file_read_error("a", TC_INPUT, 0), TC_INPUT,
               "a: cannot be read: Input/output error: check the disk");
  cr_expect_str_eq(tc_file_remedy(ENOSPC), "free disk space or use another directory");
  cr_expect_str_eq(tc_file_remedy(EISDIR), "use the name of a file");
  cr_expect_str_eq(tc_file_remedy(EFBIG),
                   "increase the limit of file sizes (ulimit -f) or use another file system");
}

/* The function allocates memory for the size of the file, and not for the limit, which is too large to be
 * allocated. */
Test(file_read, memory_is_for_what_is_there) {
  char *text = NULL;
  write_bytes("a", "one", 3);
  expect_ok(tc_file_read_text("a", SIZE_MAX / 4, TC_INPUT, &text));
  cr_expect_str_eq(text, "one");
  tc_free(text);
  unlink("a");
}

/* The kernel reports the size 0 for files in /proc, although these have content. The function must read
 * all of it. */
Test(file_read, files_that_turn_out_larger) {
  char *text = NULL;
  expect_ok(tc_file_read_text("/proc/self/smaps", 1 << 24, TC_INPUT, &text));
  cr_expect_gt(strlen(text), 8192);
  cr_expect_not_null(strstr(text + strlen(text) - 200, "VmFlags"));
  tc_free(text);
  expect_refused("/proc/self/smaps", 5000, "larger than 5000 bytes");
}

Test(file_read, open_regular) {
  int file = -1;
  int64_t bytes = 0;
  write_bytes("a", "12345", 5);
  expect_ok(tc_file_open_regular("a", TC_INPUT, &file, &bytes));
  cr_expect_eq(bytes, 5);
  cr_expect_eq(close(file), 0);
  file = -1;
  expect_error(tc_file_open_regular("none", TC_USAGE, &file, &bytes), TC_USAGE, "none: cannot be opened");
  cr_expect_eq(file, -1);
  unlink("a");
}
