/* Checks combinations of keys, and formats error messages about keys and values that a table of keys does
 * not allow. Each message contains the position, the allowed names or values, and the likely mistake if one
 * is recognised. */
#include <stdio.h>
#include <string.h>

#include "base/text/number_format.h"
#include "base/text/suggestion.h"
#include "base/text/text.h"
#include "yaml/keys.h"

enum { name_max = 63, found_max = 64 };

/* ---- values ---- */

/* Formats a short description of a node for error messages, such as "'abc'" or "a list of 2 values". */
static const char *describe_node(tc_yaml_node *node, char text[96]) {
  static const char *const kinds[] = {"nothing", "", "the quoted text ", "a list",
                                      "a mapping (keys and values)"};
  const tc_yaml_kind kind = tc_yaml_kind_of(node);
  snprintf(text, 96, "%s", kinds[kind]);
  if (tc_yaml_is_text(node)) snprintf(text, 96, "%s'%.*s'", kinds[kind], found_max, tc_yaml_text(node));
  if (tc_yaml_is_list(node))
    snprintf(text, 96, "a list of %d value%s", tc_yaml_count(node), tc_plural_suffix(tc_yaml_count(node)));
  for (char *c = text; *c; c++)
    if (*c == '\n') *c = ' ';
  return text;
}

/* True if the text is a number with thousands separators, such as 1,000 or 12,345,678. */
static bool has_separators(const char *text) {
  size_t digits = strspn(text, "0123456789");
  if (digits < 1 || digits > 3 || text[digits] != ',') return false;
  for (text += digits; *text == ','; text += 4)
    if (strspn(text + 1, "0123456789") != 3) return false;
  return *text == '\0';
}

/* Returns an explanation of the user's likely mistake, with which the error message "expected `expected`,
 * found .." ends. Returns "" if no mistake is recognised. */
static const char *find_advice(const char *expected, tc_yaml_node *node) {
  void *at = NULL;
  tc_yaml_pair pair;
  if (tc_yaml_is_map(node) && tc_yaml_next(node, &at, &pair)) return tc_yaml_key_advice(pair.key);
  if (tc_yaml_is_list(node)) return tc_yaml_list_advice(node);
  if (tc_yaml_kind_of(node) != TC_YAML_PLAIN) return "";
  if (strstr(expected, "integer") && has_separators(tc_yaml_text(node)))
    return "write the number without separators";
  const char *text = tc_yaml_text(node), *advice = tc_text_number_advice(text, (int)strnlen(text, found_max));
  return advice ? advice : "";
}

tc_status tc_key_expected_error(const char *where, const char *expected, tc_yaml_node *node) {
  const char *advice = find_advice(expected, node);
  char found[96];
  /* Example: run.yaml:3: time.dt: expected auto or a number, found '1,5': it has a decimal comma: write .. */
  return tc_status_create(TC_USAGE, "%s: expected %s, found %s%s%s", where, expected,
                          describe_node(node, found), *advice && *advice != ':' ? ": " : "", advice);
}

tc_status tc_key_not_listed_error(const tc_key *key, const char *where, tc_yaml_node *node) {
  tc_line line, suggestion;
  char found[96];
  /* Example: run.yaml:4: strategy: expected one of none, block, found 'blok' (did you mean 'block'?) */
  return tc_status_create(TC_USAGE, "%s: expected %s, found %s%s", where,
                          tc_registry_format_names(key->names, key->extra_word, &line),
                          describe_node(node, found),
                          tc_registry_suggest(key->names, tc_yaml_text(node), &suggestion));
}

/* ---- keys ---- */

/* Formats into `list` the names of the keys directly below a section, such as "steps, dt, safety, end".
 * Returns the text of `list`. */
static const char *format_section(const tc_keys *keys, const char *section, tc_line *list) {
  size_t skip = *section ? strlen(section) + 1 : 0, last_length = 0;
  const char *last = "";
  *list = (tc_line){0};
  for (int k = 0; k < keys->count; k++) {
    if (keys->key[k].obsolete || !tc_key_is_below(&keys->key[k], section)) continue;
    const char *name = keys->key[k].name + skip;
    size_t length = strcspn(name, ".");
    if (length == last_length && !strncmp(name, last, length))
      continue; /* The previous key has already added this section, because its keys follow each other in the
                   table. */
    tc_line_add(list, "%s%.*s", list->length ? ", " : "", (int)length, name);
    last = name, last_length = length;
  }
  return list->text;
}

/* Returns the first key below a section that is not obsolete; NULL if there is none. */
static const tc_key *find_first_key(const tc_keys *keys, const char *section) {
  for (int k = 0; k < keys->count; k++)
    if (!keys->key[k].obsolete && tc_key_is_below(&keys->key[k], section)) return &keys->key[k];
  return NULL;
}

