/* Output files. The tests simulate failed writes by a limit of the file size. Missing permissions do not
 * stop root, and a full device is not always available. */
#include "base/file/file.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/core/memory.h"
#include "io/mesh/mesh_files.h"
#include "support/expect.h"

static void expect_text(const folder *f, const char *name, const char *wanted) {
  char *text = file_text(f, name);
  cr_assert_str_eq(text, wanted);
  free(text);
}

/* Under its final name, a file has either its old content or its complete new content. */
Test(file, appears_when_complete) {
  folder f = folder_make();
  char path[400];
  tc_file file;
  file_write(&f, "out", "before");
  file_path(&f, "out", path);
  cr_assert_eq(chmod(path, 0640), 0);
  expect_ok(tc_file_open(path, &file));
  fputs("after", file.out);
  fflush(file.out);
  expect_text(&f, "out", "before");
  expect_ok(tc_file_commit(&file));
  expect_text(&f, "out", "after");
  struct stat about;
  cr_assert_eq(stat(path, &about), 0);
  cr_assert_eq(about.st_mode & 0777, 0640, "the permissions must not change");
  tc_file_discard(&file);
  cr_assert_eq(folder_files(&f, 0), 1, "a temporary file remains");
  folder_remove(&f);
}

/* Two runs write the same output at the same time. The result is the complete file of the run that ends
 * last. Temporary files have unpredictable names, so a link that another user has created at a likely name
 * has no effect. */
Test(file, two_writers_and_a_trap) {
  folder f = folder_make();
  char path[400], trap[400], victim[400];
  tc_file one, two;
  file_path(&f, "out", path);
  file_path(&f, "out.tmp", trap);
  file_path(&f, "victim", victim);
  file_write(&f, "victim", "mine");
  cr_assert_eq(symlink(victim, trap), 0);
  expect_ok(tc_file_open(path, &one));
  expect_ok(tc_file_open(path, &two));
  fputs("first, and longer", one.out);
  fputs("second", two.out);
  expect_ok(tc_file_commit(&one));
  expect_ok(tc_file_commit(&two));
  expect_text(&f, "out", "second");
  expect_text(&f, "victim", "mine");
  cr_assert_eq(folder_files(&f, 0), 3);
  folder_remove(&f);
}

/* Writing to a symbolic link writes the target of the link, even if the target does not exist. Circular
 * links are an error and not an endless loop. */
Test(file, follows_links) {
  folder f = folder_make();
  char link[400], circle[400];
  tc_file file;
  cr_assert_eq(chdir(f.path), 0);
  file_path(&f, "link", link);
  cr_assert_eq(symlink("second", link), 0);
  cr_assert_eq(symlink("there", "second"), 0);
  expect_ok(tc_file_open("link", &file));
  fputs("text", file.out);
  expect_ok(tc_file_commit(&file));
  expect_text(&f, "there", "text");
  struct stat about;
  cr_assert(lstat(link, &about) == 0 && S_ISLNK(about.st_mode));
  file_path(&f, "circle", circle);
  cr_assert_eq(symlink("circle", circle), 0);
  expect_error(tc_file_open(circle, &file), TC_OUTPUT, "Too many levels of symbolic links");
  cr_assert_eq(folder_files(&f, 0), 4);
  folder_remove(&f);
}

/* If a link has the name of the output file, the finished file replaces the link. The target of the link,
 * which need not exist, does not change. */
Test(file, replaces_a_link) {
  folder f = folder_make();
  struct stat about;
  char path[400];
  cr_assert_eq(chdir(f.path), 0);
  file_write(&f, "there", "mine");
  static const char *const targets[] = {"there", "nowhere"};
  for (int i = 0; i < 2; i++) {
    file_path(&f, targets[i], path);
    cr_assert_eq(symlink(path, i ? "second" : "first"), 0);
    file_write(&f, "part", "whole");
    expect_ok(tc_file_replace("part", i ? "second" : "first"));
    expect_text(&f, i ? "second" : "first", "whole");
    cr_assert(lstat(i ? "second" : "first", &about) == 0 && S_ISREG(about.st_mode));
  }
  expect_text(&f, "there", "mine");
  cr_assert_eq(folder_files(&f, 0), 3);
  folder_remove(&f);
}

