/* Parses machine files (see machine_file.h). The tables of keys are created at run time, because the names of
 * parameters come from a registry. After all values have been read, further functions check cache sizes,
 * numbers of ranks and required keys. */
#include "io/machine/machine_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "io/machine/machine_site_keys.h"
#include "yaml/keys.h"

enum { file_max = 1 << 20 };

/* Keys of machine_keys.def. A key whose value is null or empty counts as not set. */
static const tc_key current_keys[] = {
#define TC_TEXT(name_) {TC_KEY_CHAR_ARRAY(tc_machine, #name_, name_), .default_value = "null"},
#define TC_INTEGER(name_, most_, meaning)                                                                    \
  {TC_KEY_VALUE(tc_machine, #name_, int32, name_), .default_value = "null", .min = 1, .max = most_},
#define TC_FORMER(name_)
#include "io/machine/machine_keys.def"
};

static tc_status ignore_value(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                              void *field) {
  (void)key, (void)location, (void)node, (void)field;
  return TC_OK;
}

static const tc_key former[] = {
#define TC_TEXT(name_)
#define TC_INTEGER(name_, most_, meaning)
#define TC_FORMER(name_) {.name = #name_, .read = ignore_value, .default_value = "null", .obsolete = true},
#include "io/machine/machine_keys.def"
};

enum {
  field_count = sizeof current_keys / sizeof *current_keys,
  former_count = sizeof former / sizeof *former
};

/* Tables of keys of a machine file, created at run time. `keys` has the keys at the top level of the file,
 * and `section` those of the mapping of each section. `fewer` and `spread` have those of the mappings
 * `patterns_fewer` and `spread`. */
typedef struct key_table {
  tc_key key[field_count + TC_MACHINE_SITE_KEYS + TC_PARAM_COUNT + TC_PARAM_SECTION_COUNT + 2 + former_count],
      section_key[TC_PARAM_SECTION_COUNT][TC_PARAM_COUNT], fewer_key[TC_PARAM_COUNT],
      spread_key[TC_PARAM_COUNT + former_count];
  tc_keys keys, section[TC_PARAM_SECTION_COUNT], fewer, spread;
  int key_index[TC_PARAM_COUNT]; /* index of each parameter in `key`; -1 if the parameter belongs to a section
                                    and is in `section_key` */
  int first_former;
} key_table;

static tc_key create_param_key(int param, size_t offset, tc_param_range range) {
  tc_params params;
  const int values = tc_param_values(param);
  return (tc_key){.name = tc_param_name(param),
                  .read = values > 1 ? tc_key_read_numbers : tc_key_read_number,
                  .size = (size_t)values * sizeof(double),
                  .field = offset + (size_t)((char *)tc_param_at(&params, param) - (char *)&params),
                  .default_value = "null",
                  .min = range.min,
                  .max = range.max,
                  .unit = range.unit};
}

static int find_section(const char *name) {
  int section = 0;
  while (strcmp(tc_param_section_name(section), name) != 0) section++;
  return section;
}

/* Reads the mapping of a section into the tc_machine at `field` and records the line number of each
 * parameter. */
static tc_status read_section(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                              void *field) {
  tc_machine *machine = field;
  tc_key_values values;
  const int section = find_section(key->name);
  TC_TRY(tc_key_values_create(location->store, key->keys, &values));
  TC_TRY(tc_key_values_collect(&values, location, node));
  TC_TRY(tc_key_values_read(&values, location, machine));
  for (int p = 0, k = 0; p < TC_PARAM_COUNT; p++)
    if (tc_param_section(p) == section) {
      machine->line[p] = values.value[k].node ? values.value[k].location.line : 0;
      k++;
    }
  return TC_OK;
}

static void add_key(tc_key *keys, int *count, tc_key key) { keys[(*count)++] = key; }

static void add_keys(tc_key *keys, int *count, const tc_key *added, int added_count) {
  memcpy(keys + *count, added, (size_t)added_count * sizeof *added);
  *count += added_count;
}

static tc_key create_map_key(const char *name, tc_key_reader *read, const tc_keys *keys, size_t field) {
  return (tc_key){.name = name, .read = read, .keys = keys, .field = field, .default_value = "null"};
}

/* Appends the keys that users set by hand. */
static void add_site_keys(tc_key *keys, int *count) {
  for (int k = 0; k < TC_MACHINE_SITE_KEYS; k++) {
    tc_key key = tc_machine_site_keys[k];
    key.field += offsetof(tc_machine, site);
    add_key(keys, count, key);
  }
}

/* Appends the keys of all parameters of a section to `keys`. The values of these keys are written to the
 * tc_params at byte `offset` of a struct. */
static void add_param_keys(tc_key *keys, int *count, int section, size_t offset) {
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_param_section(p) == section)
      add_key(keys, count, create_param_key(p, offset, tc_param_range_of(p)));
}

static tc_keys create_section_keys(tc_key *keys, int section, size_t offset) {
  int count = 0;
  add_param_keys(keys, &count, section, offset);
  return (tc_keys){.count = count, .key = keys};
}

static void create_spread_keys(key_table *t) {
  int count = 0;
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    add_key(t->spread_key, &count, create_param_key(p, 0, (tc_param_range){0.0, 1e15, "times the value"}));
  add_keys(t->spread_key, &count, former, former_count);
  t->spread = (tc_keys){.count = count, .key = t->spread_key};
}

/* Sets t->key_index. The parameters outside sections have consecutive indices in `key`, beginning with
 * `first`. */
static void set_key_indices(key_table *t, int first) {
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    t->key_index[p] = tc_param_section(p) == TC_PARAM_SECTION_NONE ? first++ : -1;
}

static void add_section_key(key_table *t, int *count, int section) {
  t->section[section] = create_section_keys(t->section_key[section], section, offsetof(tc_machine, params));
  add_key(t->key, count,
          create_map_key(tc_param_section_name(section), read_section, &t->section[section], 0));
}

static void create_key_table(key_table *t) {
  int count = 0;
  t->fewer = create_section_keys(t->fewer_key, TC_PARAM_SECTION_patterns, 0);
  create_spread_keys(t);
  add_keys(t->key, &count, current_keys, field_count);
  add_site_keys(t->key, &count);
  set_key_indices(t, count);
  add_param_keys(t->key, &count, TC_PARAM_SECTION_NONE, offsetof(tc_machine, params));
  for (int s = 0; s < TC_PARAM_SECTION_COUNT; s++) add_section_key(t, &count, s);
  add_key(t->key, &count,
          create_map_key("patterns_fewer", tc_key_read_map, &t->fewer, offsetof(tc_machine, fewer)));
  add_key(t->key, &count,
          create_map_key("spread", tc_key_read_map, &t->spread, offsetof(tc_machine, spread)));
  t->first_former = count;
  add_keys(t->key, &count, former, former_count);
  t->keys = (tc_keys){.count = count, .key = t->key};
}

static bool is_power_of_two(double value) {
  int exponent;
  return frexp(value, &exponent) == 0.5;
}

/* Returns the rule that the values of a parameter violate, as text for a message. Returns NULL if the values
 * are valid. The last cache level may be smaller than the level before it, because it is a rank's part of a
 * shared cache. */
static const char *find_size_error(int param, const double *size) {
  if (tc_param_is_line(param) && !is_power_of_two(*size)) return "expected a power of two";
  for (int v = 1; tc_param_is_axis(param) && v < tc_param_values(param); v++)
    if (size[v] <= size[v - 1]) return "expected each number to be above the one before it";
  for (int v = 1; param == TC_PARAM_level_cache_B && v < TC_LEVELS - 1; v++)
    if (size[v] < size[v - 1]) return "expected only the last number to be below the one before it";
  return NULL;
}

/* Returns the value of a parameter; NULL if the parameter is not set or belongs to a section. */
static const tc_key_value *find_param_value(const key_table *t, const tc_key_values *values, int param) {
  const int index = t->key_index[param];
  return index >= 0 && values->value[index].node ? &values->value[index] : NULL;
}

static tc_status check_sizes(const key_table *t, const tc_key_values *values, tc_params *params) {
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    const tc_key_value *value = find_param_value(t, values, p);
    const char *error = value ? find_size_error(p, tc_param_at(params, p)) : NULL;
    if (error) return tc_status_create(TC_USAGE, "%s: %s", value->location.where, error);
  }
  return TC_OK;
}

