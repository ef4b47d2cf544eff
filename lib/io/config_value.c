#include "io/config_value.h"

#include "io/key_kinds.h"
#include "io/yaml_value.h"

static void destroy(void *thing) {
  tc_expression *expression = thing;
  tc_expression_destroy(&expression);
}

static tc_status read_formula(const tc_spot *spot, tc_yaml_node *node, int names, void *field) {
  tc_expression *expression = NULL;
  if (!tc_yaml_is_text(node)) return tc_yaml_expected(spot->where, "a number or a formula in quotes", node);
  TC_TRY(tc_expression_create(spot->where, tc_yaml_text(node), tc_expression_xyzt, names, &expression));
  TC_TRY(tc_pool_own(&spot->store->pool, expression, destroy));
  *(tc_expression **)field = expression;
  return TC_OK;
}

tc_status tc_key_read_formula_xyz(const tc_key *key, const tc_spot *spot, tc_yaml_node *node, void *field) {
  (void)key;
  return read_formula(spot, node, 3, field);
}

tc_status tc_key_read_formula_xyzt(const tc_key *key, const tc_spot *spot, tc_yaml_node *node, void *field) {
  (void)key;
  return read_formula(spot, node, 4, field);
}
