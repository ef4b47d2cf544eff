#include "base/file/file_list.h"

#include <sys/stat.h>

#include "io/mesh/mesh_files.h"
#include "support/expect.h"

static folder f;
static void enter_folder(void) {
  f = folder_make();
  cr_assert_eq(chdir(f.path), 0);
}
static void remove_folder(void) { cr_assert_eq(system("rm -rf -- \"$PWD\""), 0); }
TestSuite(files, .init = enter_folder, .fini = remove_folder);

/* Adds an input and an output that are the same file under two names. Expects a conflict between the two,
 * and none with a third file. */
static void expect_one(const char *read, const char *written) {
  tc_file_list files = {0};
  expect_ok(tc_file_list_add_output(&files, "the third", "a/third"));
  expect_ok(tc_file_list_add_input(&files, "the config", read));
  expect_error(tc_file_list_add_output(&files, "--json", written), TC_USAGE, "--json");
  files = (tc_file_list){0};
  expect_ok(tc_file_list_add_output(&files, "--json", written));
  expect_error(tc_file_list_add_output(&files, "--csv", read), TC_USAGE, "are the same file");
}

Test(files, whatever_the_name) {
  char path[400];
  cr_assert_eq(mkdir("a", 0700), 0);
  file_write(&f, "a/c", "text");
  cr_assert_eq(symlink("a", "b"), 0);
  cr_assert_eq(symlink("a/c", "d"), 0);
  cr_assert_eq(link("a/c", "hard"), 0);
  cr_assert_eq(symlink("a/none", "later"), 0);
  file_path(&f, "a/c", path);
  expect_one("a/c", "a/c");
  expect_one("a/c", "./a//c");
  expect_one("a/c", "b/c");
  expect_one("a/c", "b/../a/c");
  expect_one("a/c", "d");
  expect_one("a/c", "hard");
  expect_one("d", path);
}

/* The list detects conflicts between files that do not exist yet, also if their directories do not exist. */
Test(files, not_there_yet) {
  char path[400];
  cr_assert_eq(mkdir("a", 0700), 0);
  cr_assert_eq(symlink("a", "b"), 0);
  cr_assert_eq(symlink("a/none", "later"), 0);
  file_path(&f, "none", path);
  expect_one("none", "none");
  expect_one("none", "./none");
  expect_one("none", path);
  expect_one("a/none", "b/none");
  expect_one("later", "b/none");
  expect_one("new/deep/none", "./new//deep/./none");
  expect_one("b/new/none", "a/new/none");
}

/* The list recognises a file even if the file or its directory is created after the file was added. */
Test(files, made_meanwhile) {
  tc_file_list files = {0};
  expect_ok(tc_file_list_add_output(&files, "1", "new/deep/x"));
  expect_ok(tc_file_list_add_output(&files, "2", "y"));
  cr_assert_eq(mkdir("new", 0700), 0);
  file_write(&f, "y", "text");
  expect_error(tc_file_list_add_output(&files, "3", "new/deep/x"), TC_USAGE, "are the same file");
  expect_error(tc_file_list_add_output(&files, "4", "./new/../y"), TC_USAGE, "are the same file");
  expect_ok(tc_file_list_add_output(&files, "5", "new/y"));
}

Test(files, different) {
  tc_file_list files = {0};
  cr_assert_eq(mkdir("a", 0700), 0);
  expect_ok(tc_file_list_add_input(&files, "the config", "a"));
  expect_ok(tc_file_list_add_input(&files, "the machine", "a"));
  expect_ok(tc_file_list_add_output(&files, "1", "a/x"));
  expect_ok(tc_file_list_add_output(&files, "2", "x"));
  expect_ok(tc_file_list_add_output(&files, "3", "a/y"));
  expect_ok(tc_file_list_add_output(&files, "4", "a/x/y"));
  expect_ok(tc_file_list_add_output(&files, "5", "ax"));
  expect_ok(tc_file_list_add_output(&files, "6", "a/.x"));
  expect_ok(tc_file_list_add_output(&files, "none", NULL));
  cr_assert_eq(files.count, 8);
}

/* Output files that exist and are not empty are an error. Existing inputs, empty files and lock files are
 * allowed. */
Test(files, those_that_are_there) {
  tc_file_list files = {0};
  file_write(&f, "full", "text");
  file_write(&f, "empty", "");
  file_write(&f, "lock", "text");
  expect_ok(tc_file_list_add_input(&files, "the config", "full"));
  expect_ok(tc_file_list_add_output(&files, "--json", "none"));
  expect_ok(tc_file_list_add_output(&files, "--csv", "empty"));
  expect_ok(tc_file_list_add_lock(&files, "the lock", "none", "lock"));
  expect_ok(tc_file_list_check_new(&files, NULL));
  file_write(&f, "none", "text"); /* another run has ended and written the file */
  expect_error(tc_file_list_check_new(&files, NULL), TC_OUTPUT,
               "none: --json already exists, and there is no checkpoint to resume from (checkpoint.file is "
               "not set): use another "
               "name or replace it with --force");
  expect_error(tc_file_list_check_new(&files, "c.h5"), TC_OUTPUT,
               "none: --json already exists, and there is no checkpoint to resume from (checkpoint.file: "
               "c.h5): use another "
               "name or replace it with --force");
  tc_files_skip(&files, "none");
  expect_ok(tc_file_list_check_new(&files, NULL));
  file_write(&f, "none", "");
  file_write(&f, "h.part", "text");
  expect_ok(tc_file_list_add_output(&files, "history.file", "h"));
  expect_ok(tc_file_list_add_companion(&files, "the partial file of history.file", "h", "h.part"));
  expect_error(tc_file_list_check_new(&files, NULL), TC_OUTPUT,
               "h: the partial file of history.file already exists");
}

/* A resumed run may replace the output files of the checkpointed run. They are recognised by their names
 * or by their absolute paths. */
Test(files, those_of_another_run) {
  tc_file_list files = {0}, moved = {0};
  tc_pool pool = {0};
  const char *own, *more;
  file_write(&f, "own", "text");
  file_write(&f, "other", "text");
  file_write(&f, "h.part", "text");
  expect_ok(tc_file_list_add_input(&files, "the config", "other"));
  expect_ok(tc_file_list_add_output(&files, "--json", "own"));
  expect_ok(tc_file_list_add_companion(&files, "beside --json", "own", "h.part"));
  expect_error(tc_file_list_check_resumable(&files, "", NULL), TC_OUTPUT,
               "own: --json already exists, but its run has no checkpoint");
  expect_ok(tc_file_list_check_resumable(&files, "", "own"));
  expect_ok(tc_file_list_format_outputs(&files, "", &pool, &own));
  expect_ok(tc_file_list_check_resumable(&files, own, NULL));
  expect_ok(tc_file_list_add_output(&moved, "--json", "./own"));
  expect_ok(tc_file_list_check_resumable(&moved, own, NULL));
  expect_ok(tc_file_list_format_outputs(&moved, own, &pool, &more));
  cr_expect_str_eq(more, own);
  expect_ok(tc_file_list_check_resumable(&moved, "0000000000000000 ./own\n", NULL));
  expect_ok(tc_file_list_add_output(&moved, "--csv", "other"));
  expect_error(tc_file_list_check_resumable(&moved, own, NULL), TC_OUTPUT,
               "other: --csv already exists, and the run of the checkpoint did not write it");
  expect_ok(tc_file_list_format_outputs(&moved, own, &pool, &more));
  expect_ok(tc_file_list_check_resumable(&moved, more, NULL));
  tc_pool_free(&pool);
}
