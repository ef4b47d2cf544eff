/* Typed reader of YAML mappings (see keys.h). Values are stored as YAML nodes until all texts have been
 * collected. Only the last value of each key is then converted and checked, by the readers of single values
 * (key_readers.c), of lists and of mappings. */
#include "yaml/keys.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { name_max = 63 };

/* ---- positions ---- */

tc_yaml_location tc_yaml_location_root(tc_yaml_store *store, const char *label, const char *override) {
  return (tc_yaml_location){.store = store,
                            .label = label,
                            .override = override,
                            .path = "",
                            .separator = "",
                            .where = label};
}

/* The copy gets a new text `where`, because that text contains the line number. */
tc_status tc_yaml_location_at_line(const tc_yaml_location *location, int number, tc_yaml_location *out) {
  char line[16] = "";
  *out = *location;
  if (number > 0) out->line = number;
  if (!out->override && out->line > 0) snprintf(line, sizeof line, ":%d", out->line);
  const bool is_named = !*out->path || (out->override && !strcmp(out->override, out->path));
  return tc_pool_printf(&out->store->pool, &out->where, "%s%s%s%s", out->label, line, is_named ? "" : ": ",
                        is_named ? "" : out->path);
}

tc_status tc_yaml_location_key(const tc_yaml_location *map, const char *name, int line,
                               tc_yaml_location *out) {
  tc_yaml_location inner = *map;
  inner.separator = ".";
  TC_TRY(tc_pool_printf(&map->store->pool, &inner.path, "%s%s%.80s", map->path, map->separator, name));
  return tc_yaml_location_at_line(&inner, line, out);
}

/* Computes the position of the item `index` (from 0) of the list at `list`. */
static tc_status locate_item(const tc_yaml_location *list, int index, int line, tc_yaml_location *out) {
  tc_yaml_location inner = *list;
  inner.separator = ": ";
  TC_TRY(tc_pool_printf(&list->store->pool, &inner.path, "%s, item %d", list->path, index + 1));
  return tc_yaml_location_at_line(&inner, line, out);
}

/* ---- keys of a table ---- */

int tc_keys_find(const tc_keys *keys, const char *name) {
  for (int k = 0; k < keys->count; k++)
    if (!strcmp(keys->key[k].name, name) || (keys->key[k].alias && !strcmp(keys->key[k].alias, name)))
      return k;
  return -1;
}

bool tc_key_is_below(const tc_key *key, const char *section) {
  size_t n = strlen(section);
  return !n || (!strncmp(key->name, section, n) && key->name[n] == '.');
}

bool tc_keys_has_section(const tc_keys *keys, const char *section) {
  for (int k = 0; k < keys->count; k++)
    if (tc_key_is_below(&keys->key[k], section)) return true;
  return false;
}

/* ---- collecting nodes ---- */

tc_status tc_key_values_create(tc_yaml_store *store, const tc_keys *keys, tc_key_values *out) {
  out->keys = keys;
  return tc_pool_alloc(&store->pool, (size_t)keys->count * sizeof *out->value, &out->value);
}

/* Sets the value of the key with index `key`. `name` is the key's name or alias, as written in the text.
 * Returns an error if two files, or two overrides, set the same key with different names. */
static tc_status set_value(tc_key_values *values, const tc_yaml_location *map, int key, const char *name,
                           int line, tc_yaml_node *node) {
  tc_key_value *key_value = &values->value[key];
  tc_yaml_location location;
  TC_TRY(tc_yaml_location_key(map, name, line, &location));
  if (key_value->name && strcmp(key_value->name, name) != 0 &&
      !key_value->location.override == !location.override)
    return tc_status_create(TC_USAGE,
                            "%s: sets the same key as %s (%s), which is another name of it: remove one of "
                            "the two",
                            location.where, key_value->name, key_value->location.where);
  *key_value = (tc_key_value){.node = tc_yaml_kind_of(node) == TC_YAML_NULL ? NULL : node,
                              .is_set = true,
                              .location = location};
  return tc_pool_printf(&map->store->pool, &key_value->name, "%s", name);
}

static tc_status reset_section(tc_key_values *values, const tc_yaml_location *map, const char *section,
                               int line) {
  for (int k = 0; k < values->keys->count; k++) {
    if (!tc_key_is_below(&values->keys->key[k], section)) continue;
    values->value[k] = (tc_key_value){
        .is_set = true}; /* `name` remains NULL, so that a later text may use the name or the alias */
    TC_TRY(tc_yaml_location_key(map, values->keys->key[k].name, line, &values->value[k].location));
  }
  return TC_OK;
}

static tc_status unknown_key_error(const tc_keys *keys, const tc_yaml_location *map, int line,
                                   const char *name) {
  tc_yaml_location location;
  TC_TRY(tc_yaml_location_at_line(map, line, &location));
  return tc_keys_unknown_error(keys, location.where, name);
}

/* True if the key is most likely the part of a number after a decimal comma. YAML reads {dt: 0,001} as the
 * key dt with the value 0 and a key 001 without a value. */
static bool is_after_decimal_comma(const tc_yaml_pair *pair) {
  return tc_yaml_kind_of(pair->value) == TC_YAML_NULL &&
         pair->key[strspn(pair->key, "0123456789eE+-")] == '\0' && pair->key[0] >= '0' && pair->key[0] <= '9';
}

/* Returns an error if a key in a file contains a dot (such as time.steps), or if a key is most likely part of
 * a value. */
