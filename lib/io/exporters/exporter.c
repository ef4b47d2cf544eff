/* Selects an exporter by name or by the ending of the output file, and finds the data that its format cannot
 * store. */
#include "io/exporters/exporter.h"

#include <string.h>

#include "base/file/path.h"

#define TC_REGISTRY_TYPE tc_exporter
#define TC_REGISTRY_DEF  "io/exporters/exporters.def"
#include "base/text/registry.inc"

static const tc_exporter *find_by_ending(const char *path) {
  for (int i = 0; i < tc_exporter_count(); i++)
    if (tc_path_has_ending(path, tc_exporter_at(i)->endings)) return tc_exporter_at(i);
  return NULL;
}

tc_status tc_exporter_select(const char *path, const char *format, const tc_exporter **out) {
  tc_line names = {0};
  int index;
  if (format) {
    TC_TRY(tc_registry_parse(&tc_exporter_registry, "--format", format, NULL, &index));
    *out = tc_exporter_at(index);
    return TC_OK;
  }
  *out = find_by_ending(path);
  if (*out) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: no format has this ending: add --format with %s", path,
                          tc_registry_format_names(&tc_exporter_registry, NULL, &names));
}

tc_status tc_exporter_list_files(const tc_exporter *exporter, const char *path, tc_pool *pool,
                                 const char *const **files) {
  const char **list = NULL;
  if (exporter->list_files) return exporter->list_files(path, pool, files);
  TC_TRY(TC_POOL_ARRAY_ZERO(pool, list, 2));
  TC_TRY(tc_pool_printf(pool, &list[0], "%s", path));
  *files = list;
  return TC_OK;
}

tc_status tc_exporter_check_field(const tc_exporter *exporter, const char *option) {
  tc_line able = {0};
  if (exporter->writes_field) return TC_OK;
  for (int i = 0; i < tc_exporter_count(); i++)
    if (tc_exporter_at(i)->writes_field) tc_line_add_item(&able, tc_exporter_at(i)->name);
  return tc_status_create(TC_USAGE,
                          "%s: the format %s cannot store a field: remove the option or use --format %s",
                          option, exporter->name, able.text);
}

static bool has_markers(const tc_mesh *mesh) {
  for (int32_t face = 0; face < mesh->faces; face++)
    if (mesh->face_marker[face]) return true;
  return false;
}

/* True if several regions or markers have the same name. */
static bool has_repeated_names(const tc_mesh *mesh) {
  for (int32_t i = 0; i < mesh->names; i++)
    for (int32_t j = 0; j < i; j++)
      if (strcmp(mesh->name_list[i].text, mesh->name_list[j].text) == 0) return true;
  return false;
}

const char *tc_exporter_format_omitted(const tc_exporter *exporter, const tc_export_mesh *mesh,
                                       tc_line *line) {
  *line = (tc_line){0};
  if (!exporter->writes_markers && has_markers(mesh->mesh)) tc_line_add_item(line, "markers");
  if (!exporter->writes_names && mesh->mesh->names) tc_line_add_item(line, "names");
  if (exporter->needs_unique_names && has_repeated_names(mesh->mesh))
    tc_line_add_item(line, "repeated names");
  if (!exporter->writes_fibres && mesh->width) tc_line_add_item(line, "fibres");
  return line->text;
}
