/* Typed reader of YAML mappings (see keys.h). Values are stored as YAML nodes until all texts have been
 * collected. Only the last value of each key is then converted and checked. Each reader first checks the kind
 * of the node, then the range of the value. Error messages begin with the position of the value. */
#include "yaml/keys.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/core/print.h"
#include "base/text/text.h"

enum { name_max = 63 };

/* ---- positions ---- */

tc_yaml_location tc_yaml_location_root(tc_yaml_store *store, const char *label, const char *given) {
  return (tc_yaml_location){.store = store,
                            .label = label,
                            .given = given,
                            .path = "",
                            .joint = "",
                            .where = label};
}

/* Copies a position and formats its text `where` again. */
tc_status tc_yaml_location_at_line(const tc_yaml_location *spot, int number, tc_yaml_location *out) {
  char line[16] = "";
  *out = *spot;
  if (number > 0) out->line = number;
  if (!out->given && out->line > 0) snprintf(line, sizeof line, ":%d", out->line);
  const bool named = !*out->path || (out->given && !strcmp(out->given, out->path));
  return tc_pool_printf(&out->store->pool, &out->where, "%s%s%s%s", out->label, line, named ? "" : ": ",
                        named ? "" : out->path);
}

tc_status tc_yaml_location_key(const tc_yaml_location *map, const char *name, int line,
                               tc_yaml_location *out) {
  tc_yaml_location inner = *map;
  inner.joint = ".";
  TC_TRY(tc_pool_printf(&map->store->pool, &inner.path, "%s%s%.80s", map->path, map->joint, name));
  return tc_yaml_location_at_line(&inner, line, out);
}

/* Computes the position of the item `index` (from 0) of the list at `list`. */
static tc_status locate_item(const tc_yaml_location *list, int index, int line, tc_yaml_location *out) {
  tc_yaml_location inner = *list;
  inner.joint = ": ";
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
  tc_key_value *given = &values->value[key];
  tc_yaml_location spot;
  TC_TRY(tc_yaml_location_key(map, name, line, &spot));
  if (given->name && strcmp(given->name, name) != 0 && !given->spot.given == !spot.given)
    return tc_status_create(TC_USAGE, "%s: is the same key as %s (%s): use one name", spot.where, given->name,
                            given->spot.where);
  *given = (tc_key_value){.node = tc_yaml_kind_of(node) == TC_YAML_NULL ? NULL : node,
                          .is_set = true,
                          .spot = spot};
  return tc_pool_printf(&map->store->pool, &given->name, "%s", name);
}

static tc_status reset_section(tc_key_values *values, const tc_yaml_location *map, const char *section,
                               int line) {
  for (int k = 0; k < values->keys->count; k++) {
    if (!tc_key_is_below(&values->keys->key[k], section)) continue;
    values->value[k] = (tc_key_value){
        .is_set = true}; /* `name` remains NULL, so that a later text may use the name or the alias */
    TC_TRY(tc_yaml_location_key(map, values->keys->key[k].name, line, &values->value[k].spot));
  }
  return TC_OK;
}

static tc_status unknown_key_error(const tc_keys *keys, const tc_yaml_location *map, int line,
                                   const char *name) {
  tc_yaml_location spot;
  TC_TRY(tc_yaml_location_at_line(map, line, &spot));
  return tc_keys_unknown_error(keys, spot.where, name);
}

/* True if the key is most likely the part of a number after a decimal comma. YAML reads {dt: 0,001} as the
 * key dt with the value 0 and a key 001 without a value. */
static bool follows_comma(const tc_yaml_pair *pair) {
  return tc_yaml_kind_of(pair->value) == TC_YAML_NULL &&
         pair->key[strspn(pair->key, "0123456789eE+-")] == '\0' && pair->key[0] >= '0' && pair->key[0] <= '9';
}

