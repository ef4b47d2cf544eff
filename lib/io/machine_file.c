#include "io/machine_file.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/line.h"
#include "base/memory.h"
#include "io/nearest.h"
#include "io/yaml.h"
#include "io/yaml_value.h"

enum { key_max = 80, file_max = 1 << 20 };

static const char *const spread_key = "spread";

/* A field of tc_machine. */
typedef struct field {
  const char *name;
  size_t offset, size; /* size: room of a text with its NUL; 0 for an integer */
  double most;         /* of an integer, from 1 */
} field;

static const field fields[] = {
#define TC_TEXT(name)                   {#name, offsetof(tc_machine, name), sizeof(((tc_machine *)0)->name), 0},
#define TC_INTEGER(name, most, meaning) {#name, offsetof(tc_machine, name), 0, most},
#include "io/machine_keys.def"
#undef TC_TEXT
#undef TC_INTEGER
};

enum { field_count = sizeof fields / sizeof *fields };

static const field *find_field(const char *name) {
  for (int f = 0; f < field_count; f++)
    if (!strcmp(fields[f].name, name)) return &fields[f];
  return NULL;
}

static int find_param(const char *name) {
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (!strcmp(tc_param_name(p), name)) return p;
  return -1;
}

/* A file on its way into a machine. */
typedef struct reader {
  const char *path;
  char *where; /* "path:line: key" of what is being read */
  size_t room; /* of where, bytes */
  tc_machine *machine;
} reader;

/* Says where the reader is; section "" or "spread". */
static const char *place(reader *r, int line, const char *section, const char *key) {
  snprintf(r->where, r->room, "%s:%d: %s%s%.*s", r->path, line, section, *section ? "." : "", key_max, key);
  return r->where;
}

/* ---- keys ---- */

static const char *list_keys(bool only_params, tc_line *list) {
  *list = (tc_line){0};
  for (int f = 0; f < field_count && !only_params; f++) tc_line_item(list, fields[f].name);
  for (int p = 0; p < TC_PARAM_COUNT; p++) tc_line_item(list, tc_param_name(p));
  if (!only_params) tc_line_item(list, spread_key);
  return list->text;
}

static tc_status unknown(const reader *r, int line, const char *section, const char *key) {
  tc_line list;
  tc_nearest near = tc_nearest_begin(key);
  for (int f = 0; f < field_count && !*section; f++) tc_nearest_offer(&near, fields[f].name);
  for (int p = 0; p < TC_PARAM_COUNT; p++) tc_nearest_offer(&near, tc_param_name(p));
  if (!*section) tc_nearest_offer(&near, spread_key);
  const char *dot = *section ? "." : "";
  if (*near.known)
    return tc_status_make(TC_USAGE, "%s:%d: unknown key '%s%s%s' (did you mean '%s%s%s'?)", r->path, line,
                          section, dot, key, section, dot, near.known);
  return tc_status_make(TC_USAGE, "%s:%d: unknown key '%s%s%.*s' (known%s%s: %s)", r->path, line, section,
                        dot, key_max, key, *section ? " in " : "", section, list_keys(*section, &list));
}

/* ---- values ---- */

static tc_status read_field(const char *where, tc_yaml_node *node, const field *f, tc_machine *machine) {
  char *at = (char *)machine + f->offset;
  tc_yaml_kind kind = tc_yaml_kind_of(node);
  int64_t value = 0;
  if (!f->size) {
    TC_TRY(tc_yaml_integer(where, node, 1, f->most, &value));
    *(int *)(void *)at = (int)value;
    return TC_OK;
  }
  if (kind != TC_YAML_PLAIN && kind != TC_YAML_TEXT) return tc_yaml_expected(where, "a text", node);
  if (strlen(tc_yaml_text(node)) >= f->size)
    return tc_status_make(TC_USAGE, "%s: the text is longer than %zu bytes", where, f->size - 1);
  memcpy(at, tc_yaml_text(node), strlen(tc_yaml_text(node)) + 1);
  return TC_OK;
}

static const tc_param_range spread_range = {0.0, 1e15, "times the value"};

static tc_status read_value(const char *where, tc_yaml_node *node, tc_param_range range, double *out) {
  double value;
  if (!tc_yaml_number(node, &value)) return tc_yaml_expected(where, "a number", node);
  if (!(value >= range.least && value <= range.most))
    return tc_status_make(TC_USAGE, "%s: %s is out of range: expected %g to %g (%s)", where,
                          tc_yaml_text(node), range.least, range.most, range.unit);
  *out = value;
  return TC_OK;
}

