/* YAML keys of a loop file. In the mappings `values` and `arrays` users choose the keys themselves, so these
 * mappings have separate readers. All other keys are in tables for yaml/keys.h. No formula is evaluated
 * here. */
#include "loops/loop_schema.h"

#include <string.h>

#include "yaml/keys.h"

/* ---- formulas ---- */

typedef tc_loop_text tc_key_type_formula_text;

static tc_status tc_key_read_formula_text(const tc_key *key, const tc_yaml_location *location,
                                          tc_yaml_node *node, void *field) {
  tc_loop_text *out = field;
  (void)key;
  if (!tc_yaml_is_text(node) || strchr(tc_yaml_text(node), '\n'))
    return tc_key_expected_error(location->where, "a whole number or a formula on one line", node);
  *out = (tc_loop_text){location->where, tc_yaml_text(node)};
  return TC_OK;
}

/* ---- mappings whose keys the user chooses ---- */

typedef tc_status item_reader(const char *name, const tc_yaml_location *location, tc_yaml_node *node,
                              void *item);

static int count_pairs(tc_yaml_node *map) {
  tc_yaml_pair pair;
  int count = 0;
  for (void *at = NULL; tc_yaml_next(map, &at, &pair);) count++;
  return count;
}

typedef TC_LIST(char) untyped_list;

/* Reads a mapping whose keys the user chooses into `field`, a TC_LIST of items of key->size bytes. `read`
 * fills the item of each key. */
static tc_status read_named_items(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                                  item_reader *read, void *field) {
  untyped_list list = {0};
  tc_yaml_pair pair;
  if (!tc_yaml_is_map(node)) return tc_key_expected_error(location->where, "a mapping of names", node);
  TC_TRY(tc_pool_alloc(&location->store->pool, (size_t)count_pairs(node) * key->size, &list.item));
  for (void *at = NULL; tc_yaml_next(node, &at, &pair); list.count++) {
    tc_yaml_location item_location;
    TC_TRY(tc_yaml_location_key(location, pair.key, pair.line, &item_location));
    TC_TRY(read(pair.key, &item_location, pair.value, list.item + (size_t)list.count * key->size));
  }
  memcpy((char *)field + offsetof(untyped_list, count), &list.count, sizeof list.count);
  memcpy((char *)field + offsetof(untyped_list, item), &list.item, sizeof list.item);
  return TC_OK;
}

static tc_status read_value(const char *name, const tc_yaml_location *location, tc_yaml_node *node,
                            void *item) {
  tc_loop_value *value = item;
  value->name = name;
  return tc_key_read_formula_text(NULL, location, node, &value->value);
}

static const tc_key array_key[] = {
    {TC_KEY_LIST(tc_loop_schema_array, "size", formula_text, size)},
    {TC_KEY_VALUE(tc_loop_schema_array, "block", formula_text, block), .default_value = "1"},
    {TC_KEY_VALUE(tc_loop_schema_array, "owner", formula_text, owner), .default_value = "null"},
};
static const tc_keys array_keys = {TC_KEYS(array_key), TC_KEYS_WHERE(tc_loop_schema_array, where)};

static tc_status read_array(const char *name, const tc_yaml_location *location, tc_yaml_node *node,
                            void *item) {
  tc_loop_schema_array *array = item;
  array->name = name;
  return tc_key_values_read_map(&array_keys, location, node, array);
}

static tc_status read_values(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                             void *field) {
  return read_named_items(key, location, node, read_value, field);
}

static tc_status empty_error(const tc_yaml_location *location) {
  return tc_status_create(TC_USAGE, "%s: is empty: add an entry", location->where);
}

static tc_status read_arrays(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                             void *field) {
  if (tc_yaml_is_map(node) && count_pairs(node) == 0) return empty_error(location);
  return read_named_items(key, location, node, read_array, field);
}

/* ---- intervals ---- */

typedef tc_loop_schema_level tc_key_type_level;

