#include "io/machine_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "io/key_kinds.h"
#include "io/values.h"

enum { file_max = 1 << 20 };

/* Nothing, or null, means the same as leaving the key out: not known. */
static const tc_key fields[] = {
#define TC_TEXT(name_) {TC_KEY_ROOM(tc_machine, #name_, name_), .standard = "null"},
#define TC_INTEGER(name_, most_, meaning)                                                                    \
  {TC_KEY_VALUE(tc_machine, #name_, int32, name_), .standard = "null", .least = 1, .most = most_},
#define TC_FORMER(name_)
#include "io/machine_keys.def"
#undef TC_TEXT
#undef TC_INTEGER
#undef TC_FORMER
};

static tc_status read_former(const tc_key *key, const tc_spot *spot, tc_yaml_node *node, void *field) {
  (void)key, (void)spot, (void)node, (void)field;
  return TC_OK;
}

static const tc_key former[] = {
#define TC_TEXT(name_)
#define TC_INTEGER(name_, most_, meaning)
#define TC_FORMER(name_) {.name = #name_, .read = read_former, .standard = "null", .former = true},
#include "io/machine_keys.def"
#undef TC_TEXT
#undef TC_INTEGER
#undef TC_FORMER
};

enum { field_count = sizeof fields / sizeof *fields, formers = sizeof former / sizeof *former };

enum { first_former = field_count + TC_PARAM_COUNT + 1 };

/* The parameters' names are known at run time only (machine/params.h), and they are keys of two mappings: of
 * the file and of `spread` in it. */
typedef struct table {
  tc_key key[field_count + TC_PARAM_COUNT + 1 + formers], spread_key[TC_PARAM_COUNT + formers];
  tc_keys keys, spread;
} table;

static tc_key param_key(int param, size_t before, tc_param_range range) {
  tc_params params;
  const int values = tc_param_values(param);
  return (tc_key){.name = tc_param_name(param),
                  .read = values > 1 ? tc_key_read_numbers : tc_key_read_number,
                  .size = (size_t)values * sizeof(double),
                  .field = before + (size_t)((char *)tc_param_at(&params, param) - (char *)&params),
                  .standard = "null",
                  .least = range.least,
                  .most = range.most,
                  .unit = range.unit};
}

static void make_table(table *t) {
  memcpy(t->key, fields, sizeof fields);
  memcpy(t->key + first_former, former, sizeof former);
  memcpy(t->spread_key + TC_PARAM_COUNT, former, sizeof former);
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    t->key[field_count + p] = param_key(p, offsetof(tc_machine, params), tc_param_range_of(p));
    t->spread_key[p] = param_key(p, 0, (tc_param_range){0.0, 1e15, "times the value"});
  }
  t->spread = (tc_keys){TC_KEYS(t->spread_key)};
  t->key[field_count + TC_PARAM_COUNT] = (tc_key){.name = "spread",
                                                  .read = tc_key_read_map,
                                                  .keys = &t->spread,
                                                  .field = offsetof(tc_machine, spread),
                                                  .standard = "null"};
  t->keys = (tc_keys){TC_KEYS(t->key)};
}

static bool is_power_of_two(double value) {
  int exponent;
  return frexp(value, &exponent) == 0.5;
}

/* Curves are looked up between neighbouring sizes. A rank's share of a cache that many have may be smaller
 * than the one before it that it has for itself. */
static const char *wrong_size(int param, const double *size) {
  if (tc_param_is_line(param) && !is_power_of_two(*size)) return "expected a power of two";
  for (int v = 1; tc_param_is_axis(param) && v < tc_param_values(param); v++)
    if (size[v] <= size[v - 1]) return "expected each number to be above the one before it";
  for (int v = 1; param == TC_PARAM_level_cache_B && v < TC_LEVELS - 1; v++)
    if (size[v] < size[v - 1]) return "expected no number but the last to be below the one before it";
  return NULL;
}

static tc_status check_sizes(const tc_values *values, tc_params *params) {
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    const tc_given *given = &values->given[field_count + p];
    const char *wrong = given->node ? wrong_size(p, tc_param_at(params, p)) : NULL;
    if (wrong) return tc_status_make(TC_USAGE, "%s: %s", given->spot.where, wrong);
  }
  return TC_OK;
}

static void note_lines(const tc_values *values, tc_machine *machine) {
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    const tc_given *given = &values->given[field_count + p];
    machine->line[p] = given->node ? given->spot.line : 0;
  }
}

/* The first one. */
static void note_former(const tc_values *values, tc_machine *machine) {
  for (int k = formers - 1; k >= 0; k--) {
    const tc_given *given = &values->given[first_former + k];
    if (given->node) snprintf(machine->former, sizeof machine->former, "%s", given->spot.where);
  }
}

static tc_status missing(const char *path, const char *key) {
  return tc_status_make(TC_USAGE,
                        "%s: the key %s is missing (needed: ranks_per_node, private_bandwidth_Bps and "
                        "cache_line_B)",
                        path, key);
}

static tc_status parse(tc_yaml_store *store, const char *path, const char *text, tc_machine *machine) {
  table t;
  tc_values values;
  tc_yaml_node *root;
  const tc_spot whole = tc_spot_whole(store, path, NULL);
  make_table(&t);
  TC_TRY(tc_yaml_store_parse(store, path, true, text, &root));
  TC_TRY(tc_values_create(store, &t.keys, &values));
  TC_TRY(tc_values_collect(&values, &whole, root));
  TC_TRY(tc_values_read(&values, &whole, machine));
  TC_TRY(check_sizes(&values, &machine->params));
  note_lines(&values, machine);
  note_former(&values, machine);
  if (!machine->ranks_per_node) return missing(path, "ranks_per_node");
  /* Enough for a model of its own, or for what a device allows. */
  if (machine->params.fit_cg_flop_s > 0.0 || machine->params.device_bandwidth_Bps > 0.0) return TC_OK;
  if (machine->params.private_bandwidth_Bps == 0.0) return missing(path, "private_bandwidth_Bps");
  if (machine->params.cache_line_B == 0.0) return missing(path, "cache_line_B");
  return TC_OK;
}

tc_status tc_machine_file_parse(const char *path, const char *text, tc_machine *out) {
  tc_yaml_store store = {0};
  tc_machine machine = {.nodes = 0};
  tc_status status = parse(&store, path, text, &machine);
  tc_yaml_store_empty(&store);
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