static tc_status read_param(const char *where, tc_yaml_node *node, int param, tc_param_range range,
                            tc_params *params) {
  double *out = tc_param_at(params, param);
  const int values = tc_param_values(param);
  if (values == 1) return read_value(where, node, range, out);
  if (tc_yaml_kind_of(node) != TC_YAML_LIST) return tc_yaml_expected(where, "a list of numbers", node);
  if (tc_yaml_count(node) != values)
    return tc_status_make(TC_USAGE, "%s: expected a list of %d numbers, found %d", where, values,
                          tc_yaml_count(node));
  for (int v = 0; v < values; v++) TC_TRY(read_value(where, tc_yaml_item(node, v), range, &out[v]));
  return TC_OK;
}

/* Curves are looked up between neighbouring working sets. */
static tc_status check_rising(const char *where, const double *value) {
  for (int w = 1; w < TC_WORKING_SETS; w++)
    if (value[w] <= value[w - 1])
      return tc_status_make(TC_USAGE, "%s: expected each number to be above the one before it", where);
  return TC_OK;
}

static tc_status read_spread(reader *r, int line, tc_yaml_node *node) {
  if (tc_yaml_kind_of(node) != TC_YAML_MAP)
    return tc_yaml_expected(place(r, line, "", spread_key), "names of parameters with their spread", node);
  void *at = NULL;
  for (tc_yaml_pair pair; tc_yaml_next(node, &at, &pair);) {
    int param = find_param(pair.key);
    if (param < 0) return unknown(r, pair.line, spread_key, pair.key);
    if (tc_yaml_kind_of(pair.value) == TC_YAML_NULL) continue;
    TC_TRY(read_param(place(r, pair.line, spread_key, pair.key), pair.value, param, spread_range,
                      &r->machine->spread));
  }
  return TC_OK;
}

/* Nothing, or null, means the same as leaving the key out: not known. */
static tc_status read_pair(reader *r, const tc_yaml_pair *pair) {
  const field *f = find_field(pair->key);
  int param = find_param(pair->key);
  bool is_spread = !strcmp(pair->key, spread_key);
  if (!f && param < 0 && !is_spread) return unknown(r, pair->line, "", pair->key);
  if (tc_yaml_kind_of(pair->value) == TC_YAML_NULL) return TC_OK;
  if (is_spread) return read_spread(r, pair->line, pair->value);
  const char *where = place(r, pair->line, "", pair->key);
  if (f) return read_field(where, pair->value, f, r->machine);
  tc_params *params = &r->machine->params;
  TC_TRY(read_param(where, pair->value, param, tc_param_range_of(param), params));
  bool is_working_set = tc_param_at(params, param) == params->working_set_B;
  return is_working_set ? check_rising(where, params->working_set_B) : TC_OK;
}

/* ---- the whole file ---- */

static tc_status missing(const reader *r, const char *key) {
  return tc_status_make(TC_USAGE,
                        "%s: the key %s is missing (needed: ranks_per_node, private_bandwidth_Bps and "
                        "cache_line_B)",
                        r->path, key);
}

static tc_status read_all(reader *r, tc_yaml_node *root) {
  if (root && tc_yaml_kind_of(root) != TC_YAML_MAP)
    return tc_status_make(TC_USAGE,
                          "%s:1: expected keys with their values, like 'ranks_per_node: 16', found %s",
                          r->path, tc_yaml_found_in(root).text);
  void *at = NULL;
  for (tc_yaml_pair pair; root && tc_yaml_next(root, &at, &pair);) TC_TRY(read_pair(r, &pair));
  if (!r->machine->ranks_per_node) return missing(r, "ranks_per_node");
  if (r->machine->params.private_bandwidth_Bps == 0.0) return missing(r, "private_bandwidth_Bps");
  if (r->machine->params.cache_line_B == 0.0) return missing(r, "cache_line_B");
  return TC_OK;
}

tc_status tc_machine_file_parse(const char *path, const char *text, tc_machine *out) {
  tc_machine machine = {.nodes = 0};
  reader r = {.path = path, .room = strlen(path) + key_max + 40, .machine = &machine};
  tc_yaml *yaml = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_alloc(r.room, 1, "the machine file", &r.where));
  TC_GUARD(status, tc_yaml_create(path, true, text, &yaml));
  TC_GUARD(status, read_all(&r, tc_yaml_root(yaml)));
  *out = machine;
cleanup:
  tc_yaml_destroy(&yaml);
  tc_free(r.where);
  return status;
}

tc_status tc_machine_file_read(const char *path, tc_machine *out) {
  char *text = NULL;
  TC_TRY(tc_file_read_text(path, file_max, TC_USAGE, &text));
  tc_status status = tc_machine_file_parse(path, text, out);
  tc_free(text);
  return status;
}
