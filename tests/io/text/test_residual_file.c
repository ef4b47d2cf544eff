#define _GNU_SOURCE /* for fopencookie */
#include "io/text/residual_file.h"

#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "io/mesh/mesh_files.h"
#include "support/expect.h"
#include "support/restart_items.h"

static const char head[] = "step,iteration,residual,kind,reason\n";

/* Replaces fsync of the C library, to count the directories for which the library calls it. */
static int folders_synced;

int fsync(int file) {
  struct stat about;
  folders_synced += fstat(file, &about) == 0 && S_ISDIR(about.st_mode);
  return (int)syscall(SYS_fsync, file);
}

/* The stream that is the fails_open-th to be opened for reading, counted from 1, has a read error after
 * `whole` bytes. */
enum { whole = 4096 };
static int fails_open, opened;

typedef struct broken {
  FILE *file;
  size_t left;
} broken;

static ssize_t read_broken(void *of, char *into, size_t bytes) {
  broken *b = of;
  const size_t count = fread(into, 1, bytes < b->left ? bytes : b->left, b->file);
  b->left -= count;
  if (b->left > 0 || count > 0) return (ssize_t)count;
  errno = EIO;
  return -1;
}

static int seek_broken(void *of, off64_t *at, int whence) {
  broken *b = of;
  if (fseeko(b->file, *at, whence)) return -1;
  *at = ftello(b->file);
  return 0;
}

static int close_broken(void *of) {
  broken *b = of;
  const int failed = fclose(b->file);
  free(b);
  return failed;
}

/* Replaces fopen of the C library, so that reading the selected stream fails. */
FILE *fopen(const char *path, const char *mode) {
  FILE *(*next)(const char *, const char *);
  *(void **)&next = dlsym(RTLD_NEXT, "fopen");
  FILE *file = next(path, mode);
  if (!file || strcmp(mode, "r") != 0 || !fails_open || ++opened != fails_open) return file;
  broken *b = malloc(sizeof *b);
  *b = (broken){file, whole};
  return fopencookie(b, "r", (cookie_io_functions_t){read_broken, NULL, seek_broken, close_broken});
}

static const tc_residual_file_position new_file;
static tc_line where;

static tc_residual_file *create_residuals(const char *path) {
  tc_residual_file *file = NULL;
  tc_file_list files = {0};
  expect_ok(tc_residual_file_prepare(path, &files));
  expect_ok(tc_residual_file_create(path, &new_file, &file));
  return file;
}

static void expect_text(const folder *f, const char *name, const char *head_of_it, const char *rest) {
  char wanted[400], *text = file_text(f, name);
  snprintf(wanted, sizeof wanted, "%s%s", head_of_it, rest);
  cr_expect_str_eq(text, wanted);
  free(text);
}

static void write_steps(tc_residual_file *file) {
  tc_residual_file_add(file, 1, 0, 1.0, true);
  tc_residual_file_add(file, 1, 1, 0.1, false);
  tc_residual_file_add(file, 1, 1, 0.125, true);
  tc_residual_file_end_solve(file, TC_REASON_converged);
  tc_residual_file_add(file, 2, 0, -NAN, true);
  tc_residual_file_end_solve(file, TC_REASON_not_finite);
}

#define ROWS                                                                                                 \
  "1,0,1,true,\n1,1,0.10000000000000001,recursive,\n1,1,0.125,true,converged\n2,0,nan,true,not_finite\n"

Test(residual_file, rows_of_steps) {
  char path[400];
  folder f = folder_make();
  file_path(&f, "r.csv", path);
  tc_residual_file *file = create_residuals(path);
  write_steps(file);
  expect_text(&f, "r.csv", "", "");
  expect_ok(tc_residual_file_close(&file));
  cr_expect_null(file);
  expect_text(&f, "r.csv", head, ROWS);
  cr_expect_eq(folder_files(&f, 1), 1, "no others");
  folder_remove(&f);
}

/* If a run fails, its partial file remains for the user, and the file of an earlier run does not change. */
Test(residual_file, of_a_run_that_failed) {
  char path[400];
  folder f = folder_make();
  file_path(&f, "r.csv", path);
  file_write(&f, "r.csv", head);
  tc_residual_file *file = create_residuals(path);
  write_steps(file);
  cr_expect(tc_residual_file_close_failed(&file, &where));
  expect_text(&f, "r.csv", head, "");
  expect_text(&f, "r.csv.part", head, ROWS);
  cr_expect_not(tc_residual_file_close_failed(&file, &where));
  expect_ok(tc_residual_file_close(&file));
  folder_remove(&f);
}

Test(residual_file, only_such_files_are_replaced) {
  char path[400];
  tc_file_list files = {0};
  folder f = folder_make();
  file_path(&f, "r.csv", path);
  file_write(&f, "r.csv", "step,time\n");
  expect_error(tc_residual_file_prepare(path, &files), TC_OUTPUT,
               "exists and is not a residual file of Tetracast");
  file_write(&f, "r.csv", head);
  files = (tc_file_list){0};
  expect_ok(tc_file_list_add_output(&files, "history.file", path));
  expect_error(tc_residual_file_prepare(path, &files), TC_USAGE, "are the same file");
  file_path(&f, "r.csv/x.csv", path);
  files = (tc_file_list){0};
  expect_error(tc_residual_file_prepare(path, &files), TC_OUTPUT, "r.csv");
  folder_remove(&f);
}

