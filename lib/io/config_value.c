#include "io/config_value.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "comm/distribution.h"
#include "comm/strategy.h"
#include "fv/diffusion.h"
#include "fv/expression.h"
#include "fv/scheme.h"
#include "graph/order.h"
#include "io/yaml_value.h"
#include "model/model.h"
#include "sparse/matrix.h"

_Static_assert(sizeof(int) == sizeof(int32_t), "fields of type int are read as int32");

/* ---- texts ---- */

tc_status tc_config_read_text(const tc_config_key *key, const char *where, tc_yaml_node *node, void *field) {
  (void)key;
  tc_yaml_kind kind = tc_yaml_kind_of(node);
  if (kind != TC_YAML_PLAIN && kind != TC_YAML_TEXT)
    return tc_yaml_expected(where, "a text (in quotes when it holds ': ' or begins with [ or {)", node);
  *(const char **)field = tc_yaml_text(node);
  return TC_OK;
}

tc_status tc_config_read_path(const tc_config_key *key, const char *where, tc_yaml_node *node, void *field) {
  if (tc_yaml_kind_of(node) == TC_YAML_TEXT && !*tc_yaml_text(node))
    return tc_status_make(TC_USAGE, "%s: expected the name of a file, found an empty text", where);
  return tc_config_read_text(key, where, node, field);
}

static tc_status read_formula(const char *where, tc_yaml_node *node, const char *variables,
                              const char **field) {
  tc_yaml_kind kind = tc_yaml_kind_of(node);
  if (kind != TC_YAML_PLAIN && kind != TC_YAML_TEXT)
    return tc_yaml_expected(where, "a number or a formula in quotes", node);
  tc_expression *expression = NULL;
  TC_TRY(tc_expression_create(where, tc_yaml_text(node), variables, &expression));
  tc_expression_destroy(&expression);
  *field = tc_yaml_text(node);
  return TC_OK;
}

tc_status tc_config_read_formula_xyz(const tc_config_key *key, const char *where, tc_yaml_node *node,
                                     void *field) {
  (void)key;
  return read_formula(where, node, "xyz", field);
}

tc_status tc_config_read_formula_xyzt(const tc_config_key *key, const char *where, tc_yaml_node *node,
                                      void *field) {
  (void)key;
  return read_formula(where, node, "xyzt", field);
}

/* ---- numbers ---- */

tc_status tc_config_read_int64(const tc_config_key *key, const char *where, tc_yaml_node *node, void *field) {
  return tc_yaml_integer(where, node, key->least, key->most, field);
}

tc_status tc_config_read_int32(const tc_config_key *key, const char *where, tc_yaml_node *node, void *field) {
  int64_t value = 0;
  TC_TRY(tc_yaml_integer(where, node, key->least, key->most, &value));
  *(int32_t *)field = (int32_t)value;
  return TC_OK;
}

tc_status tc_config_read_positive(const tc_config_key *key, const char *where, tc_yaml_node *node,
                                  void *field) {
  double value;
  if (!tc_yaml_number(node, &value)) return tc_yaml_expected(where, "a number", node);
  if (isfinite(value) && value > 0 && value <= key->most) {
    *(double *)field = value;
    return TC_OK;
  }
  char most[32] = "";
  if (key->most < DBL_MAX) snprintf(most, sizeof most, ", at most %g", key->most);
  return tc_status_make(TC_USAGE, "%s: %s is out of range: expected a finite number above 0%s", where,
                        tc_yaml_text(node), most);
}

tc_status tc_config_read_auto_or_positive(const tc_config_key *key, const char *where, tc_yaml_node *node,
                                          void *field) {
  double value;
  *(double *)field = 0;
  if (tc_yaml_kind_of(node) == TC_YAML_PLAIN && !strcmp(tc_yaml_text(node), "auto")) return TC_OK;
  if (!tc_yaml_number(node, &value)) return tc_yaml_expected(where, "auto or a number", node);
  return tc_config_read_positive(key, where, node, field);
}

