/* Collects the values of a table of keys from YAML mappings and reads them into a struct. The config
 * reader and the machine file reader call it. Values are stored as nodes until all texts are collected, so
 * that only the last value of a key is read and checked. */
#include "yaml/key_values.h"

#include <stdio.h>
#include <string.h>

#include "yaml/key_types.h"
#include "yaml/yaml_value.h"

enum { name_max = 63 };

tc_status tc_key_values_create(tc_yaml_store *store, const tc_keys *keys, tc_key_values *out) {
  out->keys = keys;
  return tc_pool_alloc(&store->pool, (size_t)keys->count * sizeof *out->value, &out->value);
}

/* ---- collecting nodes ---- */

/* Rejects a key that is set by two different names, both times in files or both times in overrides. An
 * override may use another name than the file. */
static tc_status check_one_name(const tc_key_value *given, const char *name, const tc_yaml_location *spot) {
  if (!given->name || !strcmp(given->name, name) || !given->spot.given != !spot->given) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: is the same key as %s (%s): use one name", spot->where, given->name,
                          given->spot.where);
}

/* Sets the value of the key with index `key`. `name` is the name that the text uses: that of the key or an
 * alias. */
static tc_status set_value(tc_key_values *values, const tc_yaml_location *map, int key, const char *name,
                           int line, tc_yaml_node *node) {
  tc_key_value *given = &values->value[key];
  tc_yaml_location spot;
  TC_TRY(tc_yaml_location_key(map, name, line, &spot));
  TC_TRY(check_one_name(given, name, &spot));
  *given = (tc_key_value){.node = tc_yaml_kind_of(node) == TC_YAML_NULL ? NULL : node,
                          .is_set = true,
                          .spot = spot};
  return tc_pool_printf(&map->store->pool, &given->name, "%s", name);
}

static tc_status reset_section(tc_key_values *values, const tc_yaml_location *map, const char *section,
                               int line) {
  for (int k = 0; k < values->keys->count; k++) {
    if (!tc_key_is_below(&values->keys->key[k], section)) continue;
    values->value[k] = (tc_key_value){.is_set = true}; /* a later text may use any name of the key */
    TC_TRY(tc_yaml_location_key(map, values->keys->key[k].name, line, &values->value[k].spot));
  }
  return TC_OK;
}

static const tc_key *first_key(const tc_keys *keys, const char *section) {
  for (int k = 0; k < keys->count; k++)
    if (!keys->key[k].obsolete && tc_key_is_below(&keys->key[k], section)) return &keys->key[k];
  return NULL;
}

/* Returns the user's text if it is a path or a name that the first key of the section accepts; ".." if not.
 */
static const char *example_value(const tc_keys *keys, const char *section, tc_yaml_node *node) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-";
  const size_t skip = *section ? strlen(section) + 1 : 0;
  const char *text = tc_yaml_is_text(node) ? tc_yaml_text(node) : "";
  const tc_key *key = first_key(keys, section);
  if (!key || !*text || text[strspn(text, plain)] || strchr(key->name + skip, '.')) return "..";
  return (key->names ? tc_registry_find(key->names, text) >= 0 : key->read == tc_key_read_path) ? text : "..";
}

static tc_status not_a_map(const tc_keys *keys, const tc_yaml_location *map, const char *section, int line,
                           tc_yaml_node *node) {
  tc_yaml_location spot = *map;
  tc_line list;
  TC_TRY(*section ? tc_yaml_location_key(map, section, line, &spot)
                  : tc_yaml_location_at_line(map, line, &spot));
  tc_keys_format_section(keys, section, &list);
  return tc_status_create(TC_USAGE, "%s: expected a map, for example {%.*s: %.64s}; its keys are %s",
                          spot.where, (int)strcspn(list.text, ","), list.text,
                          example_value(keys, section, node), list.text);
}

static tc_status unknown_key_error(const tc_keys *keys, const tc_yaml_location *map, int line,
                                   const char *name) {
  tc_yaml_location spot;
  TC_TRY(tc_yaml_location_at_line(map, line, &spot));
  return tc_keys_unknown_error(keys, spot.where, name);
}

/* True if the key is the rest of a value after a decimal comma. In "dt: 0,001" inside braces the comma ends
 * the value, and YAML reads a key 001 without a value. */
