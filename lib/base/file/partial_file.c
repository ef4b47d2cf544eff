#include "base/file/partial_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/directory.h"
#include "base/file/file.h"

enum { parts_most = 1000 };

tc_status tc_partial_file_name(const char *path, int64_t number, char **out) {
  static const char what[] = "the name of a partial file";
  return number > 1 ? tc_alloc_text(what, out, "%s.part%lld", path, (long long)number)
                    : tc_alloc_text(what, out, "%s.part", path);
}

static tc_status part_exists(const char *path, int64_t number, bool *out) {
  struct stat about;
  char *part = NULL;
  TC_TRY(tc_partial_file_name(path, number, &part));
  *out = stat(part, &about) == 0 && about.st_size > 0;
  tc_free(part);
  return TC_OK;
}

tc_status tc_partial_file_find_free(const char *path, int64_t *number) {
  bool there = true;
  for (*number = 1; *number <= parts_most; (*number)++) {
    TC_TRY(part_exists(path, *number, &there));
    if (!there) return TC_OK;
  }
  return tc_status_create(TC_OUTPUT,
                          "%s: %d interrupted runs left partial files (%s.part, ..): remove those that will "
                          "not be resumed",
                          path, (int)parts_most, path);
}

/* Removes the partial file `number` of `path` if it is of this kind. If `own` is true, the run itself has
 * written it; the file is then removed without being read, because reading may fail. */
static tc_status clear_one(const tc_partial_file_kind *kind, const char *path, int64_t number, bool own) {
  char *part = NULL;
  TC_TRY(tc_partial_file_name(path, number, &part));
  if (own || tc_file_starts_with(part, kind->begin)) unlink(part);
  tc_free(part);
  return TC_OK;
}

tc_status tc_partial_file_remove_all(const tc_partial_file_kind *kind, const char *path, int64_t own) {
  bool there = true;
  for (int64_t k = 1; k <= parts_most && (there || k <= own + 1); k++) {
    TC_TRY(part_exists(path, k, &there));
    if (there) TC_TRY(clear_one(kind, path, k, k == own));
  }
  return TC_OK;
}

static tc_status prepare_part(const tc_partial_file_kind *kind, const char *path, int64_t number,
                              tc_file_list *files) {
  char *part = NULL;
  TC_TRY(tc_partial_file_name(path, number, &part));
  tc_status status = tc_file_list_add_companion(files, kind->part_label, path, part);
  if (!status) status = tc_file_prepare(part, kind->begin, kind->kind);
  tc_free(part);
  return status;
}

tc_status tc_partial_file_prepare(const tc_partial_file_kind *kind, const char *path, tc_file_list *files) {
  int64_t next;
  TC_TRY(tc_file_list_add_output(files, kind->label, path));
  TC_TRY(tc_file_prepare(path, kind->begin, kind->kind));
  TC_TRY(prepare_part(kind, path, 1, files));
  TC_TRY(tc_partial_file_find_free(path, &next));
  return next > 1 ? prepare_part(kind, path, next, files) : TC_OK;
}
