#include "io/part.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "io/folder.h"

tc_status tc_part_name(const char *path, char **out) {
  const size_t length = strlen(path) + sizeof ".part";
  TC_TRY(tc_alloc(length, 1, "the name of an unfinished file", out));
  snprintf(*out, length, "%s.part", path);
  return TC_OK;
}

static tc_status prepare(const tc_part_kind *kind, const char *path) {
  TC_TRY(tc_folder_prepare(path));
  return tc_file_replaceable(path, tc_file_begins(path, kind->begin), kind->kind);
}

tc_status tc_part_prepare(const tc_part_kind *kind, const char *path, tc_files *files) {
  char *part = NULL;
  TC_TRY(tc_files_write(files, kind->what, path));
  TC_TRY(tc_part_name(path, &part));
  tc_status status = tc_files_beside(files, kind->beside, path, part);
  if (!status) status = prepare(kind, path);
  if (!status) status = prepare(kind, part);
  tc_free(part);
  return status;
}
