#include "io/checkpoint_place.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "io/checkpoint_file.h"
#include "io/folder.h"

enum { digits_most = 18 };

/* "out/X" and ".h5" of out/X.h5: lengths. */
static size_t stem_length(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
  return dot && dot > name ? (size_t)(dot - path) : strlen(path);
}

tc_status tc_checkpoint_place_name(const tc_checkpoint_place *place, int64_t step, char **out) {
  const size_t stem = stem_length(place->path), size = strlen(place->path) + 32;
  TC_TRY(tc_alloc(size, 1, "the name of a checkpoint", out));
  snprintf(*out, size, "%.*s.%" PRId64 "%s", (int)stem, place->path, step, place->path + stem);
  return TC_OK;
}

/* The step of a file of that name in the place's folder; -1: it is another file. */
static int64_t step_of(const tc_checkpoint_place *place, const char *name) {
  const char *slash = strrchr(place->path, '/'), *own = slash ? slash + 1 : place->path;
  const size_t stem = stem_length(own);
  if (strncmp(name, own, stem) != 0 || name[stem] != '.') return -1;
  const char *digits = name + stem + 1;
  const size_t length = strspn(digits, "0123456789");
  if (length == 0 || length > digits_most || (length > 1 && digits[0] == '0')) return -1;
  return strcmp(digits + length, own + stem) == 0 ? strtoll(digits, NULL, 10) : -1;
}

/* Whether a run that was killed has left it while it wrote a checkpoint. */
static bool is_rest(const tc_checkpoint_place *place, const char *name) {
  static const char form[] = ".hhhhhhhh.tmp";
  const size_t length = strlen(name), end = sizeof form - 1;
  char of[512];
  if (length <= end || length >= sizeof of) return false;
  snprintf(of, sizeof of, "%.*s", (int)(length - end), name);
  return tc_file_is_temporary(name, of) && step_of(place, of) >= 0;
}

static int later_first(const void *one, const void *other) {
  const int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
  return (a < b) - (a > b);
}

static tc_status note(tc_checkpoint_place *place, int64_t step) {
  int64_t *more = NULL;
  TC_TRY(TC_ALLOC(more, place->count + 1));
  if (place->count) memcpy(more, place->step, (size_t)place->count * sizeof *more);
  more[place->count++] = step;
  tc_free(place->step);
  place->step = more;
  qsort(place->step, (size_t)place->count, sizeof *place->step, later_first);
  return TC_OK;
}

/* The folder of the files, a new string. */
static tc_status name_folder(const tc_checkpoint_place *place, char **out) {
  const char *slash = strrchr(place->path, '/');
  const size_t length = slash ? (size_t)(slash - place->path) + 1 : 0;
  TC_TRY(tc_alloc(length + 3, 1, "the name of a folder", out));
  snprintf(*out, length + 3, "%.*s.", (int)length, place->path);
  return TC_OK;
}

static void remove_file(const char *folder, const char *name) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path) unlink(path);
}

/* Calls for each name in the folder. */
typedef tc_status visit(tc_checkpoint_place *place, const char *folder, const char *name);

static tc_status visit_files(tc_checkpoint_place *place, visit *one) {
  char *folder = NULL;
  TC_TRY(name_folder(place, &folder));
  tc_status status = TC_OK;
  DIR *list = opendir(folder);
  if (!list) /* what is there would be taken for nothing */
    status = tc_status_make(TC_OUTPUT, "%s: the folder %s cannot be looked through: %s", place->path, folder,
                            strerror(errno));
  for (struct dirent *entry; list && !status && (entry = readdir(list));)
    status = one(place, folder, entry->d_name);
  if (list) closedir(list);
  tc_free(folder);
  return status;
}

static tc_status find_one(tc_checkpoint_place *place, const char *folder, const char *name) {
  const int64_t step = step_of(place, name);
  (void)folder;
  return step >= 0 ? note(place, step) : TC_OK;
}

static tc_status clean_one(tc_checkpoint_place *place, const char *folder, const char *name) {
  if (is_rest(place, name)) remove_file(folder, name);
  return TC_OK;
}

tc_status tc_checkpoint_place_clean(tc_checkpoint_place *place) { return visit_files(place, clean_one); }

tc_status tc_checkpoint_place_take(const char *path, tc_files *files, tc_checkpoint_place *place) {
  TC_TRY(tc_files_write(files, "checkpoint.file", path));
  TC_TRY(tc_folder_prepare(path));
  return tc_file_follow(path, &place->path);
}

tc_status tc_checkpoint_place_list(tc_checkpoint_place *place) { return visit_files(place, find_one); }

void tc_checkpoint_place_release(tc_checkpoint_place *place) {
  tc_free(place->path);
  tc_free(place->step);
  *place = (tc_checkpoint_place){0};
}

static tc_status check_own(const char *path) {
  return tc_file_replaceable(path, tc_checkpoint_file_own(path), "a checkpoint of Tetracast");
}

tc_status tc_checkpoint_place_check(const tc_checkpoint_place *place, int64_t step) {
  char *path = NULL;
  TC_TRY(tc_checkpoint_place_name(place, step, &path));
  const tc_status status = check_own(path);
  tc_free(path);
  return status;
}

/* It may have gone already. What only has such a name stays. */
static tc_status drop(const tc_checkpoint_place *place, int64_t step) {
  char *path = NULL;
  TC_TRY(tc_checkpoint_place_name(place, step, &path));
  tc_status foreign = check_own(path);
  if (!foreign) unlink(path);
  tc_status_free(&foreign);
  tc_free(path);
  return TC_OK;
}

static bool is_foreign(const tc_checkpoint_place *place, int64_t step) {
  return place->anew || step > place->begun;
}

tc_status tc_checkpoint_place_add(tc_checkpoint_place *place, int64_t step, int keep) {
  int left = 0;
  for (int k = 0; k < place->count; k++)
    if (place->step[k] != step && is_foreign(place, place->step[k]))
      TC_TRY(drop(place, place->step[k]));
    else if (place->step[k] != step)
      place->step[left++] = place->step[k];
  place->count = left;
  TC_TRY(note(place, step));
  for (int k = keep; k < place->count; k++) TC_TRY(drop(place, place->step[k]));
  if (place->count > keep) place->count = keep;
  place->anew = false;
  place->begun = INT64_MAX;
  return TC_OK;
}
