#include "report/file.h"

#include <sys/stat.h>

#include "io/mesh_files.h"
#include "report/report.h"
#include "report/sample.h"
#include "support/expect.h"

/* Under its name a file is either as it was before or complete. */
Test(file, appears_when_complete) {
  folder f = folder_make();
  char path[400];
  tc_report_file file;
  file_write(&f, "out", "before");
  file_path(&f, "out", path);
  expect_ok(tc_report_file_open(path, &file));
  fputs("after", file.out);
  fflush(file.out);
  char *text = file_text(&f, "out");
  cr_assert_str_eq(text, "before");
  free(text);
  expect_ok(tc_report_file_commit(&file));
  text = file_text(&f, "out");
  cr_assert_str_eq(text, "after");
  free(text);
  cr_assert_eq(folder_files(&f, 0), 1, "no temporary is left");
  folder_remove(&f);
}

/* Both writers end the same way: an error that names the file and the reason, and nothing left behind. */
static void expect_failure(const folder *f, const char *name, const char *reason, int files) {
  static sample s;
  char path[400];
  sample_fill(&s);
  file_path(f, name, path);
  expect_error(tc_report_json(&s.report, path), TC_OUTPUT, name);
  expect_error(tc_report_json(&s.report, path), TC_OUTPUT, reason);
  expect_error(tc_report_csv(&s.report, path), TC_OUTPUT, reason);
  cr_assert_eq(folder_files(f, 0), files);
}

Test(file, cannot_be_written) {
  folder f = folder_make();
  expect_failure(&f, "none/out", "none/out: cannot be written: No such file or directory", 0);
  file_write(&f, "plain", "");
  expect_failure(&f, "plain/out", "Not a directory", 1);
  folder_remove(&f);
}

Test(file, the_name_is_a_folder) {
  folder f = folder_make();
  char path[400];
  file_path(&f, "out", path);
  cr_assert_eq(mkdir(path, 0700), 0);
  expect_failure(&f, "out", "out: cannot be written: Is a directory", 1);
  folder_remove(&f);
}

/* A full disk, found when a small file is closed or in the middle of a large one. */
Test(file, no_space_left) {
  static const int sizes[] = {10, 100000};
  for (int i = 0; i < 2; i++) {
    folder f = folder_make();
    char path[400], temporary[400];
    tc_report_file file;
    file_write(&f, "out", "before");
    file_path(&f, "out", path);
    file_path(&f, "out.tmp", temporary);
    cr_assert_eq(symlink("/dev/full", temporary), 0);
    expect_ok(tc_report_file_open(path, &file));
    for (int n = 0; n < sizes[i]; n++) fputc('x', file.out);
    expect_error(tc_report_file_commit(&file), TC_OUTPUT, "out: cannot be written: No space left on device");
    char *text = file_text(&f, "out");
    cr_assert_str_eq(text, "before");
    free(text);
    cr_assert_eq(folder_files(&f, 0), 1);
    folder_remove(&f);
  }
}