static tc_status tc_key_read_level(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                                   void *field) {
  static const char *const format = "a variable with its bounds, {i: [first, one past the last]}",
                           *const bounds = "two bounds, [first, one past the last]";
  tc_loop_schema_level *out = field;
  tc_yaml_pair pair;
  void *at = NULL;
  if (!tc_yaml_is_map(node)) return tc_key_expected_error(location->where, format, node);
  if (count_pairs(node) != 1)
    return tc_status_create(TC_USAGE, "%s: expected %s, found %d variables: use one item for each",
                            location->where, format, count_pairs(node));
  tc_yaml_next(node, &at, &pair);
  tc_yaml_location item_location;
  TC_TRY(tc_yaml_location_key(location, pair.key, pair.line, &item_location));
  if (!tc_yaml_is_list(pair.value)) return tc_key_expected_error(item_location.where, bounds, pair.value);
  if (tc_yaml_count(pair.value) != 2)
    /* Example: l.yaml:6: intervals, item 1: loop, item 1: i: expected two bounds, [first, one past the last],
     * found 3 */
    return tc_status_create(TC_USAGE, "%s: expected %s, found %d", item_location.where, bounds,
                            tc_yaml_count(pair.value));
  *out = (tc_loop_schema_level){.name = pair.key, .where = item_location.where};
  TC_TRY(tc_key_read_formula_text(key, &item_location, tc_yaml_item(pair.value, 0), &out->from));
  return tc_key_read_formula_text(key, &item_location, tc_yaml_item(pair.value, 1), &out->to);
}

static const tc_key tc_loop_schema_reference_key[] = {
    {TC_KEY_VALUE(tc_loop_schema_reference, "read", formula_text, read), .default_value = "null"},
    {TC_KEY_VALUE(tc_loop_schema_reference, "write", formula_text, write), .default_value = "null"},
    {TC_KEY_VALUE(tc_loop_schema_reference, "update", formula_text, update), .default_value = "null"},
};
static const tc_keys tc_loop_schema_reference_keys = {TC_KEYS(tc_loop_schema_reference_key),
                                                      TC_KEYS_WHERE(tc_loop_schema_reference, where)};

static const tc_key tc_loop_schema_interval_key[] = {
    {TC_KEY_VALUE(tc_loop_schema_interval, "name", text, name), .default_value = "null"},
    {TC_KEY_LIST(tc_loop_schema_interval, "loop", level, loop)},
    {TC_KEY_VALUE(tc_loop_schema_interval, "affinity", formula_text, affinity), .default_value = "null"},
    {TC_KEY_MAPS(tc_loop_schema_interval, "references", tc_loop_schema_reference, references)},
};
static const tc_keys tc_loop_schema_interval_keys = {TC_KEYS(tc_loop_schema_interval_key),
                                                     TC_KEYS_WHERE(tc_loop_schema_interval, where)};

/* Reads the list of intervals like a key of kind TC_KEY_MAPS, but rejects an empty list. */
static tc_status read_intervals(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                                void *field) {
  if (tc_yaml_is_list(node) && tc_yaml_count(node) == 0) return empty_error(location);
  return tc_key_read_list(key, location, node, field);
}

static const tc_key loops_key[] = {
    {TC_KEY_VALUE(tc_loop_schema_loops, "name", text, name), .default_value = "null"},
    {TC_KEY_VALUE(tc_loop_schema_loops, "summary", text, summary), .default_value = "null"},
    {.name = "values",
     .read = read_values,
     .size = sizeof(tc_loop_value),
     .default_value = "null",
     .field = offsetof(tc_loop_schema_loops, values)},
    {.name = "arrays",
     .read = read_arrays,
     .size = sizeof(tc_loop_schema_array),
     .field = offsetof(tc_loop_schema_loops, arrays)},
    {.name = "intervals",
     .read = read_intervals,
     .read_item = tc_key_read_map,
     .size = sizeof(tc_loop_schema_interval),
     .keys = &tc_loop_schema_interval_keys,
     .field = offsetof(tc_loop_schema_loops, intervals)},
};
const tc_keys tc_loop_schema_loops_keys = {TC_KEYS(loops_key)};
