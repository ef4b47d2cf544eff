#include "io/config_value.h"

#include <string.h>

#include "fv/diffusion.h"
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

/* ---- the diffusion tensor ---- */

static const char *const tensor_forms = "a number, [kx, ky, kz] or [kxx, kyy, kzz, kxy, kxz, kyz]";

/* Formulas per cell and fibres are known to users, but not computed yet. */
static tc_status refuse_tensor(const char *where, tc_yaml_node *node) {
  if (tc_yaml_kind_of(node) == TC_YAML_LIST) return tc_yaml_expected(where, tensor_forms, node);
  return tc_status_make(TC_USAGE,
                        "%s: %s: a tensor that is a formula or follows fibres is not supported in this "
                        "version; write %s",
                        where, tc_yaml_found_in(node).text, tensor_forms);
}

static tc_status read_components(const char *where, tc_yaml_node *node, double tensor[6]) {
  int count = tc_yaml_kind_of(node) == TC_YAML_LIST ? tc_yaml_count(node) : 0;
  if (!count) {
    if (!tc_yaml_number(node, tensor)) return refuse_tensor(where, node);
    tensor[1] = tensor[2] = tensor[0];
    return TC_OK;
  }
  if (count != 3 && count != 6)
    return tc_status_make(TC_USAGE, "%s: expected %s, found %d values", where, tensor_forms, count);
  for (int i = 0; i < count; i++) {
    tc_yaml_node *item = tc_yaml_item(node, i);
    if (!tc_yaml_number(item, &tensor[i])) return tc_yaml_expected(where, "numbers", item);
  }
  return TC_OK;
}

tc_status tc_key_read_tensor(const tc_key *key, const tc_spot *spot, tc_yaml_node *node, void *field) {
  (void)key;
  double tensor[6] = {0};
  TC_TRY(read_components(spot->where, node, tensor));
  TC_TRY(tc_diffusion_check(spot->where, tensor));
  memcpy(field, tensor, sizeof tensor);
  return TC_OK;
}
