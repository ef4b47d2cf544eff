#include <sys/stat.h>

#include "io/mesh/mesh_files.h"
#include "report/document/report.h"
#include "report/sample.h"
#include "support/expect.h"

/* Expects that the writers of JSON and CSV both return an error that names the file and the reason, and
 * create no file. */
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

Test(write, cannot_be_written) {
  folder f = folder_make();
  expect_failure(&f, "none/out", "none/out: cannot be written: No such file or directory: correct the path",
                 0);
  file_write(&f, "plain", "");
  expect_failure(&f, "plain/out", "Not a directory", 1);
  folder_remove(&f);
}

Test(write, the_name_is_a_folder) {
  folder f = folder_make();
  char path[400];
  file_path(&f, "out", path);
  cr_assert_eq(mkdir(path, 0700), 0);
  expect_failure(&f, "out", "out: cannot be written: Is a directory: use the name of a file", 1);
  folder_remove(&f);
}
