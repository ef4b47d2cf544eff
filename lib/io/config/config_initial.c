#include "io/config/config_initial.h"

#include <string.h>

#include "io/config/config_value.h"
#include "yaml/key_types.h"
#include "yaml/key_values.h"
#include "yaml/yaml_value.h"

typedef int64_t tc_key_type_step;

static tc_status tc_key_read_step(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                                  void *field) {
  *(int64_t *)field = -1;
  if (tc_yaml_is_text(node) && !strcmp(tc_yaml_text(node), "last")) return TC_OK;
  return tc_key_read_int64(key, spot, node, field);
}

static const tc_key snapshot_key[] = {
    {TC_KEY_VALUE(tc_initial, "file", path, file)},
    {TC_KEY_VALUE(tc_initial, "step", step, step), .default_value = "last", .max = 1e15},
};
static const tc_keys snapshot_keys = {TC_KEYS(snapshot_key)};

tc_status tc_key_read_initial(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                              void *field) {
  tc_initial *initial = field;
  *initial = (tc_initial){.step = -1};
  if (tc_yaml_is_text(node)) return tc_key_read_formula_xyz(key, spot, node, &initial->formula);
  if (tc_yaml_is_map(node)) return tc_key_values_read_map(&snapshot_keys, spot, node, field);
  return tc_yaml_expected_error(spot->where, "a number, a formula in quotes or {file: , step: }", node);
}
