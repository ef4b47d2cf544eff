#include "io/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "io/config_keys.h"
#include "io/yaml.h"

enum { name_max = 63, label_max = 200 };

/* What is known of one key before it is read: the latest value given and where it was given. */
typedef struct slot {
  tc_yaml_node *node; /* NULL: not given, or null */
  char *where;
  bool given; /* perhaps as null */
} slot;

struct tc_config_store {
  slot *slot; /* [keys] */
  int yamls;
  tc_yaml **yaml; /* [1 + overrides + keys]: the file, the overrides, defaults; texts live in them */
  char *path, *text, *physics, *overrides;
};

/* A text that values come from. */
typedef struct source {
  const char *label; /* "run.yaml" or "-s key=value" */
  const char *key;   /* of an override; NULL for the file */
} source;

static tc_status copy_text(const char *text, char **out) {
  size_t bytes = strlen(text) + 1;
  TC_TRY(tc_alloc(bytes, 1, "the config", out));
  memcpy(*out, text, bytes);
  return TC_OK;
}

static tc_status add_yaml(tc_config_store *store, const source *from, const char *text, tc_yaml_node **root) {
  tc_yaml **next = &store->yaml[store->yamls];
  TC_TRY(tc_yaml_create(from->label, !from->key, text, next));
  store->yamls++;
  *root = tc_yaml_root(*next);
  return TC_OK;
}

/* ---- collecting: which value holds for which key ---- */

/* "run.yaml:7", or the override, with the key unless the override names it already. key NULL: none. */
static tc_status place(const source *from, int line, const char *key, char **out) {
  char number[16] = "";
  if (!from->key) snprintf(number, sizeof number, ":%d", line);
  bool named = !key || (from->key && !strcmp(from->key, key));
  size_t size = strlen(from->label) + sizeof number + (named ? 0 : strlen(key) + 2) + 1;
  TC_TRY(tc_alloc(size, 1, "the config", out));
  snprintf(*out, size, "%s%s%s%s", from->label, number, named ? "" : ": ", named ? "" : key);
  return TC_OK;
}

static tc_status unknown(const source *from, int line, const char *name) {
  char *where = NULL;
  TC_TRY(place(from, line, NULL, &where));
  tc_status status = tc_config_key_unknown(where, name);
  tc_free(where);
  return status;
}

static tc_status set(tc_config_store *store, const source *from, int key, int line, tc_yaml_node *node) {
  slot *s = &store->slot[key];
  tc_free(s->where);
  s->where = NULL;
  s->given = true;
  s->node = tc_yaml_kind_of(node) == TC_YAML_NULL ? NULL : node;
  return place(from, line, tc_config_key_at(key)->name, &s->where);
}

/* null in place of a section: all its keys fall back to their defaults. */
static tc_status reset_section(tc_config_store *store, const source *from, const char *section, int line) {
  for (int k = 0; k < tc_config_key_count(); k++)
    if (tc_config_key_is_below(tc_config_key_at(k), section)) TC_TRY(set(store, from, k, line, NULL));
  return TC_OK;
}

static tc_status not_a_section(const source *from, int line, const char *section) {
  char *where = NULL;
  tc_line list;
  TC_TRY(place(from, line, *section ? section : NULL, &where));
  tc_status status = tc_status_make(TC_USAGE, "%s: expected the keys %s with their values", where,
                                    tc_config_key_list(section, &list));
  tc_free(where);
  return status;
}

static tc_status collect(tc_config_store *store, const source *from, const char *section, int line,
                         tc_yaml_node *node);

/* Takes one value for a key or a whole section. */
static tc_status assign(tc_config_store *store, const source *from, const char *name, int line,
                        tc_yaml_node *node) {
  int key = tc_config_key_find(name);
  if (key >= 0) return set(store, from, key, line, node);
  if (tc_config_key_is_section(name)) return collect(store, from, name, line, node);
  return unknown(from, line, name);
}

static tc_status collect(tc_config_store *store, const source *from, const char *section, int line,
                         tc_yaml_node *node) {
  if (tc_yaml_kind_of(node) == TC_YAML_NULL) return reset_section(store, from, section, line);
  if (tc_yaml_kind_of(node) != TC_YAML_MAP) return not_a_section(from, line, section);
  void *at = NULL;
  for (tc_yaml_pair pair; tc_yaml_next(node, &at, &pair);) {
    char name[2 * name_max + 2];
    int length = snprintf(name, sizeof name, "%s%s%s", section, *section ? "." : "", pair.key);
    bool dotted = !from->key && strchr(pair.key, '.');
    if (dotted && tc_config_key_find(name) >= 0)
      return tc_status_make(TC_USAGE,
                            "%s:%d: %s: dotted keys are for -s; in a file write the key inside its section",
                            from->label, pair.line, name);
    if (dotted || length >= (int)sizeof name) return unknown(from, pair.line, name);
    TC_TRY(assign(store, from, name, pair.line, pair.value));
  }
  return TC_OK;
}

static tc_status collect_file(tc_config_store *store) {
  const source from = {store->path, NULL};
  tc_yaml_node *root;
  TC_TRY(add_yaml(store, &from, store->text, &root));
  if (!root)
    return tc_status_make(TC_USAGE, "%s: is empty: a config needs at least mesh.file and initial",
                          store->path);
  return collect(store, &from, "", 1, root);
}

/* Room for all lines was allocated from the start. */
static void append_line(char *lines, const char *text) {
  snprintf(lines + strlen(lines), strlen(text) + 2, "%s\n", text);
}

