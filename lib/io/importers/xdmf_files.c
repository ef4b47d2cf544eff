/* Search of an XDMF file for names of HDF5 files. The text is read character by character and not parsed as
 * XML. Each text before a colon is a possible name. It is ignored unless an HDF5 file of this name exists, so
 * colons elsewhere in the file have no effect. */
#include "io/importers/xdmf_files.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/file/path.h"

static bool is_listed(const tc_path_array *list, const char *path) {
  for (int i = 0; i < list->count; i++)
    if (strcmp(list->item[i], path) == 0) return true;
  return false;
}

/* Adds the file `name`, relative to the directory of `target`, if it is an HDF5 file and not yet listed. */
static tc_status add_hdf(tc_path_array *list, const char *target, const char *name) {
  const char *path;
  const int length = *name == '/' ? 0 : (int)(tc_path_name(target) - target);
  TC_TRY(tc_pool_printf(list->pool, &path, "%.*s%s", length, target, name));
  return is_listed(list, path) || !tc_file_starts_with(path, "\211HDF") ? TC_OK : TC_ARRAY_ADD(list, &path);
}

enum { name_bytes = 1024 };

/* Reads the text up to the next colon. Sets `name` to the text between the colon and the last tag or line end
 * before the colon, such as heart.h5 in "<DataItem ..>heart.h5:/data0". Returns false at the end of the
 * text. */
static bool next_name(FILE *text, char name[name_bytes]) {
  size_t length = 0;
  for (int c; (c = getc_unlocked(text)) != EOF;) {
    name[length] = '\0';
    if (c == ':' && length > 0) return true;
    if (c == '>' || c == '\n' || length == name_bytes - 1)
      length = 0;
    else if (length > 0 || (c != ' ' && c != '\t'))
      name[length++] = (char)c;
  }
  return false;
}

static tc_status open_text(const char *path, FILE **text) {
  int descriptor = -1;
  int64_t bytes;
  TC_TRY(tc_file_open_regular(path, TC_INPUT, &descriptor, &bytes));
  *text = fdopen(descriptor, "r");
  if (*text) return TC_OK;
  close(descriptor);
  return tc_status_create(TC_INTERNAL, "%s: out of memory for a buffer: free memory", path);
}

tc_status tc_xdmf_add_hdf_files(const char *path, tc_path_array *list) {
  char *target, name[name_bytes];
  FILE *text = NULL;
  TC_TRY(tc_file_resolve_links(path, &target));
  tc_status status = open_text(path, &text);
  while (!status && next_name(text, name)) status = add_hdf(list, target, name);
  if (text) fclose(text);
  tc_free(target);
  return status;
}