/* The partial file of an interrupted run remains until another run with the same path has ended
 * successfully. A partial file of another program is never removed. */
Test(residual_file, a_run_that_begins_anew_leaves_another_one_alone) {
  char path[400];
  tc_residual_file_position kept = {0};
  tc_restart_list keep = {0};
  folder f = folder_make();
  file_path(&f, "r.csv", path);
  tc_residual_file *file = create_residuals(path);
  write_steps(file);
  expect_ok(tc_residual_file_list_restart(file, &keep));
  memcpy(&kept.part, restart_find(&keep, "residuals.part")->value, 8);
  memcpy(&kept.bytes, restart_find(&keep, "residuals.bytes")->value, 8);
  memcpy(&kept.hash, restart_find(&keep, "residuals.hash")->value, 8);
  cr_expect(tc_residual_file_close_failed(&file, &where));

  file = create_residuals(path);
  cr_expect(tc_residual_file_close_failed(&file, &where));
  expect_text(&f, "r.csv.part", head, ROWS);
  expect_text(&f, "r.csv.part2", head, "");

  expect_ok(tc_residual_file_create(path, &kept, &file));
  cr_expect(tc_residual_file_close_failed(&file, &where));
  expect_text(&f, "r.csv.part", head, ROWS);
  file_write(&f, "r.csv.part3", "of somebody else");
  file = create_residuals(path);
  expect_ok(tc_residual_file_close(&file));
  expect_text(&f, "r.csv", head, "");
  expect_text(&f, "r.csv.part", "", "");
  expect_text(&f, "r.csv.part2", "", "");
  expect_text(&f, "r.csv.part3", "", "of somebody else");
  expect_error(tc_residual_file_create(path, &kept, &file), TC_INPUT, "neither");
  tc_restart_list_free(&keep);
  folder_remove(&f);
}

/* A run may be killed at any time. The rows are therefore written so that the file always ends with a
 * complete row. */
Test(residual_file, rows_are_written_whole) {
  char path[400];
  size_t seen = 0, grown = 0;
  folder f = folder_make();
  file_path(&f, "r.csv", path);
  tc_residual_file *file = create_residuals(path);
  for (int k = 0; k < 1000; k++) {
    tc_residual_file_add(file, 1, k, 1.0 / (3.0 + k), false);
    char *text = file_text(&f, "r.csv.part");
    const size_t length = strlen(text);
    cr_assert(length == 0 || text[length - 1] == '\n', "row %d: ..%s", k, text + length - 20);
    grown += length > seen;
    seen = length;
    free(text);
  }
  cr_expect_gt(grown, 5);
  cr_expect(tc_residual_file_close_failed(&file, &where));
  folder_remove(&f);
}

/* Writing to /dev/full fails, as on a full disk. */
Test(residual_file, a_full_disk) {
  char path[400], part[400];
  tc_residual_file *file = NULL;
  folder f = folder_make();
  file_path(&f, "r.csv", path);
  file_path(&f, "r.csv.part", part);
  cr_assert_eq(symlink("/dev/full", part), 0);
  expect_ok(tc_residual_file_create(path, &new_file, &file));
  write_steps(file);
  expect_error(tc_residual_file_close(&file), TC_OUTPUT, "r.csv: cannot be written: No space left");
  folder_remove(&f);
}

/* A checkpoint may refer to this file and may survive a crash of the node. The file's name must survive
 * too, so fsync must also be called for the directory. */
Test(residual_file, its_name_is_on_the_disk) {
  folder f = folder_make();
  char path[400];
  file_path(&f, "r.csv", path);
  tc_residual_file *file = create_residuals(path);
  cr_expect_eq(folders_synced, 1);
  expect_ok(tc_residual_file_close(&file));
  folder_remove(&f);
}

/* Resumes from a finished file of more than two blocks. The stream that is the `which`-th to be opened
 * fails, and resuming must return an error. */
static void expect_read_error(int which) {
  char path[400];
  tc_residual_file_position kept = {0};
  tc_restart_list keep = {0};
  folder f = folder_make();
  file_path(&f, "r.csv", path);
  tc_residual_file *file = create_residuals(path);
  for (int step = 0; step < 100; step++) write_steps(file);
  expect_ok(tc_residual_file_list_restart(file, &keep));
  memcpy(&kept,
         (int64_t[]){*(int64_t *)restart_find(&keep, "residuals.part")->value,
                     *(int64_t *)restart_find(&keep, "residuals.bytes")->value,
                     *(int64_t *)restart_find(&keep, "residuals.hash")->value},
         sizeof kept);
  expect_ok(tc_residual_file_close(&file));
  char *before = file_text(&f, "r.csv"), *after;
  fails_open = which;
  opened = 0;
  expect_error(tc_residual_file_create(path, &kept, &file), TC_OUTPUT, "r.csv: cannot be read: ");
  fails_open = 0;
  after = file_text(&f, "r.csv");
  cr_expect_str_eq(after, before);
  cr_expect_eq(folder_files(&f, 1), 1, "a part of a copy was published");
  free(before);
  free(after);
  tc_restart_list_free(&keep);
  folder_remove(&f);
}

Test(residual_file, read_error_in_the_check) { expect_read_error(1); }

Test(residual_file, read_error_in_the_copy) { expect_read_error(2); }
