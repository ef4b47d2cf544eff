/* Selection of an exporter by name or by the ending of the output file. */
#include "io/exporters/exporter.h"

#include <string.h>
#include <strings.h>

#define TC_REGISTRY_TYPE tc_exporter
#define TC_REGISTRY_DEF  "io/exporters/exporters.def"
#include "base/text/registry.inc"

static bool has_ending(const tc_exporter *exporter, const char *path) {
  const size_t length = strlen(path);
  for (const char *const *ending = exporter->endings; *ending; ending++) {
    const size_t bytes = strlen(*ending);
    if (length > bytes && !strcasecmp(path + length - bytes, *ending)) return true;
  }
  return false;
}

static const tc_exporter *find_by_ending(const char *path) {
  for (int i = 0; i < tc_exporter_count(); i++)
    if (has_ending(tc_exporter_at(i), path)) return tc_exporter_at(i);
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
  return tc_status_create(TC_USAGE, "%s: no format has this ending: state the format with --format, %s", path,
                          tc_registry_format_names(&tc_exporter_registry, NULL, &names));
}
