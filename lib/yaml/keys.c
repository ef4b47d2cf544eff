#include "yaml/keys.h"

#include <stdio.h>
#include <string.h>

#include "base/text/suggestion.h"

enum { name_max = 63 };

/* Returns the name of the key that `name` is an alias of, or `name` itself. */
static const char *name_of_alias(const tc_keys *keys, const char *name) {
  for (int a = 0; a < keys->aliases; a++)
    if (!strcmp(keys->alias[a].alias, name)) return keys->alias[a].name;
  return name;
}

int tc_keys_find(const tc_keys *keys, const char *name) {
  name = name_of_alias(keys, name);
  for (int k = 0; k < keys->count; k++)
    if (!strcmp(keys->key[k].name, name)) return k;
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

const char *tc_keys_format_section(const tc_keys *keys, const char *section, tc_line *list) {
  size_t skip = *section ? strlen(section) + 1 : 0, last_n = 0;
  const char *last = "";
  *list = (tc_line){0};
  for (int k = 0; k < keys->count; k++) {
    if (keys->key[k].obsolete || !tc_key_is_below(&keys->key[k], section)) continue;
    const char *part = keys->key[k].name + skip;
    size_t n = strcspn(part, ".");
    if (n == last_n && !strncmp(part, last, n))
      continue; /* the keys of a section are adjacent in the table */
    tc_line_add(list, "%s%.*s", list->length ? ", " : "", (int)n, part);
    last = part, last_n = n;
  }
  return list->text;
}

/* Returns the known key, section or alias nearest to `written`. */
static tc_suggestion nearest_key(const tc_keys *keys, const char *written) {
  tc_suggestion search = tc_suggestion_init(written);
  for (int k = 0; k < keys->count; k++) {
    char name[name_max + 1];
    if (keys->key[k].obsolete) continue;
    snprintf(name, sizeof name, "%s", keys->key[k].name);
    for (char *dot = name; dot; dot = strrchr(name, '.')) {
      if (dot != name) *dot = '\0'; /* next the section of the key is searched, then the enclosing sections */
      tc_suggestion_add(&search, name);
    }
  }
  for (int a = 0; a < keys->aliases; a++) tc_suggestion_add(&search, keys->alias[a].alias);
  return search;
}

tc_status tc_keys_unknown_error(const tc_keys *keys, const char *where, const char *name) {
  char section[name_max + 1];
  tc_line list;
  tc_suggestion near = nearest_key(keys, name);
  if (*near.known)
    return tc_status_create(TC_USAGE, "%s: unknown key '%s' (did you mean '%s'?)", where, name, near.known);
  const char *dot = strrchr(name, '.');
  snprintf(section, sizeof section, "%.*s", dot ? (int)(dot - name) : 0, name);
  if (!tc_keys_has_section(keys, section)) section[0] = '\0';
  return tc_status_create(TC_USAGE, "%s: unknown key '%.80s' (known%s%s: %s)", where, name,
                          *section ? " in " : "", section, tc_keys_format_section(keys, section, &list));
}
