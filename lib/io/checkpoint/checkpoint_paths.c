/* Names, lists and removes the checkpoint files of a run (see checkpoint_paths.h). A file belongs to the
 * run if its name is that of checkpoint.file with a mark, such as 300, inserted before the extension. Only
 * marks in exactly the form of tc_checkpoint_mark_write are recognised, so that other files are never
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

enum { digits_most = 18 };

int tc_checkpoint_mark_compare(tc_checkpoint_mark a, tc_checkpoint_mark b) {
  if (a.step != b.step) return a.step < b.step ? -1 : 1;
  return (a.inside > b.inside) - (a.inside < b.inside);
}

void tc_checkpoint_mark_write(tc_checkpoint_mark mark, char text[TC_CHECKPOINT_MARK]) {
  const int length = snprintf(text, TC_CHECKPOINT_MARK, "%" PRId64, mark.step);
  if (mark.inside > 0)
    snprintf(text + length, (size_t)(TC_CHECKPOINT_MARK - length), "+%" PRId64, mark.inside);
}

tc_status tc_checkpoint_paths_name(const tc_checkpoint_paths *place, tc_checkpoint_mark mark, char **out) {
  const size_t stem = tc_path_stem(place->path);
  char text[TC_CHECKPOINT_MARK];
  tc_checkpoint_mark_write(mark, text);
  return tc_alloc_text("the name of a checkpoint", out, "%.*s.%s%s", (int)stem, place->path, text,
                       place->path + stem);
}

/* Parses a number at the start of *name and moves *name past it. Returns false if there is no number, or
 * if it has leading zeros or too many digits. */
static bool read_number(const char **name, int64_t *out) {
  const size_t length = strspn(*name, "0123456789");
  if (length == 0 || length > digits_most || (length > 1 && **name == '0')) return false;
  *out = strtoll(*name, NULL, 10);
  *name += length;
  return true;
}

/* Parses the mark in the file name `name`. Returns false if the name is not the name of a checkpoint of
 * this run. */
static bool mark_of(const tc_checkpoint_paths *place, const char *name, tc_checkpoint_mark *out) {
  const char *own = tc_path_name(place->path);
  const size_t stem = tc_path_stem(own);
  *out = (tc_checkpoint_mark){0};
  if (strncmp(name, own, stem) != 0 || name[stem] != '.') return false;
  name += stem + 1;
  if (!read_number(&name, &out->step)) return false;
  if (*name == '+') {
    name++;
    if (!read_number(&name, &out->inside) || out->inside == 0) return false;
  }
  return strcmp(name, own + stem) == 0;
}

static int later_first(const void *one, const void *other) {
  return tc_checkpoint_mark_compare(*(const tc_checkpoint_mark *)other, *(const tc_checkpoint_mark *)one);
}

static tc_status add_mark(tc_checkpoint_paths *place, tc_checkpoint_mark mark) {
  tc_checkpoint_mark *more = NULL;
  TC_TRY(TC_ALLOC(more, place->count + 1));
  if (place->count) memcpy(more, place->mark, (size_t)place->count * sizeof *more);
  more[place->count++] = mark;
  tc_free(place->mark);
  place->mark = more;
  qsort(place->mark, (size_t)place->count, sizeof *place->mark, later_first);
  return TC_OK;
}

static tc_status list_one(void *self, const char *name) {
  tc_checkpoint_mark mark;
  return mark_of(self, name, &mark) ? add_mark(self, mark) : TC_OK;
}

tc_status tc_checkpoint_paths_list(tc_checkpoint_paths *place) {
  return tc_directory_visit(place->path, list_one, place);
}

static bool is_own_name(const void *self, const char *name) {
  tc_checkpoint_mark mark;
  return mark_of(self, name, &mark);
}

tc_status tc_checkpoint_paths_remove_stale(const tc_checkpoint_paths *place) {
  return tc_file_remove_temporaries(place->path, is_own_name, place);
}

tc_status tc_checkpoint_paths_init(const char *path, tc_file_list *files, tc_checkpoint_paths *place) {
  TC_TRY(tc_file_list_add_output(files, "checkpoint.file", path));
  TC_TRY(tc_directory_prepare(path));
  return tc_file_resolve_links(path, &place->path);
}

void tc_checkpoint_paths_free(tc_checkpoint_paths *place) {
  tc_free(place->path);
  tc_free(place->mark);
  *place = (tc_checkpoint_paths){0};
}

tc_status tc_checkpoint_paths_check(const tc_checkpoint_paths *place, tc_checkpoint_mark mark, char **out) {
  char *path = NULL;
  TC_TRY(tc_checkpoint_paths_name(place, mark, &path));
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
static void remove_checkpoint(const tc_checkpoint_paths *place, tc_checkpoint_mark mark) {
  char *path = NULL;
  tc_status foreign = tc_checkpoint_paths_check(place, mark, &path);
  if (!foreign) unlink(path);
  tc_status_free(&foreign);
  tc_free(path);
}

static bool is_foreign(const tc_checkpoint_paths *place, tc_checkpoint_mark mark) {
  return place->starts_new || tc_checkpoint_mark_compare(mark, place->start_step) > 0;
}

tc_status tc_checkpoint_paths_rotate(tc_checkpoint_paths *place, tc_checkpoint_mark mark, int keep) {
  int left = 0;
  for (int k = 0; k < place->count; k++) {
    const tc_checkpoint_mark other = place->mark[k];
    if (tc_checkpoint_mark_compare(other, mark) == 0) continue;
    if (is_foreign(place, other))
      remove_checkpoint(place, other);
    else
      place->mark[left++] = other;
  }
  place->count = left;
  TC_TRY(add_mark(place, mark));
  for (int k = keep; k < place->count; k++) remove_checkpoint(place, place->mark[k]);
  if (place->count > keep) place->count = keep;
  place->starts_new = false;
  place->start_step = (tc_checkpoint_mark){INT64_MAX, 0};
  return TC_OK;
}