static tc_status check_pair(const tc_keys *keys, const tc_yaml_location *map, const char *name,
                            const tc_yaml_pair *pair) {
  const bool has_dots = !map->override && strchr(pair->key, '.'), is_cut = is_after_decimal_comma(pair);
  const char *advice = tc_yaml_key_advice(pair->key);
  tc_yaml_location location;
  if (has_dots && tc_keys_find(keys, name) >= 0) {
    TC_TRY(tc_yaml_location_key(map, name, pair->line, &location));
    return tc_status_create(TC_USAGE,
                            "%s: dotted keys are allowed with -s only: write the key inside its section",
                            location.where);
  }
  if (!*advice && !is_cut) return has_dots ? unknown_key_error(keys, map, pair->line, name) : TC_OK;
  TC_TRY(tc_yaml_location_at_line(map, pair->line, &location));
  return tc_status_create(TC_USAGE, "%s: unknown key '%.80s'%s", location.where, name,
                          *advice ? advice : ", the part after a decimal comma: write a decimal point");
}

/* Stores in `values` the values of all keys of the section `section`, whose mapping is `node`. `map` is the
 * position of the mapping that contains the section. If `section` is "", `node` is the whole mapping. */
static tc_status collect_values(tc_key_values *values, const tc_yaml_location *map, const char *section,
                                int line, tc_yaml_node *node) {
  const tc_keys *keys = values->keys;
  if (tc_yaml_kind_of(node) == TC_YAML_NULL) return reset_section(values, map, section, line);
  if (!tc_yaml_is_map(node)) return tc_keys_not_a_map_error(keys, map, section, line, node);
  void *at = NULL;
  for (tc_yaml_pair pair; tc_yaml_next(node, &at, &pair);) {
    char name[2 * name_max + 2];
    snprintf(name, sizeof name, "%s%s%s", section, *section ? "." : "", pair.key);
    TC_TRY(check_pair(keys, map, name, &pair));
    TC_TRY(tc_key_values_assign(values, map, name, pair.line, pair.value));
  }
  return TC_OK;
}

tc_status tc_key_values_assign(tc_key_values *values, const tc_yaml_location *map, const char *name, int line,
                               tc_yaml_node *node) {
  int key = tc_keys_find(values->keys, name);
  if (key >= 0) return set_value(values, map, key, name, line, node);
  if (tc_keys_has_section(values->keys, name)) return collect_values(values, map, name, line, node);
  return unknown_key_error(values->keys, map, line, name);
}

tc_status tc_key_values_collect(tc_key_values *values, const tc_yaml_location *map, tc_yaml_node *node) {
  return collect_values(values, map, "", tc_yaml_line(node), node);
}

/* ---- reading nodes into the struct ---- */

/* Sets `key_value` to the default of a key that neither the file nor an override sets. */
static tc_status set_default(tc_key_value *key_value, const tc_key *key, const tc_yaml_location *map) {
  if (!key->default_value)
    return tc_status_create(TC_USAGE, "%s: the key %s is missing: add it", map->where, key->name);
  TC_TRY(tc_yaml_location_key(map, key->name, 0, &key_value->location));
  TC_TRY(tc_pool_printf(&map->store->pool, &key_value->location.where, "%s: %s (default)", map->where,
                        key->name));
  return tc_yaml_store_constant(map->store, key->default_value, &key_value->node);
}

tc_status tc_key_values_read(tc_key_values *values, const tc_yaml_location *map, void *out) {
  const tc_keys *keys = values->keys;
  char *into = out;
  for (int k = 0; k < keys->count; k++) {
    const tc_key *key = &keys->key[k];
    tc_key_value key_value = values->value[k];
    if (!key_value.node) TC_TRY(set_default(&key_value, key, map));
    values->value[k].location = key_value.location;
    if (tc_yaml_kind_of(key_value.node) != TC_YAML_NULL)
      TC_TRY(key->read(key, &key_value.location, key_value.node, into + key->field));
  }
  if (keys->has_where) memcpy(into + keys->where, &map->where, sizeof map->where);
  return TC_OK;
}

tc_status tc_key_values_read_map(const tc_keys *keys, const tc_yaml_location *map, tc_yaml_node *node,
                                 void *out) {
  tc_key_values values;
  if (!tc_yaml_is_map(node)) return tc_keys_not_a_map_error(keys, map, "", tc_yaml_line(node), node);
  TC_TRY(tc_key_values_create(map->store, keys, &values));
  TC_TRY(tc_key_values_collect(&values, map, node));
  return tc_key_values_read(&values, map, out);
}

/* ---- values that contain other values ---- */

/* Every TC_LIST has the same memory layout as this type, whatever its item type. */
typedef TC_LIST(void) list;

tc_status tc_key_read_list(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                           void *field) {
  char *items = NULL;
  if (tc_yaml_kind_of(node) != TC_YAML_LIST) return tc_key_expected_error(location->where, "a list", node);
  const int count = tc_yaml_count(node);
  TC_TRY(tc_pool_alloc(&location->store->pool, (size_t)count * key->size, &items));
  for (int i = 0; i < count; i++) {
    tc_yaml_node *item = tc_yaml_item(node, i);
    tc_yaml_location item_location;
    TC_TRY(locate_item(location, i, tc_yaml_line(item), &item_location));
    TC_TRY(key->read_item(key, &item_location, item, items + (size_t)i * key->size));
  }
  memcpy((char *)field + offsetof(list, count), &count, sizeof count);
  memcpy((char *)field + offsetof(list, item), &items, sizeof items);
  return TC_OK;
}

tc_status tc_key_read_map(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                          void *field) {
  return tc_key_values_read_map(key->keys, location, node, field);
}