/* Returns VALUE in the error message "expected a mapping, for example {KEY: VALUE}". KEY is the first key of
 * the section. The user wrote the value `node` instead of a mapping, such as `mesh: heart` instead of `mesh:
 * {file: heart}`. VALUE is the text of `node` if KEY accepts this text as a path or a name, and otherwise
 * "..". */
static const char *example_value(const tc_keys *keys, const char *section, tc_yaml_node *node) {
  static const char safe_characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-";
  const size_t skip = *section ? strlen(section) + 1 : 0;
  const char *text = tc_yaml_is_text(node) ? tc_yaml_text(node) : "";
  const tc_key *key = find_first_key(keys, section);
  if (!key || !*text || text[strspn(text, safe_characters)] || strchr(key->name + skip, '.')) return "..";
  return (key->names ? tc_registry_find(key->names, text) >= 0 : key->read == tc_key_read_path) ? text : "..";
}

tc_status tc_keys_not_a_map_error(const tc_keys *keys, const tc_yaml_location *map, const char *section,
                                  int line, tc_yaml_node *node) {
  tc_yaml_location location = *map;
  tc_line list;
  TC_TRY(*section ? tc_yaml_location_key(map, section, line, &location)
                  : tc_yaml_location_at_line(map, line, &location));
  format_section(keys, section, &list);
  return tc_status_create(TC_USAGE, "%s: expected a mapping, for example {%.*s: %.64s}; its keys are %s",
                          location.where, (int)strcspn(list.text, ","), list.text,
                          example_value(keys, section, node), list.text);
}

/* Returns the known key, section or alias nearest to `written`. */
static tc_suggestion find_nearest_key(const tc_keys *keys, const char *written) {
  tc_suggestion search = tc_suggestion_init(written);
  for (int k = 0; k < keys->count; k++) {
    char name[name_max + 1];
    if (keys->key[k].obsolete) continue;
    snprintf(name, sizeof name, "%s", keys->key[k].name);
    for (char *dot = name; dot; dot = strrchr(name, '.')) {
      /* Removes the last part of the name, so that the enclosing section is suggested, too. */
      if (dot != name) *dot = '\0';
      tc_suggestion_add(&search, name);
    }
  }
  for (int k = 0; k < keys->count; k++)
    if (keys->key[k].alias) tc_suggestion_add(&search, keys->key[k].alias);
  return search;
}

tc_status tc_keys_unknown_error(const tc_keys *keys, const char *where, const char *name) {
  char section[name_max + 1];
  tc_line list;
  tc_suggestion suggestion = find_nearest_key(keys, name);
  if (*suggestion.best_match)
    return tc_status_create(TC_USAGE, "%s: unknown key '%s' (did you mean '%s'?)", where, name,
                            suggestion.best_match);
  const char *dot = strrchr(name, '.');
  snprintf(section, sizeof section, "%.*s", dot ? (int)(dot - name) : 0, name);
  if (!tc_keys_has_section(keys, section)) section[0] = '\0';
  /* Example: run.yaml:3: unknown key 'time.wibble' (known in time: method, steps, dt) */
  return tc_status_create(TC_USAGE, "%s: unknown key '%.80s' (known%s%s: %s)", where, name,
                          *section ? " in " : "", section, format_section(keys, section, &list));
}

/* ---- keys that need or exclude each other ---- */

/* True if the value is 0 or false. A key with such a value has no effect and therefore needs no other key. */
static bool is_off(tc_yaml_node *node) {
  double number;
  bool value;
  return (tc_yaml_number(node, &number) && number == 0.0) || (tc_yaml_boolean(node, &value) && !value);
}

static bool is_set(const tc_key_values *values, const char *name) {
  return name && values->value[tc_keys_find(values->keys, name)].is_set;
}

static tc_status check_needs(const tc_key_values *values, int k) {
  const tc_key *key = &values->keys->key[k];
  const tc_key_value *key_value = &values->value[k];
  if (!key->needs || !key_value->node || is_off(key_value->node)) return TC_OK;
  if (is_set(values, key->needs) || is_set(values, key->or_needs)) return TC_OK;
  if (!key->or_needs)
    return tc_status_create(TC_USAGE, "%s: requires %s, which is missing: add it", key_value->location.where,
                            key->needs);
  return tc_status_create(TC_USAGE, "%s: requires %s or %s, but both are missing: add one",
                          key_value->location.where, key->needs, key->or_needs);
}

tc_status tc_key_values_check(const tc_key_values *values) {
  for (int k = 0; k < values->keys->count; k++) {
    const char *other = values->keys->key[k].conflicts;
    const tc_key_value *key_value = &values->value[k],
                       *other_value = other ? &values->value[tc_keys_find(values->keys, other)] : NULL;
    if (other_value && key_value->node && other_value->node)
      return tc_status_create(TC_USAGE, "%s: conflicts with %s (%s): set one of the two to null",
                              key_value->location.where, other, other_value->location.where);
  }
  for (int k = 0; k < values->keys->count; k++) TC_TRY(check_needs(values, k));
  return TC_OK;
}