/* Rejects a key that contains dots in a file, and a key that is most likely part of a value. */
static tc_status check_pair(const tc_keys *keys, const tc_yaml_location *map, const char *name,
                            const tc_yaml_pair *pair) {
  const bool dotted = !map->given && strchr(pair->key, '.'), cut = follows_comma(pair);
  const char *advice = tc_yaml_key_advice(pair->key);
  tc_yaml_location spot;
  if (dotted && tc_keys_find(keys, name) >= 0) {
    TC_TRY(tc_yaml_location_key(map, name, pair->line, &spot));
    return tc_status_create(TC_USAGE,
                            "%s: dotted keys are allowed with -s only: write the key inside its section",
                            spot.where);
  }
  if (!*advice && !cut) return dotted ? unknown_key_error(keys, map, pair->line, name) : TC_OK;
  TC_TRY(tc_yaml_location_at_line(map, pair->line, &spot));
  return tc_status_create(TC_USAGE, "%s: unknown key '%.80s'%s", spot.where, name,
                          *advice ? advice : ", the part after a decimal comma: write a decimal point");
}

/* Collects the values of a section from `node`. `map` is the position of the mapping that contains the
 * section. If `section` is "", `node` is the whole mapping. */
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

/* Sets `given` to the default of a key that no text sets. */
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
  if (!tc_yaml_is_map(node)) return tc_keys_not_a_map_error(keys, map, "", tc_yaml_line(node), node);
  TC_TRY(tc_key_values_create(map->store, keys, &values));
  TC_TRY(tc_key_values_collect(&values, map, node));
  return tc_key_values_read(&values, map, out);
}

/* ---- readers of texts ---- */

tc_status tc_key_read_text(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node, void *field) {
  (void)key;
  if (!tc_yaml_is_text(node))
    return tc_key_expected_error(spot->where, "a text (in quotes when it holds ': ' or begins with [ or {)",
                                 node);
  *(const char **)field = tc_yaml_text(node);
  return TC_OK;
}

tc_status tc_key_read_path(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node, void *field) {
  if (tc_yaml_kind_of(node) == TC_YAML_TEXT && !*tc_yaml_text(node))
    return tc_status_create(TC_USAGE, "%s: expected the name of a file, found an empty text", spot->where);
  return tc_key_read_text(key, spot, node, field);
}

tc_status tc_key_read_word(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node, void *field) {
  if (!tc_yaml_is_text(node)) return tc_key_expected_error(spot->where, "a word", node);
  return tc_key_read_text(key, spot, node, field);
}

tc_status tc_key_read_char_array(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                                 void *field) {
  const char *text = NULL;
  TC_TRY(tc_key_read_text(key, spot, node, &text));
  if (strlen(text) >= key->size) // NOLINT(clang-analyzer-core.NonNullParamChecker): it was read
    return tc_status_create(TC_USAGE, "%s: the text is longer than %zu bytes: shorten it", spot->where,
                            key->size - 1);
  memcpy(field, text, strlen(text) + 1);
  return TC_OK;
}

tc_status tc_key_read_boolean(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                              void *field) {
  (void)key;
  return tc_yaml_boolean(node, field) ? TC_OK : tc_key_expected_error(spot->where, "true or false", node);
}

/* ---- readers of numbers ---- */

/* Reads an integer of magnitude below 2^53, written without a decimal point: 1000 or 1e3. */
tc_status tc_key_read_int64(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                            void *field) {
  const char *text = tc_yaml_text(node);
  tc_text rest = {text, text + strlen(text)};
  double value;
  if (tc_yaml_kind_of(node) != TC_YAML_PLAIN || !tc_text_parse_integer(&rest, &value) ||
      !tc_text_at_end(&rest))
    return tc_key_expected_error(spot->where, "an integer", node);
  if (value < key->min || value > key->max)
    return tc_status_create(TC_USAGE, "%s: %.40s is out of range: expected an integer from %.0f to %.0f",
                            spot->where, text, key->min, key->max);
  *(int64_t *)field = (int64_t)value;
  return TC_OK;
}

tc_status tc_key_read_int32(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                            void *field) {
  int64_t value = 0;
  TC_TRY(tc_key_read_int64(key, spot, node, &value));
  *(int32_t *)field = (int32_t)value;
  return TC_OK;
}

/* Reads a number from key->min to key->max, or between these numbers if `open` is true. `what` describes the
 * allowed values in error messages. */
static tc_status read_number(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                             const char *what, bool open, double *out) {
  if (!tc_yaml_number(node, out)) return tc_key_expected_error(spot->where, what, node);
  if (*out >= key->min && *out <= key->max && !(open && (*out == key->min || *out == key->max))) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: %.64s is out of range: expected %s %s %g %s %g%s%s%s%s%s",
                          spot->where, tc_yaml_text(node), what, open ? "above" : "from", key->min,
                          open ? "and below" : "to", key->max, key->unit ? " (" : "",
                          key->unit ? key->unit : "", key->unit ? ")" : "", key->reason ? "; " : "",
                          key->reason ? key->reason : "");
}

