#include "io/config/config_boundary.h"

#include "io/config/config_value.h"
#include "yaml/key_types.h"

static const tc_key rule_key[] = {
    {TC_KEY_VALUE(tc_boundary_rule, "marker", int32, marker), .min = INT32_MIN, .max = INT32_MAX},
    {TC_KEY_INDEX(tc_boundary_rule, "kind", tc_boundary_kinds, tc_boundary_kind, kind)},
    {TC_KEY_VALUE(tc_boundary_rule, "value", formula_xyzt, value), .default_value = "null"},
    {TC_KEY_VALUE(tc_boundary_rule, "h", formula_xyz, h), .default_value = "null"},
    {TC_KEY_VALUE(tc_boundary_rule, "outside", formula_xyzt, outside), .default_value = "null"},
};
const tc_keys tc_boundary_rule_keys = {TC_KEYS(rule_key), TC_KEYS_WHERE(tc_boundary_rule, where)};

static tc_status missing_key_error(const tc_boundary_rule *rule, const char *key) {
  return tc_status_create(TC_USAGE, "%s: the kind %s needs the key %s: add it", rule->where,
                          tc_boundary_kinds.name((int)rule->kind), key);
}

static tc_status unknown_key_error(const tc_boundary_rule *rule, const char *key, const char *kind,
                                   const char *remedy) {
  return tc_status_create(TC_USAGE, "%s: the kind %s does not use %s (only %s): %s", rule->where,
                          tc_boundary_kinds.name((int)rule->kind), key, kind, remedy);
}

static tc_status check_exchange(const tc_boundary_rule *rule) {
  if (rule->value) return unknown_key_error(rule, "value", "flux and value", "use outside");
  if (!rule->h) return missing_key_error(rule, "h");
  return rule->outside ? TC_OK : missing_key_error(rule, "outside");
}

static tc_status check_value(const tc_boundary_rule *rule, bool needed) {
  if (rule->h) return unknown_key_error(rule, "h", "exchange", "remove it");
  if (rule->outside) return unknown_key_error(rule, "outside", "exchange", "remove it");
  return rule->value || !needed ? TC_OK : missing_key_error(rule, "value");
}

tc_status tc_boundary_rule_check(const tc_boundary_rule *rule) {
  switch (rule->kind) {
  case TC_BOUNDARY_FLUX: return check_value(rule, false);
  case TC_BOUNDARY_VALUE: return check_value(rule, true);
  case TC_BOUNDARY_EXCHANGE: return check_exchange(rule);
  }
  return tc_status_create(TC_INTERNAL, "%s: unknown kind of boundary %d", rule->where, (int)rule->kind);
}
