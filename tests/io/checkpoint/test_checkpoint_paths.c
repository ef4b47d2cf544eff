#include "base/core/memory.h"
#include "io/checkpoint/checkpoint_paths.h"

#include <stdlib.h>
#include <unistd.h>

#include "io/mesh/mesh_files.h"
#include "support/expect.h"

static bool file_exists(const folder *f, const char *name) {
  char path[400];
  file_path(f, name, path);
  return access(path, F_OK) == 0;
}

static tc_checkpoint_paths list_checkpoints(const folder *f) {
  static tc_file_list files;
  char path[400];
  tc_checkpoint_paths place = {0};
  files = (tc_file_list){0};
  file_path(f, "c.h5", path);
  expect_ok(tc_checkpoint_paths_init(path, &files, &place));
  expect_ok(tc_checkpoint_paths_list(&place));
  return place;
}

Test(checkpoint_place, a_step_is_in_the_name) {
  static const struct {
    const char *path;
    tc_checkpoint_mark mark;
    const char *name;
  } cases[] = {{"out/c.h5", {1200, 0}, "out/c.1200.h5"},
               {"out/c.h5", {0, 1200}, "out/c.0+1200.h5"},
               {"c", {1200, 0}, "c.1200"},
               {"a.b/c", {1200, 0}, "a.b/c.1200"},
               {"./.c", {1200, 7}, "./.c.1200+7"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char path[32], *name = NULL;
    snprintf(path, sizeof path, "%s", cases[i].path);
    const tc_checkpoint_paths place = {.path = path};
    expect_ok(tc_checkpoint_paths_name(&place, cases[i].mark, &name));
    cr_assert_str_eq(name, cases[i].name);
    free(name);
  }
}

Test(checkpoint_place, those_that_are_there_the_latest_first) {
  folder f = folder_make();
  static const char *const names[] = {"c.7.h5",   "c.100.h5",   "c.20.h5",    "c.h5.5",    "c.007.h5",
                                      "c.x.h5",   "d.30.h5",    "c.30.h6",    "c.-3.h5",   "c.0.h5",
                                      "c.1e2.h5", "c.20+9.h5",  "c.20+10.h5", "c.20+0.h5", "c.20+.h5",
                                      "c.+4.h5",  "c.20+07.h5", "c.20+3+4.h5"};
  static const tc_checkpoint_mark marks[] = {{100, 0}, {20, 10}, {20, 9}, {20, 0}, {7, 0}, {0, 0}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) file_write(&f, names[i], "");
  /* This is a temporary file of a killed run. It is no checkpoint, so the list must not contain it. */
  file_write(&f, "c.100.h5.0123abcd.tmp", "");
  file_write(&f, "d.100.h5.0123abcd.tmp", "");
  tc_checkpoint_paths place = list_checkpoints(&f);
  cr_assert_eq(place.count, (int)(sizeof marks / sizeof *marks));
  for (int k = 0; k < place.count; k++) cr_assert_eq(tc_checkpoint_mark_compare(place.mark[k], marks[k]), 0);
  expect_ok(tc_checkpoint_paths_remove_stale(&place));
  cr_assert(!file_exists(&f, "c.100.h5.0123abcd.tmp") && file_exists(&f, "d.100.h5.0123abcd.tmp"));
  tc_checkpoint_paths_free(&place);
  folder_remove(&f);
}

/* Rotation retains the two latest checkpoints of this run. The checkpoint from which the run resumed
 * counts as one of them. Later checkpoints of the earlier run are removed. */
Test(checkpoint_place, the_last_ones_are_kept) {
  folder f = folder_make();
  file_write(&f, "c.10.h5", "");
  file_write(&f, "c.20.h5", "");
  file_write(&f, "c.30.h5", "");
  tc_checkpoint_paths place = list_checkpoints(&f);
  /* The run resumed from checkpoint 20, because checkpoint 30 of the earlier run was damaged. */
  place.start_mark = (tc_checkpoint_mark){20, 0};
  file_write(&f, "c.25.h5", "");
  expect_ok(tc_checkpoint_paths_rotate(&place, (tc_checkpoint_mark){25, 0}, 2));
  cr_assert(!file_exists(&f, "c.10.h5") && file_exists(&f, "c.20.h5") && file_exists(&f, "c.25.h5"));
  cr_assert_not(file_exists(&f, "c.30.h5"));
  file_write(&f, "c.30.h5", "");
  expect_ok(tc_checkpoint_paths_rotate(&place, (tc_checkpoint_mark){30, 0}, 2));
  cr_assert(!file_exists(&f, "c.20.h5") && file_exists(&f, "c.25.h5") && file_exists(&f, "c.30.h5"));
  /* A second rotation at the same step removes nothing. */
  expect_ok(tc_checkpoint_paths_rotate(&place, (tc_checkpoint_mark){30, 0}, 2));
  cr_assert(file_exists(&f, "c.25.h5") && file_exists(&f, "c.30.h5"));
  tc_checkpoint_paths_free(&place);
  folder_remove(&f);
}

Test(checkpoint_place, a_run_that_begins_anew_drops_all_when_it_has_its_first) {
  folder f = folder_make();
  file_write(&f, "c.10.h5", "");
  file_write(&f, "c.300.h5", "");
  tc_checkpoint_paths place = list_checkpoints(&f);
  place.is_new_run = true;
  file_write(&f, "c.200.h5", "");
  expect_ok(tc_checkpoint_paths_rotate(&place, (tc_checkpoint_mark){200, 0}, 2));
  cr_assert(!file_exists(&f, "c.10.h5") && !file_exists(&f, "c.300.h5") && file_exists(&f, "c.200.h5"));
  tc_checkpoint_paths_free(&place);
  folder_remove(&f);
}

/* Files of other programs have the names of checkpoints by chance. They are neither replaced nor removed. */
Test(checkpoint_place, what_is_no_checkpoint_stays) {
  folder f = folder_make();
  file_write(&f, "c.1.h5", "a year of work");
  file_write(&f, "c.2024.h5", "another");
  tc_checkpoint_paths place = list_checkpoints(&f);
  place.is_new_run = true;
  char *name = NULL;
  expect_ok(tc_checkpoint_paths_check(&place, (tc_checkpoint_mark){2, 0}, &name));
  tc_free(name);
  expect_error(tc_checkpoint_paths_check(&place, (tc_checkpoint_mark){1, 0}, &name), TC_OUTPUT,
               "c.1.h5: exists and is not a checkpoint");
  expect_ok(tc_checkpoint_paths_rotate(&place, (tc_checkpoint_mark){2, 0}, 1));
  expect_ok(tc_checkpoint_paths_rotate(&place, (tc_checkpoint_mark){3, 0}, 1));
  cr_assert(file_exists(&f, "c.1.h5") && file_exists(&f, "c.2024.h5"));
  tc_checkpoint_paths_free(&place);
  folder_remove(&f);
}

Test(checkpoint_place, a_place_that_cannot_be_written) {
  folder f = folder_make();
  tc_file_list files = {0};
  tc_checkpoint_paths place = {0};
  char path[400];
  file_write(&f, "plain", "");
  file_path(&f, "plain/c.h5", path);
  expect_error(tc_checkpoint_paths_init(path, &files, &place), TC_OUTPUT, "cannot be written");
  tc_checkpoint_paths_free(&place);
  folder_remove(&f);
}