tc_status tc_key_read_between(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                              void *field) {
  return read_number(key, spot, node, "a number", true, field);
}

tc_status tc_key_read_number(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                             void *field) {
  return read_number(key, spot, node, "a number", false, field);
}

tc_status tc_key_read_numbers(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                              void *field) {
  double *out = field;
  const int wanted = (int)(key->size / sizeof *out);
  if (!tc_yaml_is_list(node)) return tc_key_expected_error(spot->where, "a list of numbers", node);
  if (tc_yaml_count(node) != wanted)
    return tc_status_create(TC_USAGE, "%s: expected a list of %d numbers, found %d", spot->where, wanted,
                            tc_yaml_count(node));
  for (int i = 0; i < wanted; i++) TC_TRY(tc_key_read_number(key, spot, tc_yaml_item(node, i), &out[i]));
  return TC_OK;
}

tc_status tc_key_read_positive(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                               void *field) {
  double value;
  if (!tc_yaml_number(node, &value)) return tc_key_expected_error(spot->where, "a number", node);
  if (isfinite(value) && value > 0 && value <= key->max) {
    *(double *)field = value;
    return TC_OK;
  }
  char most[32] = "";
  if (key->max < DBL_MAX) tc_snprintf(most, sizeof most, ", at most %g", key->max);
  return tc_status_create(TC_USAGE, "%s: %.64s is out of range: expected a finite number above 0%s",
                          spot->where, tc_yaml_text(node), most);
}

static bool is_auto(tc_yaml_node *node) {
  return tc_yaml_kind_of(node) == TC_YAML_PLAIN && !strcmp(tc_yaml_text(node), "auto");
}

tc_status tc_key_read_auto_or_positive(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                                       void *field) {
  *(double *)field = 0;
  if (is_auto(node)) return TC_OK;
  if (!tc_yaml_is_number(node)) return tc_key_expected_error(spot->where, "auto or a number", node);
  return tc_key_read_positive(key, spot, node, field);
}

tc_status tc_key_read_auto_or_number(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                                     void *field) {
  *(double *)field = -1.0;
  return is_auto(node) ? TC_OK : read_number(key, spot, node, "auto or a number", false, field);
}

/* ---- names from lists ---- */

tc_status tc_key_read_index(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                            void *field) {
  const char *word = tc_yaml_text(node); /* tc_yaml_text returns "" for a node that is not a text */
  const int index = tc_registry_find(key->names, word);
  if (index < 0 && !(key->extra_word && !strcmp(word, key->extra_word)))
    return tc_key_not_listed_error(key, spot->where, node);
  memcpy(field, &index, sizeof index); /* the member is an int or an enum, which have the same size */
  return TC_OK;
}

tc_status tc_key_read_choice(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                             void *field) {
  int index = 0;
  TC_TRY(tc_key_read_index(key, spot, node, &index));
  const void *thing = index >= 0 ? key->names->item(index) : NULL;
  memcpy(field, &thing, sizeof thing);
  return TC_OK;
}

/* ---- values that contain other values ---- */

/* Every TC_LIST has the same memory layout as this type, whatever its item type. */
typedef TC_LIST(void) list;

tc_status tc_key_read_list(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node, void *field) {
  char *items = NULL;
  if (tc_yaml_kind_of(node) != TC_YAML_LIST) return tc_key_expected_error(spot->where, "a list", node);
  const int count = tc_yaml_count(node);
  TC_TRY(tc_pool_alloc(&spot->store->pool, (size_t)count * key->size, &items));
  for (int i = 0; i < count; i++) {
    tc_yaml_node *item = tc_yaml_item(node, i);
    tc_yaml_location at;
    TC_TRY(locate_item(spot, i, tc_yaml_line(item), &at));
    TC_TRY(key->each(key, &at, item, items + (size_t)i * key->size));
  }
  memcpy((char *)field + offsetof(list, count), &count, sizeof count);
  memcpy((char *)field + offsetof(list, item), &items, sizeof items);
  return TC_OK;
}

tc_status tc_key_read_map(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node, void *field) {
  return tc_key_values_read_map(key->keys, spot, node, field);
}