static bool follows_comma(const tc_yaml_pair *pair) {
  return tc_yaml_kind_of(pair->value) == TC_YAML_NULL &&
         pair->key[strspn(pair->key, "0123456789eE+-")] == '\0' && pair->key[0] >= '0' && pair->key[0] <= '9';
}

static tc_status unknown_pair(const tc_keys *keys, const tc_yaml_location *map, const char *name,
                              const tc_yaml_pair *pair) {
  tc_yaml_location spot;
  const char *advice = tc_yaml_key_advice(pair->key);
  if (!*advice && !follows_comma(pair)) return unknown_key_error(keys, map, pair->line, name);
  TC_TRY(tc_yaml_location_at_line(map, pair->line, &spot));
  return tc_status_create(TC_USAGE, "%s: unknown key '%.80s'%s", spot.where, name,
                          *advice ? advice : ", the part after a decimal comma: write a decimal point");
}

static tc_status refuse_dots(const tc_yaml_location *map, const char *name, int line) {
  tc_yaml_location spot;
  TC_TRY(tc_yaml_location_key(map, name, line, &spot));
  return tc_status_create(TC_USAGE,
                          "%s: dotted keys are allowed with -s only: write the key inside its section",
                          spot.where);
}

/* Collects the section `section`, which belongs to the mapping at `map` and whose values are in `node`. ""
 * stands for the whole mapping. */
static tc_status collect_values(tc_key_values *values, const tc_yaml_location *map, const char *section,
                                int line, tc_yaml_node *node) {
  const tc_keys *keys = values->keys;
  if (tc_yaml_kind_of(node) == TC_YAML_NULL) return reset_section(values, map, section, line);
  if (tc_yaml_kind_of(node) != TC_YAML_MAP) return not_a_map(keys, map, section, line, node);
  void *at = NULL;
  for (tc_yaml_pair pair; tc_yaml_next(node, &at, &pair);) {
    char name[2 * name_max + 2];
    int length = snprintf(name, sizeof name, "%s%s%s", section, *section ? "." : "", pair.key);
    bool dotted = !map->given && strchr(pair.key, '.');
    if (dotted && tc_keys_find(keys, name) >= 0) return refuse_dots(map, name, pair.line);
    if (dotted || length >= (int)sizeof name || follows_comma(&pair) || strchr(pair.key, '?'))
      return unknown_pair(keys, map, name, &pair);
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

/* Sets the default of a key without a value. */
static tc_status set_default(tc_key_value *given, const tc_key *key, const tc_yaml_location *map) {
  if (!key->default_value)
    return tc_status_create(TC_USAGE, "%s: the key %s is missing: add it", map->where, key->name);
  TC_TRY(tc_yaml_location_key(map, key->name, 0, &given->spot));
  TC_TRY(tc_pool_printf(&map->store->pool, &given->spot.where, "%s: %s (default)", map->where, key->name));
  return tc_yaml_store_constant(map->store, key->default_value, &given->node);
}

tc_status tc_key_values_read(tc_key_values *values, const tc_yaml_location *map, void *out) {
  const tc_keys *keys = values->keys;
  char *into = out;
  for (int k = 0; k < keys->count; k++) {
    const tc_key *key = &keys->key[k];
    tc_key_value given = values->value[k];
    if (!given.node) TC_TRY(set_default(&given, key, map));
    values->value[k].spot = given.spot;
    if (tc_yaml_kind_of(given.node) != TC_YAML_NULL)
      TC_TRY(key->read(key, &given.spot, given.node, into + key->field));
  }
  if (keys->has_where) memcpy(into + keys->where, &map->where, sizeof map->where);
  return TC_OK;
}

tc_status tc_key_values_read_map(const tc_keys *keys, const tc_yaml_location *map, tc_yaml_node *node,
                                 void *out) {
  tc_key_values values;
  if (tc_yaml_kind_of(node) != TC_YAML_MAP) return not_a_map(keys, map, "", tc_yaml_line(node), node);
  TC_TRY(tc_key_values_create(map->store, keys, &values));
  TC_TRY(tc_key_values_collect(&values, map, node));
  return tc_key_values_read(&values, map, out);
}
