#include "io/config_keys.h"

#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "io/config.h"
#include "io/config_value.h"
#include "io/nearest.h"

enum { name_max = 63 };
enum { RUNNING = false, SOLUTION = true };

static const tc_config_key keys[] = {
#define TC_KEY(name, kind, field, effect, standard, least, most)                                             \
  {name, tc_config_read_##kind, offsetof(tc_config, field), effect, standard, least, most},
#define TC_KEY_LATER(name, effect, standard) {name, tc_config_read_later, 0, effect, standard, 0, 0},
#include "io/config_keys.def"
#undef TC_KEY
#undef TC_KEY_LATER
};

enum { key_count = sizeof keys / sizeof *keys };

int tc_config_key_count(void) { return key_count; }

const tc_config_key *tc_config_key_at(int index) { return &keys[index]; }

int tc_config_key_find(const char *name) {
  for (int k = 0; k < key_count; k++)
    if (!strcmp(keys[k].name, name)) return k;
  return -1;
}

bool tc_config_key_is_below(const tc_config_key *key, const char *section) {
  size_t n = strlen(section);
  return !n || (!strncmp(key->name, section, n) && key->name[n] == '.');
}

bool tc_config_key_is_section(const char *name) {
  for (int k = 0; k < key_count; k++)
    if (tc_config_key_is_below(&keys[k], name)) return true;
  return false;
}

bool tc_config_key_changes_solution(const char *name) {
  for (int k = 0; k < key_count; k++)
    if (keys[k].solution && (!strcmp(keys[k].name, name) || tc_config_key_is_below(&keys[k], name)))
      return true;
  return false;
}

const char *tc_config_key_list(const char *section, tc_line *list) {
  size_t skip = *section ? strlen(section) + 1 : 0, last_n = 0;
  const char *last = "";
  *list = (tc_line){0};
  for (int k = 0; k < key_count; k++) {
    if (!tc_config_key_is_below(&keys[k], section)) continue;
    const char *part = keys[k].name + skip;
    size_t n = strcspn(part, ".");
    if (n == last_n && !strncmp(part, last, n)) continue; /* the keys of a section stand together */
    tc_line_add(list, "%s%.*s", list->length ? ", " : "", (int)n, part);
    last = part, last_n = n;
  }
  return list->text;
}

/* The known key or section nearest to what was written. */
static tc_nearest nearest(const char *written) {
  tc_nearest search = tc_nearest_begin(written);
  for (int k = 0; k < key_count; k++) {
    char name[name_max + 1];
    snprintf(name, sizeof name, "%s", keys[k].name);
    for (char *dot = name; dot; dot = strrchr(name, '.')) {
      if (dot != name) *dot = '\0'; /* the section of the key, then the section of that */
      tc_nearest_offer(&search, name);
    }
  }
  return search;
}

tc_status tc_config_key_unknown(const char *where, const char *name) {
  char section[name_max + 1];
  tc_line list;
  tc_nearest near = nearest(name);
  if (*near.known)
    return tc_status_make(TC_USAGE, "%s: unknown key '%s' (did you mean '%s'?)", where, name, near.known);
  const char *dot = strrchr(name, '.');
  snprintf(section, sizeof section, "%.*s", dot ? (int)(dot - name) : 0, name);
  if (!tc_config_key_is_section(section)) section[0] = '\0';
  return tc_status_make(TC_USAGE, "%s: unknown key '%.80s' (known%s%s: %s)", where, name,
                        *section ? " in " : "", section, tc_config_key_list(section, &list));
}