/* Records the line number of each parameter outside sections; 0 if the parameter is not set. */
static void record_lines(const key_table *t, const tc_key_values *values, tc_machine *machine) {
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    const tc_key_value *value = find_param_value(t, values, p);
    if (t->key_index[p] >= 0) machine->line[p] = value ? value->location.line : 0;
  }
}

/* Stores in machine->former the position of the first key that only earlier versions of the program use. */
static void record_former_key(const key_table *t, const tc_key_values *values, tc_machine *machine) {
  for (int k = former_count - 1; k >= 0; k--) {
    const tc_key_value *value = &values->value[t->first_former + k];
    if (value->node) snprintf(machine->former, sizeof machine->former, "%s", value->location.where);
  }
}

static tc_status missing_key_error(const char *path, const char *key) {
  return tc_status_create(TC_USAGE,
                          "%s: the key %s is missing (required: ranks_per_node, private_bandwidth_Bps and "
                          "cache_line_B): add it",
                          path, key);
}

/* True if the file may lack private_bandwidth_Bps and cache_line_B. This is allowed if the file has
 * parameters of the fitted CG model, of a device, or of programs that read single remote values. */
static bool has_special_model(const tc_params *p) {
  return p->fit_cg_flop_s > 0.0 || p->device_bandwidth_Bps > 0.0 || p->baseline_far_read_s > 0.0;
}

