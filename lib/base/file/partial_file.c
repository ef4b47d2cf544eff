#include "base/file/partial_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/directory.h"
#include "base/file/file.h"

enum { partial_files_max = 1000 };

tc_status tc_partial_file_name(const char *path, int64_t number, char **out) {
  static const char what[] = "the name of a partial file";
  return number > 1 ? tc_alloc_text(what, out, "%s.part%lld", path, (long long)number)
                    : tc_alloc_text(what, out, "%s.part", path);
}

static tc_status has_partial_file(const char *path, int64_t number, bool *out) {
  struct stat info;
  char *partial_path = NULL;
  TC_TRY(tc_partial_file_name(path, number, &partial_path));
  *out = stat(partial_path, &info) == 0 && info.st_size > 0;
  tc_free(partial_path);
  return TC_OK;
}

tc_status tc_partial_file_find_free(const char *path, int64_t *number) {
  bool exists = true;
  for (*number = 1; *number <= partial_files_max; (*number)++) {
    TC_TRY(has_partial_file(path, *number, &exists));
    if (!exists) return TC_OK;
  }
  return tc_status_create(TC_OUTPUT,
                          "%s: %d interrupted runs left partial files (%s.part, ..): remove those that will "
                          "not be resumed",
                          path, (int)partial_files_max, path);
}

/* Removes the partial file `number` of `path` if it is of this kind. If `is_own` is true, this run has
 * written the file, which is then removed without being read, because reading may fail. */
static tc_status remove_partial_file(const tc_partial_file_kind *kind, const char *path, int64_t number,
                                     bool is_own) {
  char *partial_path = NULL;
  TC_TRY(tc_partial_file_name(path, number, &partial_path));
  if (is_own || tc_file_starts_with(partial_path, kind->begin)) unlink(partial_path);
  tc_free(partial_path);
  return TC_OK;
}

tc_status tc_partial_file_remove_all(const tc_partial_file_kind *kind, const char *path, int64_t own_number) {
  bool exists = true;
  for (int64_t k = 1; k <= partial_files_max && (exists || k <= own_number + 1); k++) {
    TC_TRY(has_partial_file(path, k, &exists));
    if (exists) TC_TRY(remove_partial_file(kind, path, k, k == own_number));
  }
  return TC_OK;
}

static tc_status prepare_partial_file(const tc_partial_file_kind *kind, const char *path, int64_t number,
                                      tc_file_list *files) {
  char *partial_path = NULL;
  TC_TRY(tc_partial_file_name(path, number, &partial_path));
  tc_status status = tc_file_list_add_companion(files, kind->partial_label, path, partial_path);
  if (!status) status = tc_file_prepare(partial_path, kind->begin, kind->kind);
  tc_free(partial_path);
  return status;
}

tc_status tc_partial_file_prepare(const tc_partial_file_kind *kind, const char *path, tc_file_list *files) {
  int64_t next;
  TC_TRY(tc_file_list_add_output(files, kind->label, path));
  TC_TRY(tc_file_prepare(path, kind->begin, kind->kind));
  TC_TRY(prepare_partial_file(kind, path, 1, files));
  TC_TRY(tc_partial_file_find_free(path, &next));
  return next > 1 ? prepare_partial_file(kind, path, next, files) : TC_OK;
}
