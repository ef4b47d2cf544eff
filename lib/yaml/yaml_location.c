#include "yaml/yaml_location.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

tc_yaml_location tc_yaml_location_root(tc_yaml_store *store, const char *label, const char *given) {
  return (tc_yaml_location){.store = store,
                            .label = label,
                            .given = given,
                            .path = "",
                            .joint = "",
                            .where = label};
}

/* Formats the complete text of a position. */
static tc_status format_location(tc_yaml_location *spot) {
  char line[16] = "";
  if (!spot->given && spot->line > 0) snprintf(line, sizeof line, ":%d", spot->line);
  const bool named = !*spot->path || (spot->given && !strcmp(spot->given, spot->path));
  return tc_pool_printf(&spot->store->pool, &spot->where, "%s%s%s%s", spot->label, line, named ? "" : ": ",
                        named ? "" : spot->path);
}

tc_status tc_yaml_location_at_line(const tc_yaml_location *spot, int line, tc_yaml_location *out) {
  *out = *spot;
  if (line > 0) out->line = line;
  return format_location(out);
}

tc_status tc_yaml_location_key(const tc_yaml_location *map, const char *name, int line,
                               tc_yaml_location *out) {
  *out = *map;
  if (line > 0) out->line = line;
  out->joint = ".";
  TC_TRY(tc_pool_printf(&map->store->pool, &out->path, "%s%s%.80s", map->path, map->joint, name));
  return format_location(out);
}

tc_status tc_yaml_location_item(const tc_yaml_location *list, int index, int line, tc_yaml_location *out) {
  *out = *list;
  if (line > 0) out->line = line;
  out->joint = ": ";
  TC_TRY(tc_pool_printf(&list->store->pool, &out->path, "%s, item %d", list->path, index + 1));
  return format_location(out);
}