/* "time.steps=100": the part behind the first '=' is YAML. */
static tc_status collect_override(tc_config_store *store, const char *label, const char *text) {
  char name[name_max + 1];
  const source from = {label, name};
  const char *equals = strchr(text, '=');
  if (strchr(text, '\n')) return tc_status_make(TC_USAGE, "-s: the value must be on one line");
  if (!equals || equals == text)
    return tc_status_make(TC_USAGE, "%s: expected key=value, for example -s time.steps=100", label);
  snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
  if (tc_config_key_find(name) < 0 && !tc_config_key_is_section(name))
    return tc_config_key_unknown(label, name);
  tc_yaml_node *root;
  TC_TRY(add_yaml(store, &from, equals + 1, &root));
  if (!root) return tc_status_make(TC_USAGE, "%s: the value is missing; write null for the default", label);
  append_line(store->overrides, text);
  if (tc_config_key_changes_solution(name)) append_line(store->physics, text);
  return assign(store, &from, name, 0, root);
}

static tc_status collect_overrides(tc_config_store *store, int overrides, const char *const *override) {
  size_t bytes = 1;
  for (int i = 0; i < overrides; i++) bytes += strlen(override[i]) + 1;
  TC_TRY(tc_alloc_zero(bytes, 1, "the overrides", &store->overrides));
  TC_TRY(tc_alloc_zero(bytes, 1, "the overrides", &store->physics));
  for (int i = 0; i < overrides; i++) {
    char label[label_max + 8];
    const bool cut = strlen(override[i]) > label_max;
    snprintf(label, sizeof label, "-s %.*s%s", (int)label_max, override[i], cut ? ".." : "");
    TC_TRY(collect_override(store, label, override[i]));
  }
  return TC_OK;
}

/* ---- reading: from the collected values to the fields ---- */

static tc_status default_where(const char *path, const char *name, char **out) {
  size_t size = strlen(path) + strlen(name) + 16;
  TC_TRY(tc_alloc(size, 1, "the config", out));
  snprintf(*out, size, "%s: %s (default)", path, name);
  return TC_OK;
}

static tc_status read_key(tc_config *config, int k) {
  const tc_config_key *key = tc_config_key_at(k);
  slot *s = &config->store->slot[k];
  tc_yaml_node *node = s->node;
  if (!node) {
    if (!key->standard)
      return tc_status_make(TC_USAGE, "%s: the key %s is missing: add it, or give -s %s=..", config->path,
                            key->name, key->name);
    tc_free(s->where);
    s->where = NULL;
    TC_TRY(default_where(config->path, key->name, &s->where));
    const source from = {s->where, key->name};
    TC_TRY(add_yaml(config->store, &from, key->standard, &node));
  }
  if (tc_yaml_kind_of(node) == TC_YAML_NULL) return TC_OK;
  return key->read(key, s->where, node, (char *)config + key->field);
}

/* What no single key can tell. */
static tc_status check_together(const tc_config *config) {
  const slot *slots = config->store->slot;
  int steps = tc_config_key_find("time.steps"), end = tc_config_key_find("time.end");
  const slot *every = &slots[tc_config_key_find("snapshots.every")];
  if (slots[steps].node && slots[end].node)
    return tc_status_make(TC_USAGE,
                          "%s: cannot stand beside time.steps (%s): keep one and set the other to null",
                          slots[end].where, slots[steps].where);
  if (config->snapshots.every > 0 && !slots[tc_config_key_find("snapshots.file")].given)
    return tc_status_make(TC_USAGE, "%s: says how often, but snapshots.file does not say where: add it",
                          every->where);
  return TC_OK;
}

static tc_status parse(tc_config *config, int overrides, const char *const *override) {
  TC_TRY(collect_file(config->store));
  TC_TRY(collect_overrides(config->store, overrides, override));
  for (int k = 0; k < tc_config_key_count(); k++) TC_TRY(read_key(config, k));
  return check_together(config);
}

tc_status tc_config_parse(const char *path, const char *text, int overrides, const char *const *override,
                          tc_config **out) {
  tc_config *config = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC_ZERO(config, 1));
  TC_GUARD(status, TC_ALLOC_ZERO(config->store, 1));
  tc_config_store *store = config->store;
  TC_GUARD(status, TC_ALLOC_ZERO(store->slot, tc_config_key_count()));
  TC_GUARD(status, TC_ALLOC_ZERO(store->yaml, 1 + overrides + tc_config_key_count()));
  TC_GUARD(status, copy_text(path, &store->path));
  TC_GUARD(status, copy_text(text, &store->text));
  config->path = store->path;
  config->text = store->text;
  TC_GUARD(status, parse(config, overrides, override));
  config->physics = store->physics;
  config->overrides = store->overrides;
  *out = config;
  return TC_OK;
cleanup:
  tc_config_destroy(&config);
  return status;
}

static void store_destroy(tc_config_store *store) {
  for (int k = 0; store->slot && k < tc_config_key_count(); k++) tc_free(store->slot[k].where);
  for (int i = 0; i < store->yamls; i++) tc_yaml_destroy(&store->yaml[i]);
  tc_free(store->slot);
  tc_free(store->yaml);
  tc_free(store->path);
  tc_free(store->text);
  tc_free(store->physics);
  tc_free(store->overrides);
  tc_free(store);
}

void tc_config_destroy(tc_config **config) {
  if (!*config) return;
  if ((*config)->store) store_destroy((*config)->store);
  tc_free(*config);
  *config = NULL;
}

const char *tc_config_where(const tc_config *config, const char *key) {
  int k = tc_config_key_find(key);
  return k < 0 ? config->path : config->store->slot[k].where;
}
