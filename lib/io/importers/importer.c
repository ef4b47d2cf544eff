/* Selection of an importer: by name, by the beginning of the file, or by its ending. */
#include "io/importers/importer.h"

#include <unistd.h>

#include "base/file/file.h"
#include "base/file/path.h"

#define TC_REGISTRY_TYPE tc_importer
#define TC_REGISTRY_DEF  "io/importers/importers.def"
#include "base/text/registry.inc"

enum { begin_bytes = 4096 }; /* length of the beginning of a file by which a format is recognised */

static const tc_importer *find_by_ending(const char *path) {
  for (int i = 0; i < tc_importer_count(); i++)
    if (tc_path_has_ending(path, tc_importer_at(i)->endings)) return tc_importer_at(i);
  return NULL;
}

static const tc_importer *find_by_beginning(const char *begin, size_t bytes) {
  for (int i = 0; i < tc_importer_count(); i++)
    if (tc_importer_at(i)->recognises && tc_importer_at(i)->recognises(begin, bytes))
      return tc_importer_at(i);
  return NULL;
}

static tc_status read_beginning(const char *path, char *begin, size_t *bytes) {
  int descriptor = -1;
  int64_t size;
  TC_TRY(tc_file_open_regular(path, TC_INPUT, &descriptor, &size));
  const ssize_t got = pread(descriptor, begin, begin_bytes, 0);
  close(descriptor);
  *bytes = got > 0 ? (size_t)got : 0;
  return TC_OK;
}

static tc_status find_by_content(const char *path, const tc_importer **out) {
  char begin[begin_bytes];
  size_t bytes;
  TC_TRY(read_beginning(path, begin, &bytes));
  *out = find_by_beginning(begin, bytes);
  if (!*out) *out = find_by_ending(path);
  if (*out) return TC_OK;
  tc_line names = {0};
  return tc_status_create(TC_INPUT,
                          "%s: the format of the file is unknown: run tetracast mesh import --format with %s",
                          path, tc_registry_format_names(&tc_importer_registry, NULL, &names));
}

tc_status tc_importer_select(const char *path, const char *format, const tc_importer **out) {
  int index;
  if (!format) return find_by_content(path, out);
  TC_TRY(tc_registry_parse(&tc_importer_registry, "--format", format, NULL, &index));
  *out = tc_importer_at(index);
  return TC_OK;
}

tc_status tc_import_options_check(const tc_import_options *options, bool has_surfaces, bool has_arrays) {
  const char *name = options->fibres ? "--fibres" : "--regions-from";
  const char *array = options->fibres ? options->fibres : options->regions;
  if (options->surfaces && !has_surfaces)
    return tc_status_create(TC_USAGE,
                            "--surf %s: only meshes of openCARP have surface files: remove the option",
                            options->surface->path);
  if (array && !has_arrays)
    return tc_status_create(TC_USAGE,
                            "%s %s: files of this format have no named arrays of cells: remove the option",
                            name, array);
  return TC_OK;
}

bool tc_importer_has_ending(const char *path) {
  const tc_importer *importer = find_by_ending(path);
  return importer && importer != tc_importer_find("tetgen");
}
