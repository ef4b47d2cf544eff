#include "io/config_keys.h"

#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "io/config.h"
#include "io/config_value.h"

enum { name_max = 63, list_max = 256 };
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

const char *tc_config_key_list(const char *section, size_t size, char *list) {
  size_t skip = *section ? strlen(section) + 1 : 0, used = 0, last_n = 0;
  const char *last = "";
  list[0] = '\0';
  for (int k = 0; k < key_count; k++) {
    if (!tc_config_key_is_below(&keys[k], section)) continue;
    const char *part = keys[k].name + skip;
    size_t n = strcspn(part, ".");
    if (n == last_n && !strncmp(part, last, n)) continue; /* the keys of a section stand together */
    if (used + n + 3 > size) break;
    used += (size_t)snprintf(list + used, size - used, "%s%.*s", used ? ", " : "", (int)n, part);
    last = part, last_n = n;
  }
  return list;
}

/* Levenshtein's distance of two short words. */
static int distance(const char *a, const char *b) {
  int row[name_max + 1];
  int n = (int)strlen(b);
  for (int j = 0; j <= n; j++) row[j] = j;
  for (int i = 0; a[i]; i++) {
    int diagonal = row[0];
    row[0] = i + 1;
    for (int j = 0; j < n; j++) {
      int replaced = diagonal + (a[i] != b[j]), longer = row[j] + 1, shorter = row[j + 1] + 1;
      diagonal = row[j + 1];
      row[j + 1] = replaced < longer ? replaced : longer;
      if (shorter < row[j + 1]) row[j + 1] = shorter;
    }
  }
  return row[n];
}

static const char *last_part(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot ? dot + 1 : name;
}

/* How far a known name is from what was written; the same last part in another section is near as well. */
static int farness(const char *written, const char *known) {
  int far = distance(written, known);
  return far > 1 && !strcmp(last_part(written), last_part(known)) ? 1 : far;
}

/* The known key or section nearest to what was written: false when none is near. */
static bool nearest(const char *written, char out[name_max + 1]) {
  if (strlen(written) > name_max) return false;
  int best = ((int)strlen(last_part(written)) + 2) / 3; /* more edits than that: another word */
  bool found = false;
  for (int k = 0; k < key_count; k++) {
    char name[name_max + 1];
    snprintf(name, sizeof name, "%s", keys[k].name);
    for (char *dot = name; dot; dot = strrchr(name, '.')) {
      if (dot != name) *dot = '\0'; /* the section of the key, then the section of that */
      int far = farness(written, name);
      if (far > best || (found && far == best)) continue;
      best = far, found = true;
      memcpy(out, name, sizeof name);
    }
  }
  return found;
}

tc_status tc_config_key_unknown(const char *where, const char *name) {
  char known[name_max + 1], section[name_max + 1], list[list_max];
  if (nearest(name, known))
    return tc_status_make(TC_USAGE, "%s: unknown key '%s' (did you mean '%s'?)", where, name, known);
  const char *dot = strrchr(name, '.');
  snprintf(section, sizeof section, "%.*s", dot ? (int)(dot - name) : 0, name);
  if (!tc_config_key_is_section(section)) section[0] = '\0';
  return tc_status_make(TC_USAGE, "%s: unknown key '%.80s' (known%s%s: %s)", where, name,
                        *section ? " in " : "", section, tc_config_key_list(section, sizeof list, list));
}