/* Checks fewer_ranks and pattern_ranks. The mapping `patterns_fewer` is a second measurement of the access
 * patterns with fewer ranks, and requires the number of ranks of both measurements. */
static tc_status check_pattern_ranks(const char *path, const tc_machine *m) {
  bool has_patterns = false;
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    has_patterns = has_patterns || (tc_param_is_pattern(p) && *tc_param_get(&m->fewer, p) > 0.0);
  if (has_patterns == (m->fewer_ranks > 0) && m->fewer_ranks <= m->pattern_ranks - (m->fewer_ranks > 0))
    return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: with patterns_fewer, fewer_ranks (%d) must be set and smaller than "
                          "pattern_ranks (%d): correct these keys, or remove patterns_fewer and fewer_ranks",
                          path, m->fewer_ranks, m->pattern_ranks);
}

static tc_status parse_machine(tc_yaml_store *store, const char *path, const char *text,
                               tc_machine *machine) {
  key_table t;
  tc_key_values values;
  tc_yaml_node *root;
  const tc_yaml_location root_location = tc_yaml_location_root(store, path, NULL);
  create_key_table(&t);
  TC_TRY(tc_yaml_store_parse(store, path, true, text, &root));
  TC_TRY(tc_key_values_create(store, &t.keys, &values));
  TC_TRY(tc_key_values_collect(&values, &root_location, root));
  TC_TRY(tc_key_values_read(&values, &root_location, machine));
  TC_TRY(check_sizes(&t, &values, &machine->params));
  TC_TRY(check_pattern_ranks(path, machine));
  record_lines(&t, &values, machine);
  record_former_key(&t, &values, machine);
  if (!machine->ranks_per_node) return missing_key_error(path, "ranks_per_node");
  if (has_special_model(&machine->params)) return TC_OK;
  if (machine->params.private_bandwidth_Bps == 0.0) return missing_key_error(path, "private_bandwidth_Bps");
  if (machine->params.cache_line_B == 0.0) return missing_key_error(path, "cache_line_B");
  return TC_OK;
}

tc_status tc_machine_file_parse(const char *path, const char *text, tc_machine *out) {
  tc_yaml_store store = {0};
  tc_machine machine = {.nodes = 0};
  tc_status status = parse_machine(&store, path, text, &machine);
  tc_yaml_store_free(&store);
  if (!status) *out = machine;
  return status;
}

tc_status tc_machine_file_read(const char *path, tc_machine *out) {
  char *text = NULL;
  TC_TRY(tc_file_read_text(path, file_max, TC_USAGE, &text));
  tc_status status = tc_machine_file_parse(path, text, out);
  tc_free(text);
  return status;
}
