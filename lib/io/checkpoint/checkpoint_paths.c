/* Names, lists and removes the checkpoint files of a run (see checkpoint_paths.h). A file belongs to the
 * run if its name is that of checkpoint.file with a mark, such as 300, inserted before the extension. Only
 * marks in exactly the form of tc_checkpoint_mark_format are recognised, so that other files are never
 * removed. */
#include "io/checkpoint/checkpoint_paths.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/file/path.h"
#include "io/checkpoint/checkpoint_file.h"

enum { digits_max = 18 };

int tc_checkpoint_mark_compare(tc_checkpoint_mark a, tc_checkpoint_mark b) {
  if (a.step != b.step) return a.step < b.step ? -1 : 1;
  return (a.iterations > b.iterations) - (a.iterations < b.iterations);
}

void tc_checkpoint_mark_format(tc_checkpoint_mark mark, char text[TC_CHECKPOINT_MARK_SIZE]) {
  const int length = snprintf(text, TC_CHECKPOINT_MARK_SIZE, "%" PRId64, mark.step);
  if (mark.iterations > 0)
    snprintf(text + length, (size_t)(TC_CHECKPOINT_MARK_SIZE - length), "+%" PRId64, mark.iterations);
}

tc_status tc_checkpoint_paths_name(const tc_checkpoint_paths *paths, tc_checkpoint_mark mark, char **out) {
  const size_t stem = tc_path_stem(paths->path);
  char text[TC_CHECKPOINT_MARK_SIZE];
  if (paths->is_single) return tc_alloc_text("the name of a checkpoint", out, "%s", paths->path);
  tc_checkpoint_mark_format(mark, text);
  return tc_alloc_text("the name of a checkpoint", out, "%.*s.%s%s", (int)stem, paths->path, text,
                       paths->path + stem);
}

/* Parses a number at the start of *name and moves *name past it. Returns false if there is no number, or
 * if it has leading zeros or too many digits. */
static bool parse_number(const char **name, int64_t *out) {
  const size_t length = strspn(*name, "0123456789");
  if (length == 0 || length > digits_max || (length > 1 && **name == '0')) return false;
  *out = strtoll(*name, NULL, 10);
  *name += length;
  return true;
}

/* Parses the mark in the file name `name`. Returns false if the name is not the name of a checkpoint of
 * this run. */
static bool parse_mark(const tc_checkpoint_paths *paths, const char *name, tc_checkpoint_mark *out) {
  const char *own_name = tc_path_name(paths->path);
  const size_t stem = tc_path_stem(own_name);
  *out = (tc_checkpoint_mark){0};
  if (strncmp(name, own_name, stem) != 0 || name[stem] != '.') return false;
  name += stem + 1;
  if (!parse_number(&name, &out->step)) return false;
  if (*name == '+') {
    name++;
    if (!parse_number(&name, &out->iterations) || out->iterations == 0) return false;
  }
  return strcmp(name, own_name + stem) == 0;
}

static int compare_latest_first(const void *one, const void *other) {
  return tc_checkpoint_mark_compare(*(const tc_checkpoint_mark *)other, *(const tc_checkpoint_mark *)one);
}

static tc_status add_mark(tc_checkpoint_paths *paths, tc_checkpoint_mark mark) {
  tc_checkpoint_mark *marks = NULL;
  TC_TRY(TC_ALLOC(marks, paths->count + 1));
  if (paths->count) memcpy(marks, paths->mark, (size_t)paths->count * sizeof *marks);
  marks[paths->count++] = mark;
  tc_free(paths->mark);
  paths->mark = marks;
  qsort(paths->mark, (size_t)paths->count, sizeof *paths->mark, compare_latest_first);
  return TC_OK;
}

static tc_status add_mark_of_file(void *self, const char *name) {
  tc_checkpoint_mark mark;
  return parse_mark(self, name, &mark) ? add_mark(self, mark) : TC_OK;
}

tc_status tc_checkpoint_paths_list(tc_checkpoint_paths *paths) {
  return tc_directory_visit(paths->path, add_mark_of_file, paths);
}

static bool is_checkpoint_name(const void *self, const char *name) {
  tc_checkpoint_mark mark;
  return parse_mark(self, name, &mark);
}

tc_status tc_checkpoint_paths_remove_stale(const tc_checkpoint_paths *paths) {
  return tc_file_remove_temporaries(paths->path, 0.0, is_checkpoint_name, paths);
}

tc_status tc_checkpoint_paths_init(const char *path, tc_file_list *files, tc_checkpoint_paths *paths) {
  TC_TRY(tc_file_list_add_output(files, "checkpoint.file", path));
  TC_TRY(tc_directory_prepare(path));
  return tc_file_resolve_links(path, &paths->path);
}

void tc_checkpoint_paths_free(tc_checkpoint_paths *paths) {
  tc_free(paths->path);
  tc_free(paths->mark);
  *paths = (tc_checkpoint_paths){0};
}

tc_status tc_checkpoint_paths_check(const tc_checkpoint_paths *paths, tc_checkpoint_mark mark, char **out) {
  char *path = NULL;
  TC_TRY(tc_checkpoint_paths_name(paths, mark, &path));
  const tc_status status =
      tc_file_check_replaceable(path, tc_checkpoint_file_is_own(path), "a checkpoint of Tetracast");
  if (status)
    tc_free(path);
  else
    *out = path;
  return status;
}

/* Removes the checkpoint file with the mark `mark`. Does nothing if the file does not exist or is not a
 * checkpoint. */
static void remove_checkpoint(const tc_checkpoint_paths *paths, tc_checkpoint_mark mark) {
  char *path = NULL;
  tc_status foreign = tc_checkpoint_paths_check(paths, mark, &path);
  if (!foreign) unlink(path);
  tc_status_free(&foreign);
  tc_free(path);
}

static bool is_obsolete(const tc_checkpoint_paths *paths, tc_checkpoint_mark mark) {
  return paths->is_new_run || tc_checkpoint_mark_compare(mark, paths->start_mark) > 0;
}

tc_status tc_checkpoint_paths_rotate(tc_checkpoint_paths *paths, tc_checkpoint_mark mark, int kept_count) {
  int remaining = 0;
  for (int k = 0; k < paths->count; k++) {
    const tc_checkpoint_mark other = paths->mark[k];
    if (tc_checkpoint_mark_compare(other, mark) == 0) continue;
    if (is_obsolete(paths, other))
      remove_checkpoint(paths, other);
    else
      paths->mark[remaining++] = other;
  }
  paths->count = remaining;
  TC_TRY(add_mark(paths, mark));
  for (int k = kept_count; k < paths->count; k++) remove_checkpoint(paths, paths->mark[k]);
  if (paths->count > kept_count) paths->count = kept_count;
  paths->is_new_run = false;
  paths->start_mark = (tc_checkpoint_mark){INT64_MAX, 0};
  return TC_OK;
}
