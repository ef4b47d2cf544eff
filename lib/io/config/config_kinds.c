/* Readers of values that exist only in run configurations. Tensors are read by config_tensor.c, states and
 * sources by config_source.c. */
#include "io/config/config_kinds.h"

#include <string.h>

/* ---- formulas, points, grids ---- */

static void destroy_expression(void *object) {
  tc_expression *expression = object;
  tc_expression_destroy(&expression);
}

tc_status tc_config_read_formula(const tc_yaml_location *location, tc_yaml_node *node,
                                 const char *const *name, int names, tc_expression **out) {
  tc_expression *expression = NULL;
  if (!tc_yaml_is_text(node))
    return tc_key_expected_error(location->where, "a number or a formula in quotes", node);
  TC_TRY(tc_expression_create(location->where, tc_yaml_text(node), name, names, &expression));
  TC_TRY(tc_pool_add_owned(&location->store->pool, expression, destroy_expression));
  *out = expression;
  return TC_OK;
}

tc_status tc_key_read_formula_xyz(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                                  void *field) {
  (void)key;
  return tc_config_read_formula(location, node, tc_expression_xyzt, 3, field);
}

tc_status tc_key_read_formula_xyzt(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                                   void *field) {
  (void)key;
  return tc_config_read_formula(location, node, tc_expression_xyzt, 4, field);
}

tc_status tc_key_read_point(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                            void *field) {
  (void)key;
  tc_probe *probe = field;
  if (tc_yaml_kind_of(node) != TC_YAML_LIST || tc_yaml_count(node) != 3)
    return tc_key_expected_error(location->where, "a point [x, y, z]", node);
  for (int i = 0; i < 3; i++)
    if (!tc_yaml_number(tc_yaml_item(node, i), &probe->position[i]))
      return tc_key_expected_error(location->where, "a point [x, y, z] of numbers", tc_yaml_item(node, i));
  probe->where = location->where;
  return TC_OK;
}

tc_status tc_key_read_grid(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                           void *field) {
  tc_grid *grid = field;
  int32_t number[2];
  if (!tc_yaml_is_list(node) || tc_yaml_count(node) != 2)
    return tc_key_expected_error(location->where, "a list of 2 numbers, rows and columns of ranks", node);
  for (int i = 0; i < 2; i++) TC_TRY(tc_key_read_int32(key, location, tc_yaml_item(node, i), &number[i]));
  *grid = (tc_grid){number[0], number[1]};
  return TC_OK;
}

/* ---- initial fields ---- */

typedef int64_t tc_key_type_step;

static tc_status tc_key_read_step(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                                  void *field) {
  *(int64_t *)field = -1;
  if (tc_yaml_is_text(node) && !strcmp(tc_yaml_text(node), "last")) return TC_OK;
  return tc_key_read_int64(key, location, node, field);
}

static const tc_key snapshot_key[] = {
    {TC_KEY_VALUE(tc_initial, "file", path, file)},
    {TC_KEY_VALUE(tc_initial, "step", step, step), .default_value = "last", .max = 1e15},
};
static const tc_keys snapshot_keys = {TC_KEYS(snapshot_key)};

tc_status tc_key_read_initial(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                              void *field) {
  tc_initial *initial = field;
  *initial = (tc_initial){.step = -1};
  if (tc_yaml_is_text(node)) return tc_key_read_formula_xyz(key, location, node, &initial->formula);
  if (tc_yaml_is_map(node)) return tc_key_values_read_map(&snapshot_keys, location, node, field);
  return tc_key_expected_error(location->where, "a number, a formula in quotes or {file: .., step: ..}",
                               node);
}

/* ---- boundary rules ---- */

static const tc_key rule_key[] = {
    {TC_KEY_VALUE(tc_boundary_rule, "marker", label, marker), .min = INT32_MIN, .max = INT32_MAX},
    {TC_KEY_INDEX(tc_boundary_rule, "kind", tc_boundary_kinds, tc_boundary_kind, kind)},
    {TC_KEY_VALUE(tc_boundary_rule, "value", formula_xyzt, value), .default_value = "null"},
    {TC_KEY_VALUE(tc_boundary_rule, "h", formula_xyz, h), .default_value = "null"},
    {TC_KEY_VALUE(tc_boundary_rule, "outside", formula_xyzt, outside), .default_value = "null"},
};
const tc_keys tc_boundary_rule_keys = {TC_KEYS(rule_key), TC_KEYS_WHERE(tc_boundary_rule, where)};
