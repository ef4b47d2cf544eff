#include "io/config/config_value.h"

#include "yaml/key_types.h"
#include "yaml/yaml_value.h"

static void destroy_expression(void *thing) {
  tc_expression *expression = thing;
  tc_expression_destroy(&expression);
}

tc_status tc_config_read_formula(const tc_yaml_location *spot, tc_yaml_node *node, const char *const *name,
                                 int names, tc_expression **out) {
  tc_expression *expression = NULL;
  if (!tc_yaml_is_text(node))
    return tc_yaml_expected_error(spot->where, "a number or a formula in quotes", node);
  TC_TRY(tc_expression_create(spot->where, tc_yaml_text(node), name, names, &expression));
  TC_TRY(tc_pool_add_owned(&spot->store->pool, expression, destroy_expression));
  *out = expression;
  return TC_OK;
}

tc_status tc_key_read_formula_xyz(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                                  void *field) {
  (void)key;
  return tc_config_read_formula(spot, node, tc_expression_xyzt, 3, field);
}

tc_status tc_key_read_formula_xyzt(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                                   void *field) {
  (void)key;
  return tc_config_read_formula(spot, node, tc_expression_xyzt, 4, field);
}

tc_status tc_key_read_point(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                            void *field) {
  (void)key;
  tc_probe *probe = field;
  if (tc_yaml_kind_of(node) != TC_YAML_LIST || tc_yaml_count(node) != 3)
    return tc_yaml_expected_error(spot->where, "a point [x, y, z]", node);
  for (int i = 0; i < 3; i++)
    if (!tc_yaml_number(tc_yaml_item(node, i), &probe->position[i]))
      return tc_yaml_expected_error(spot->where, "a point [x, y, z] of numbers", tc_yaml_item(node, i));
  probe->where = spot->where;
  return TC_OK;
}

tc_status tc_key_read_grid(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node, void *field) {
  tc_grid *grid = field;
  int64_t number[2];
  if (!tc_yaml_is_list(node) || tc_yaml_count(node) != 2)
    return tc_yaml_expected_error(spot->where, "a list of 2 numbers, rows and columns of ranks", node);
  for (int i = 0; i < 2; i++)
    TC_TRY(tc_yaml_integer(spot->where, tc_yaml_item(node, i), key->min, key->max, &number[i]));
  *grid = (tc_grid){(int32_t)number[0], (int32_t)number[1]};
  return TC_OK;
}
