#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/directory.h"
#include "support/expect.h"

static char folder[] = "/tmp/tc_folder_XXXXXX";
static void enter_folder(void) {
  cr_assert_not_null(mkdtemp(folder));
  cr_assert_eq(chdir(folder), 0);
}
static void remove_folder(void) {
  char command[64];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  cr_assert_eq(system(command), 0);
}
TestSuite(folder, .init = enter_folder, .fini = remove_folder);

static bool is_folder(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static void make_file(const char *path) {
  FILE *file = fopen(path, "w");
  cr_assert_not_null(file);
  fputs("text", file);
  fclose(file);
}

Test(folder, makes_what_is_missing) {
  expect_ok(tc_directory_prepare("a.h5"));
  expect_ok(tc_directory_prepare("one/two//three/a.h5"));
  cr_assert(is_folder("one/two/three"));
  cr_assert_neq(access("one/two/three/a.h5", F_OK), 0, "the file itself must not be created");
  expect_ok(tc_directory_prepare("one/two/three/a.h5"));
  expect_ok(tc_directory_prepare("./b/../c/a.h5"));
  cr_assert(is_folder("c"));
  expect_ok(tc_directory_prepare("/tmp/a.h5"));
  make_file("c/a.h5");
  expect_ok(tc_directory_prepare("c/a.h5"));
}

Test(folder, refuses) {
  make_file("plain");
  expect_error(tc_directory_prepare(""), TC_OUTPUT, "empty");
  expect_error(tc_directory_prepare("new/"), TC_OUTPUT, "new/: cannot be written: it is a directory");
  cr_assert_not(is_folder("new"));
  expect_error(tc_directory_prepare(folder), TC_OUTPUT, "it is a directory");
  expect_error(tc_directory_prepare("plain/a.h5"), TC_OUTPUT, "plain cannot be created: Not a directory");
  expect_error(tc_directory_prepare("plain/more/a.h5"), TC_OUTPUT,
               "plain cannot be created: Not a directory");
  expect_error(tc_directory_prepare("/dev/null"), TC_OUTPUT, "it is a device or a pipe");
  expect_error(tc_directory_prepare("/proc/self/nothing/a.h5"), TC_OUTPUT,
               "/proc/self/nothing cannot be created: ");
}

static long disk_bytes(const char *path) {
  struct stat about;
  cr_assert_eq(stat(path, &about), 0);
  cr_assert_eq(about.st_size, 4, "the size of the file must not change");
  return (long)about.st_blocks * 512;
}

/* A config does not expand ~, as a shell does. A path that begins with ~ is an error, because the file
 * would be written to a directory that is named ~. */
/* The test uses /proc, because root may write to all other directories. */
Test(folder, no_file_can_be_created) {
  expect_error(tc_directory_prepare("/proc/a.h5"), TC_OUTPUT, "/proc/a.h5: cannot be written: ");
  make_file("a.csv");
  expect_ok(tc_directory_prepare("a.csv"));
  cr_assert_eq(system("test \"$(ls)\" = a.csv && test \"$(cat a.csv)\" = text"), 0);
}

Test(folder, the_home_directory_is_not_expanded) {
  expect_error(tc_directory_prepare("~/out.h5"), TC_OUTPUT,
               "~/out.h5: cannot be written: there is no directory named ~");
  expect_error(tc_directory_prepare("~/out.h5"), TC_OUTPUT,
               "~ is not expanded: write the path of the home directory");
  cr_assert_not(is_folder("~"));
  cr_assert_eq(mkdir("~", 0777), 0);
  expect_ok(tc_directory_prepare("~/out.h5"));
}

Test(folder, reserves_and_gives_back) {
  make_file("a");
  long before = disk_bytes("a");
  expect_ok(tc_file_reserve_space("a", -1, 1 << 20));
  int file = open("a", O_WRONLY);
  bool known = fallocate(file, FALLOC_FL_KEEP_SIZE, 0, 1) == 0;
  close(file);
  if (known) cr_assert_geq(disk_bytes("a"), 1 << 20);
  tc_file_release_space("a");
  cr_assert_leq(disk_bytes("a"), before + 4096);
  tc_file_release_space("missing");
  expect_error(tc_file_reserve_space("missing", 0, 1), TC_OUTPUT, "missing: cannot be written: No such file");
}

Test(folder, no_room) {
  make_file("a");
  expect_error(tc_file_reserve_space("a", 0, INT64_C(1) << 60), TC_OUTPUT, "a: cannot be written: ");
  struct rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = 1000;
  setrlimit(RLIMIT_FSIZE, &limit);
  expect_ok(tc_file_reserve_space("a", -1, 996));
  expect_error(tc_file_reserve_space("a", 4, 997), TC_OUTPUT, "File too large");
  unlink("a");
  fclose(fopen("a", "w"));
  expect_ok(tc_file_check_size_limit("a", 1000));
  expect_error(tc_file_check_size_limit("a", 1001), TC_OUTPUT, "File too large");
  struct stat about;
  cr_assert(stat("a", &about) == 0 && about.st_size == 0);
}