tc_status tc_config_read_auto_or_number(const tc_config_key *key, const char *where, tc_yaml_node *node,
                                        void *field) {
  double value;
  *(double *)field = -1.0;
  if (tc_yaml_kind_of(node) == TC_YAML_PLAIN && !strcmp(tc_yaml_text(node), "auto")) return TC_OK;
  if (!tc_yaml_number(node, &value)) return tc_yaml_expected(where, "auto or a number", node);
  *(double *)field = value;
  if (value >= key->least && value <= key->most) return TC_OK;
  return tc_status_make(TC_USAGE, "%s: %s is out of range: expected auto or a number from %g to %g", where,
                        tc_yaml_text(node), key->least, key->most);
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

tc_status tc_config_read_tensor(const tc_config_key *key, const char *where, tc_yaml_node *node,
                                void *field) {
  (void)key;
  double tensor[6] = {0};
  TC_TRY(read_components(where, node, tensor));
  TC_TRY(tc_diffusion_check(where, tensor));
  memcpy(field, tensor, sizeof tensor);
  return TC_OK;
}

/* ---- names from lists ---- */

/* besides: a word that is allowed as well, *index -1 then; or NULL. */
static tc_status choose(const char *where, tc_yaml_node *node, const tc_registry *list, const char *besides,
                        int *index) {
  tc_line line;
  if (tc_yaml_kind_of(node) <= TC_YAML_TEXT)
    return tc_registry_choose(list, where, tc_yaml_text(node), besides, index);
  return tc_yaml_expected(where, tc_registry_choices(list, besides, &line), node);
}

tc_status tc_config_read_order(const tc_config_key *key, const char *where, tc_yaml_node *node, void *field) {
  (void)key;
  int i = 0;
  TC_TRY(choose(where, node, &tc_order_registry, NULL, &i));
  *(const tc_order **)field = tc_order_at(i);
  return TC_OK;
}

tc_status tc_config_read_distribution(const tc_config_key *key, const char *where, tc_yaml_node *node,
                                      void *field) {
  (void)key;
  int i = 0;
  TC_TRY(choose(where, node, &tc_distribution_kinds, NULL, &i));
  *(tc_distribution_kind *)field = (tc_distribution_kind)i;
  return TC_OK;
}

tc_status tc_config_read_scheme(const tc_config_key *key, const char *where, tc_yaml_node *node,
                                void *field) {
  (void)key;
  int i = 0;
  TC_TRY(choose(where, node, &tc_scheme_registry, NULL, &i));
  *(const tc_scheme **)field = tc_scheme_at(i);
  return TC_OK;
}

tc_status tc_config_read_strategy(const tc_config_key *key, const char *where, tc_yaml_node *node,
                                  void *field) {
  (void)key;
  int i = 0;
  TC_TRY(choose(where, node, &tc_strategy_registry, "auto", &i));
  *(const tc_strategy **)field = i >= 0 ? tc_strategy_at(i) : NULL;
  return TC_OK;
}

tc_status tc_config_read_storage(const tc_config_key *key, const char *where, tc_yaml_node *node,
                                 void *field) {
  (void)key;
  int i = 0;
  TC_TRY(choose(where, node, &tc_format_registry, "auto", &i));
  *(const tc_format **)field = i >= 0 ? tc_format_at(i) : NULL;
  return TC_OK;
}

tc_status tc_config_read_model(const tc_config_key *key, const char *where, tc_yaml_node *node, void *field) {
  (void)key;
  return choose(where, node, &tc_model_registry, "auto", field);
}

/* ---- what is planned ---- */

tc_status tc_config_read_later(const tc_config_key *key, const char *where, tc_yaml_node *node, void *field) {
  (void)field;
  double value;
  tc_yaml_kind kind = tc_yaml_kind_of(node);
  bool same = kind == TC_YAML_LIST ? !strcmp(key->standard, "[]") && !tc_yaml_count(node)
                                   : !strcmp(tc_yaml_text(node), key->standard);
  if (!strcmp(key->standard, "0") && tc_yaml_number(node, &value))
    same = value == 0; /* 0 may be written as 0.0 */
  if (same) return TC_OK;
  return tc_status_make(TC_USAGE, "%s: not supported in this version; leave it out or write %s", where,
                        key->standard);
}
