#include "io/text/history_file.h"

#include <math.h>

#include "io/mesh/mesh_files.h"
#include "support/expect.h"

static const char *const names[] = {"time", "integral", "min", "max", "probe_1"};
static const char head[] = "step,time,integral,min,max,probe_1\n";

static tc_line where;

static tc_history_file *create_history(const char *path, int64_t rows) {
  tc_history_file *file = NULL;
  tc_file_list files = {0};
  expect_ok(tc_history_file_prepare(path, &files));
  expect_ok(tc_history_file_create(path, 0, 5, names, rows, &file));
  return file;
}

static void expect_text(const folder *f, const char *name, const char *wanted) {
  char *text = file_text(f, name);
  cr_assert_str_eq(text, wanted);
  free(text);
}

Test(history_file, numbers_read_back_with_all_their_bits) {
  const double row[] = {0.1, 1.0 / 3.0, -5e-324, 1.7976931348623157e308, -0.0};
  char path[400], *at;
  folder f = folder_make();
  file_path(&f, "new/deep/h.csv", path);
  tc_history_file *file = create_history(path, 1);
  expect_ok(tc_history_file_add(file, 12345678901, row));
  expect_ok(tc_history_file_close(&file));
  cr_assert_null(file);
  char *text = file_text(&f, "new/deep/h.csv");
  cr_assert_eq(strncmp(text, head, strlen(head)), 0, "%s", text);
  cr_assert_eq(strtoll(text + strlen(head), &at, 10), 12345678901);
  for (int i = 0; i < 5; i++) {
    const double back = strtod(at + 1, &at);
    cr_assert_eq(memcmp(&back, &row[i], 8), 0, "%a, %a", back, row[i]);
  }
  cr_assert_str_eq(at, "\n");
  free(text);
  char command[100];
  snprintf(command, sizeof command, "rm -r %s", f.path);
  cr_assert_eq(system(command), 0);
}

/* Until the run ends, the rows are in h.csv.part and the file of an earlier run does not change. */
Test(history_file, appears_when_it_is_complete) {
  const double row[] = {1, 2, 3, 4, NAN}, other[] = {1, 2, 3, 4, -NAN};
  char path[400], wanted[300];
  folder f = folder_make();
  file_path(&f, "h.csv", path);
  snprintf(wanted, sizeof wanted, "%s0,1,2,3,4,nan\n", head);
  tc_history_file *file = create_history(path, 2);
  expect_text(&f, "h.csv", "");
  expect_ok(tc_history_file_add(file, 0, row));
  expect_text(&f, "h.csv", "");
  expect_text(&f, "h.csv.part", wanted);
  expect_ok(tc_history_file_close(&file));
  expect_text(&f, "h.csv", wanted);
  expect_text(&f, "h.csv.part", "");

  file = create_history(path, 2);
  expect_ok(tc_history_file_add(file, 0, row));
  expect_ok(tc_history_file_add(file, 7, other));
  cr_assert(tc_history_file_close_failed(&file, &where));
  expect_text(&f, "h.csv", wanted);
  snprintf(wanted, sizeof wanted, "%s0,1,2,3,4,nan\n7,1,2,3,4,nan\n", head);
  expect_text(&f, "h.csv.part", wanted);
  cr_assert_eq(folder_files(&f, 1), 2, "no others");

  file = create_history(path, 1);
  cr_assert_not(tc_history_file_close_failed(&file, &where));
  cr_assert_not(tc_history_file_close_failed(&file, &where));
  expect_ok(tc_history_file_close(&file));
  cr_assert_eq(folder_files(&f, 1), 0);
  folder_remove(&f);
}

static void expect_refused(const char *path, const char *why) {
  tc_file_list files = {0};
  expect_error(tc_history_file_prepare(path, &files), TC_OUTPUT, why);
}

Test(history_file, only_histories_are_replaced) {
  char path[400];
  folder f = folder_make();
  tc_file_list files = {0};
  file_path(&f, "h.csv", path);
  file_write(&f, "h.csv", "step,size\n");
  expect_refused(path, "exists and is not a history of Tetracast");
  file_write(&f, "h.csv", head);
  expect_ok(tc_history_file_prepare(path, &files));
  file_write(&f, "h.csv.part", "notes\n");
  expect_refused(path, "h.csv.part");
  file_write(&f, "h.csv.part", head);
  files = (tc_file_list){0};
  expect_ok(tc_history_file_prepare(path, &files));
  file_path(&f, "h.csv/x.csv", path);
  expect_refused(path, "h.csv");
  folder_remove(&f);
}

/* Neither the history file nor its partial file may have the path of another output file of the command. */
Test(history_file, is_no_other_file_of_the_command) {
  char path[400], part[400];
  folder f = folder_make();
  file_path(&f, "h.csv", path);
  file_path(&f, "h.csv.part", part);
  const char *const taken[] = {path, part};
  for (int i = 0; i < 2; i++) {
    tc_file_list files = {0};
    expect_ok(tc_file_list_add_output(&files, "snapshots.file", taken[i]));
    expect_error(tc_history_file_prepare(path, &files), TC_USAGE, "are the same file");
  }
  folder_remove(&f);
}
