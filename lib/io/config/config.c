/* Parses a config in these steps: parse the YAML file, parse the overrides, check that required keys are set,
 * read the values of all keys, check combinations of keys. Values are stored as YAML nodes until they are
 * read. If an override replaces a value of the file, only the value of the override is checked. The store of
 * the config owns all strings. */
#include "io/config/config.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "io/config/config_auto.h"
#include "io/config/config_check.h"
#include "io/config/config_forecast.h"
#include "io/config/config_solver.h"
#include "model/step/model.h"

enum { name_max = 63, label_max = 200 };

/* ---- the table of keys ---- */

#define SOLUTION                            .solution = true
#define RUN_LENGTH                          .solution = true, .run_length = true
#define TC_CONFIG_KEY(entry, standard, ...) {entry, .default_value = (standard), .summary = __VA_ARGS__},
#define TC_CONFIG_VALUE(section, member, kind, standard, ...)                                                \
  TC_CONFIG_KEY(TC_KEY_VALUE(tc_config, #section #member, kind, section member), standard, __VA_ARGS__)
#define TC_CONFIG_LIST(section, member, kind, standard, ...)                                                 \
  TC_CONFIG_KEY(TC_KEY_LIST(tc_config, #section #member, kind, section member), standard, __VA_ARGS__)
#define TC_CONFIG_MAPS(section, member, type, standard, ...)                                                 \
  TC_CONFIG_KEY(TC_KEY_MAPS(tc_config, #section #member, type, section member), standard, __VA_ARGS__)
#define TC_CONFIG_CHOICE(section, member, type, standard, ...)                                               \
  TC_CONFIG_KEY(TC_KEY_CHOICE(tc_config, #section #member, type, section member), standard, __VA_ARGS__)
#define TC_CONFIG_INDEX(section, member, registry, type, standard, ...)                                      \
  TC_CONFIG_KEY(TC_KEY_INDEX(tc_config, #section #member, registry, type, section member), standard,         \
                __VA_ARGS__)

static const tc_key all_keys[] = {
#include "io/config/config_keys.def"
};

const tc_keys tc_config_keys = {TC_KEYS(all_keys)};

struct tc_config_store {
  tc_yaml_store yaml;
  tc_key_values values;
  char *solution_overrides, *overrides; /* contents of tc_config.solution_overrides and tc_config.overrides */
};

/* True if `name` is a key that can change the solution, or a section in which such a key is set. */
static bool changes_solution(const tc_config_store *store, const char *name) {
  const int key = tc_keys_find(&tc_config_keys, name);
  if (key >= 0) return all_keys[key].solution;
  for (int k = 0; k < tc_config_keys.count; k++)
    if (all_keys[k].solution && tc_key_is_below(&all_keys[k], name) && store->values.value[k].is_set)
      return true;
  return false;
}

static tc_status collect_file(const tc_config *config) {
  tc_config_store *store = config->store;
  const tc_yaml_location root_location = tc_yaml_location_root(&store->yaml, config->path, NULL);
  tc_yaml_node *root;
  TC_TRY(tc_yaml_store_parse(&store->yaml, config->path, true, config->text, &root));
  if (!root)
    return tc_status_create(TC_USAGE, "%s: is empty: add at least mesh.file and initial", config->path);
  return tc_key_values_collect(&store->values, &root_location, root);
}

/* ---- overrides ---- */

/* Appends `text` and a line feed to `lines`, which has space for all lines. */
static void append_line(char *lines, const char *text) {
  snprintf(lines + strlen(lines), strlen(text) + 2, "%s\n", text);
}

/* Stores the value of an override such as "time.steps=100". The text after the first '=' is parsed as
 * YAML. */
static tc_status collect_override(tc_config_store *store, const char *label, const char *text) {
  const tc_keys *keys = store->values.keys;
  const char *name, *equals = strchr(text, '=');
  if (strchr(text, '\n'))
    return tc_status_create(TC_USAGE, "-s: the value has several lines: write it on one line");
  if (!equals || equals == text)
    return tc_status_create(TC_USAGE, "%s: expected key=value, for example -s time.steps=100", label);
  const int length = equals - text < name_max ? (int)(equals - text) : name_max;
  TC_TRY(tc_pool_printf(&store->yaml.pool, &name, "%.*s", length, text));
  if (tc_keys_find(keys, name) < 0 && !tc_keys_has_section(keys, name))
    return tc_keys_unknown_error(keys, label, name);
  tc_yaml_node *root;
  TC_TRY(tc_yaml_store_parse(&store->yaml, label, false, equals + 1, &root));
  if (!root)
    return tc_status_create(TC_USAGE, "%s: the value is missing: set it, or write null for the default",
                            label);
  append_line(store->overrides, text);
  const bool replaces_solution = changes_solution(store, name);
  const tc_yaml_location root_location = tc_yaml_location_root(&store->yaml, label, name);
  TC_TRY(tc_key_values_assign(&store->values, &root_location, name, 0, root));
  if (replaces_solution || changes_solution(store, name)) append_line(store->solution_overrides, text);
  return TC_OK;
}

static tc_status collect_labelled_override(tc_config_store *store, const char *override) {
  const char *label;
  const bool is_cut = strlen(override) > label_max;
  TC_TRY(
      tc_pool_printf(&store->yaml.pool, &label, "-s %.*s%s", (int)label_max, override, is_cut ? ".." : ""));
  return collect_override(store, label, override);
}

/* Stores the value of a fallback (tc_config_overrides) unless its key is set. The key must not be a
 * section. */
static tc_status collect_fallback(tc_config_store *store, const char *fallback) {
  char name[name_max + 1];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(fallback, "="), fallback);
  const int key = tc_keys_find(store->values.keys, name);
  return key >= 0 && store->values.value[key].node ? TC_OK : collect_labelled_override(store, fallback);
}

static size_t count_bytes(int count, const char *const *text) {
  size_t bytes = 0;
  for (int i = 0; i < count; i++) bytes += strlen(text[i]) + 1;
  return bytes;
}

static tc_status collect_overrides(tc_config_store *store, const tc_config_overrides *o) {
  const size_t bytes = count_bytes(o->items, o->item) + count_bytes(o->fallbacks, o->fallback) + 1;
  TC_TRY(tc_pool_alloc(&store->yaml.pool, bytes, &store->overrides));
  TC_TRY(tc_pool_alloc(&store->yaml.pool, bytes, &store->solution_overrides));
  for (int i = 0; i < o->items; i++) TC_TRY(collect_labelled_override(store, o->item[i]));
  for (int i = 0; i < o->fallbacks; i++) TC_TRY(collect_fallback(store, o->fallback[i]));
  return TC_OK;
}

/* ---- the complete config ---- */

static const tc_key_value *find_value(const tc_config *config, const char *key) {
  return &config->store->values.value[tc_keys_find(&tc_config_keys, key)];
}

static tc_status check_required(const tc_config *config) {
  for (int k = 0; k < tc_config_keys.count; k++) {
    const tc_key *key = &tc_config_keys.key[k];
    if (!key->default_value && !config->store->values.value[k].node)
      return tc_status_create(TC_USAGE, "%s: the key %s is missing: add it or use -s %s=..", config->path,
                              key->name, key->name);
  }
  return TC_OK;
}

/* Checks combinations of keys that do not depend on the command, the number of ranks or the device. */
static tc_status check_key_combinations(tc_config *config) {
  tc_config_begin_auto(config);
  config->solver.preconditioner.named = find_value(config, "solver.preconditioner.name")->node;
  if ((config->snapshots.tensor || config->snapshots.fibres) && !find_value(config, "snapshots.file")->is_set)
    return tc_config_error(config, config->snapshots.tensor ? "snapshots.tensor" : "snapshots.fibres",
                           "there are no snapshots: add snapshots.file");
  TC_TRY(tc_key_values_check(&config->store->values));
  TC_TRY(tc_config_check_order(config, tc_config_is_overridden(config, "order.method")));
  TC_TRY(tc_config_check_partitioner(config));
  TC_TRY(tc_config_check_fibres(config));
  TC_TRY(tc_config_check_boundary(config));
  TC_TRY(tc_config_check_output_times(config));
  return tc_config_check_states(config);
}

static tc_status parse_config(tc_config *config, const tc_config_overrides *overrides) {
  tc_config_store *store = config->store;
  const tc_yaml_location root_location = tc_yaml_location_root(&store->yaml, config->path, NULL);
  TC_TRY(tc_key_values_create(&store->yaml, &tc_config_keys, &store->values));
  TC_TRY(collect_file(config));
  TC_TRY(collect_overrides(store, overrides));
  config->solution_overrides = store->solution_overrides;
  config->overrides = store->overrides;
  TC_TRY(check_required(config));
  TC_TRY(tc_key_values_read(&store->values, &root_location, config));
  return check_key_combinations(config);
}

tc_status tc_config_parse_overridden(const char *path, const char *text, const tc_config_overrides *overrides,
                                     tc_config **out) {
  tc_config *config = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC_ZERO(config, 1));
  TC_GUARD(status, TC_ALLOC_ZERO(config->store, 1));
  TC_GUARD(status, tc_pool_printf(&config->store->yaml.pool, &config->path, "%s", path));
  TC_GUARD(status, tc_pool_printf(&config->store->yaml.pool, &config->text, "%s", text));
  TC_GUARD(status, parse_config(config, overrides));
  *out = config;
  return TC_OK;
cleanup:
  tc_config_destroy(&config);
  return status;
}

tc_status tc_config_parse(const char *path, const char *text, int overrides, const char *const *override,
                          tc_config **out) {
  return tc_config_parse_overridden(path, text, &(tc_config_overrides){.items = overrides, .item = override},
                                    out);
}

void tc_config_destroy(tc_config **config) {
  if (!*config) return;
  if ((*config)->store) tc_yaml_store_free(&(*config)->store->yaml);
  tc_free((*config)->store);
  tc_free(*config);
  *config = NULL;
}

const char *tc_config_location(const tc_config *config, const char *key) {
  return tc_keys_find(&tc_config_keys, key) < 0 ? config->path : find_value(config, key)->location.where;
}

tc_status tc_config_error(const tc_config *config, const char *key, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const tc_status why = tc_status_vcreate(TC_USAGE, format, arguments);
  va_end(arguments);
  if (tc_status_code(why) != TC_USAGE)
    return why; /* the code differs from TC_USAGE only if memory is exhausted */
  return tc_status_replace(why, tc_status_create(TC_USAGE, "%s: %s", tc_config_location(config, key),
                                                 tc_status_text(why)));
}

tc_yaml_node *tc_config_node(const tc_config *config, int key) {
  return config->store->values.value[key].node;
}

bool tc_config_is_set(const tc_config *config, const char *key) {
  return tc_keys_find(&tc_config_keys, key) >= 0 && find_value(config, key)->node != NULL;
}

bool tc_config_is_overridden(const tc_config *config, const char *key) {
  return tc_config_is_set(config, key) && find_value(config, key)->location.override;
}

tc_layout_options tc_config_layout(const tc_config *c, int32_t block_size) {
  return (tc_layout_options){c->order.method, c->order.block,     c->distribution.kind,
                             block_size,      c->order.objective, c->distribution.partitioner};
}

const char *tc_config_partitioner(const tc_config *config, int64_t cells) {
  const tc_layout_options layout = tc_config_layout(config, 1);
  if (layout.kind != TC_DISTRIBUTION_METIS) return NULL;
  return tc_partitioners.name((int)tc_layout_partitioner(&layout, cells));
}

tc_pool *tc_config_memory(tc_config *config) { return &config->store->yaml.pool; }

tc_boundary_options tc_config_boundary(const tc_config *c) {
  return (tc_boundary_options){c->boundary.common, c->boundary.markers.count, c->boundary.markers.item};
}