Test(file, cannot_be_written) {
  folder f = folder_make();
  char path[400];
  tc_file file;
  file_path(&f, "none/out", path);
  expect_error(tc_file_open(path, &file), TC_OUTPUT,
               "none/out: cannot be written: No such file or directory");
  file_write(&f, "plain", "");
  file_path(&f, "plain/out", path);
  expect_error(tc_file_open(path, &file), TC_OUTPUT, "Not a directory");
  static const char *const names[] = {"folder", "pipe"};
  for (int i = 0; i < 2; i++) {
    file_path(&f, names[i], path);
    cr_assert_eq(i ? mkfifo(path, 0600) : mkdir(path, 0700), 0);
    expect_ok(tc_file_open(path, &file));
    expect_error(tc_file_commit(&file), TC_OUTPUT, i ? "File exists" : "Is a directory");
  }
  cr_assert_eq(folder_files(&f, 0), 3);
  folder_remove(&f);
}

/* The disk is full. Writing a small file fails when the file is closed, because its content is buffered.
 * Writing a large file fails earlier. */
Test(file, no_room) {
  signal(SIGXFSZ, SIG_IGN);
  folder f = folder_make();
  char path[400];
  file_write(&f, "out", "before");
  file_path(&f, "out", path);
  struct rlimit before, limit;
  getrlimit(RLIMIT_FSIZE, &before);
  limit = before;
  limit.rlim_cur = 5;
  for (int bytes = 10; bytes <= 100000; bytes *= 10000) {
    tc_file file;
    expect_ok(tc_file_open(path, &file));
    setrlimit(RLIMIT_FSIZE, &limit);
    for (int n = 0; n < bytes; n++) fputc('x', file.out);
    tc_status status = tc_file_commit(&file);
    setrlimit(RLIMIT_FSIZE, &before);
    expect_error(status, TC_OUTPUT, "out: cannot be written: ");
    expect_text(&f, "out", "before");
    cr_assert_eq(folder_files(&f, 0), 1);
  }
  folder_remove(&f);
}

static bool is_same_name(const void *self, const char *name) { return strcmp(self, name) == 0; }

/* A temporary file is removed only if it is old enough and its name belongs to an output that the function
 * accepts. */
Test(file, temporary_names) {
  static const char *const other[] = {"a.tmp", "a.0123456x.tmp", "a.01234567.tmpx", "aa.01234567.tmp", "a"};
  folder f = folder_make();
  char path[400];
  tc_file file;
  file_path(&f, "a", path);
  for (size_t i = 0; i < sizeof other / sizeof *other; i++) file_write(&f, other[i], "");
  file_write(&f, "a.01234567.tmp", "");
  expect_ok(tc_file_open(path, &file));
  cr_assert_eq(folder_files(&f, 0), 7);
  expect_ok(tc_file_remove_temporaries(path, 60.0, is_same_name, "a"));
  cr_assert_eq(folder_files(&f, 0), 7); /* all temporary files are too recent to be removed */
  file_set_old(&f, "a.01234567.tmp");
  expect_ok(tc_file_remove_temporaries(path, 60.0, is_same_name, "a"));
  cr_assert_eq(folder_files(&f, 0), 6);
  expect_ok(tc_file_remove_temporaries(path, 0.0, is_same_name, "a"));
  cr_assert_eq(folder_files(&f, 0), 5);
  tc_file_discard(&file);
  file_path(&f, "none/a", path);
  expect_error(tc_file_remove_temporaries(path, 0.0, is_same_name, "a"), TC_OUTPUT, "none/ cannot be read: ");
  folder_remove(&f);
}

Test(file, own_and_foreign) {
  folder f = folder_make();
  char path[400];
  file_path(&f, "out", path);
  cr_assert_not(tc_file_starts_with(path, ""));
  expect_ok(tc_file_check_replaceable(path, false, "a list"));
  file_write(&f, "out", "");
  expect_ok(tc_file_check_replaceable(path, false, "a list"));
  file_write(&f, "out", "head, tail");
  cr_assert(tc_file_starts_with(path, "head,") && tc_file_ends_with(path, " tail"));
  cr_assert_not(tc_file_starts_with(path, "tail") || tc_file_ends_with(path, "head, tail and more"));
  expect_ok(tc_file_check_replaceable(path, true, "a list"));
  expect_error(tc_file_check_replaceable(path, false, "a list"), TC_OUTPUT, "out: exists and is not a list");
  unlink(path);
  cr_assert_eq(mkfifo(path, 0600), 0);
  cr_assert_not(tc_file_starts_with(path, ""), "the call must not wait for a writer");
  folder_remove(&f);
}
