/* Tensors of regions and boundary conditions of markers that a program sets. They become overrides of keys of
 * the config. Rules for single regions or markers form a list, and each new rule sets the key to the whole
 * list. */
#include <math.h>
#include <string.h>

#include "api/call/call.h"
#include "api/problem/problem_object.h"
#include "base/core/memory.h"

/* ---- lists of rules ---- */

/* Stores the rule of a region or marker. It replaces the earlier rule with the same label if there is one. */
static tc_status store_rule(tc_pool *pool, tc_api_rules *rules, int32_t label, const char *item) {
  tc_api_rule rule = {label, NULL};
  rules->pool = pool;
  TC_TRY(tc_pool_printf(pool, &rule.item, "%s", item));
  for (int i = 0; i < rules->count; i++)
    if (rules->item[i].label == label) {
      rules->item[i] = rule;
      return TC_OK;
    }
  return TC_ARRAY_ADD(rules, &rule);
}

/* Formats all rules as a YAML list, with rule `label` replaced by `item`. The caller frees *out with
 * tc_free. */
static tc_status format_rules(const tc_api_rules *rules, int32_t label, const char *item, char **out) {
  size_t bytes = strlen(item) + 8;
  for (int i = 0; i < rules->count; i++) bytes += strlen(rules->item[i].item) + 2;
  TC_TRY(TC_ALLOC(*out, bytes));
  strcpy(*out, "[");
  for (int i = 0; i < rules->count; i++)
    if (rules->item[i].label != label) strcat(strcat(*out, rules->item[i].item), ", ");
  strcat(strcat(*out, item), "]");
  return TC_OK;
}

/* Collective. Sets the key `key` of the config to the list of the existing rules and `item`. If the config is
 * then valid, stores the rule in *rules. */
static tc_status add_rule(tetracast_problem *p, tc_api_rules *rules, const char *key, int32_t label,
                          const char *item) {
  char *list = NULL;
  TC_TRY(tc_world_agree(p->world->world, format_rules(rules, label, item, &list)));
  const tc_status status = tc_api_problem_override(p, key, list);
  tc_free(list);
  TC_TRY(status);
  return tc_world_agree(p->world->world, store_rule(&p->pool, rules, label, item));
}

/* ---- tensors ---- */

static tc_status format_tensor(const double tensor[6], tc_line *line) {
  TC_TRY(tc_api_check_argument(tensor, "tensor"));
  tc_line_add(line, "[");
  for (int i = 0; i < 6; i++) {
    if (!isfinite(tensor[i]))
      return tc_status_create(TC_USAGE, "diffusion.tensor: number %d is not finite: pass finite numbers",
                              i + 1);
    tc_line_add(line, i ? ", %.17g" : "%.17g", tensor[i]);
  }
  tc_line_add(line, "]");
  return TC_OK;
}

static tc_status set_tensor(tetracast_problem *p, int32_t region, const double tensor[6]) {
  tc_line value = {0}, item = {0};
  TC_TRY(tc_world_agree(p->world->world, format_tensor(tensor, &value)));
  if (region == TETRACAST_ALL) return tc_api_problem_override(p, "diffusion.tensor", value.text);
  tc_line_add(&item, "{region: %d, tensor: %s}", (int)region, value.text);
  return add_rule(p, &p->tensors, "diffusion.regions", region, item.text);
}

tetracast_error *tetracast_problem_set_tensor(tetracast_problem *problem, int32_t region,
                                              const double tensor[6]) {
  TC_API_PROBLEM_CALL(problem, set_tensor(problem, region, tensor));
}

static tc_status check_function(const tetracast_problem *p, bool exists) {
  if (p->is_set_up)
    return tc_status_create(TC_USAGE, "tetracast_problem_set_tensor_function: the problem is set up: call "
                                      "it before tetracast_problem_set_up");
  return tc_api_agree_presence(p->world->world, exists, "tetracast_problem_set_tensor_function");
}

static tc_status set_tensor_function(tetracast_problem *p, tetracast_cell_function *tensor, void *self) {
  TC_TRY(check_function(p, tensor != NULL));
  p->tensor = (tc_tensor_function){tensor, self};
  return TC_OK;
}

tetracast_error *tetracast_problem_set_tensor_function(tetracast_problem *problem,
                                                       tetracast_cell_function *tensor, void *self) {
  TC_API_PROBLEM_CALL(problem, set_tensor_function(problem, tensor, self));
}

/* ---- boundary conditions ---- */

/* Returns two words of the config for a kind of boundary condition: the name of the kind, and the key for its
 * value. Returns NULL for an unknown kind. */
static const char *const *kind_words(tetracast_boundary kind) {
  static const char *const words[3][2] = {{"flux", "value"}, {"value", "value"}, {"exchange", "outside"}};
  return (int)kind >= 0 && (int)kind < 3 ? words[kind] : NULL;
}

static tc_status check_condition(tetracast_boundary kind, const char *value, const char *h) {
  const bool exchanges = kind == TETRACAST_BOUNDARY_EXCHANGE;
  if (!kind_words(kind))
    return tc_status_create(TC_USAGE,
                            "tetracast_problem_set_boundary: kind %d is unknown: pass a value of "
                            "tetracast_boundary",
                            (int)kind);
  TC_TRY(tc_api_check_argument(value, "value"));
  if (exchanges == (h != NULL)) return TC_OK;
  return tc_status_create(
      TC_USAGE, exchanges
                    ? "tetracast_problem_set_boundary: kind exchange needs h, but h is NULL: pass a formula"
                    : "tetracast_problem_set_boundary: only kind exchange uses h: pass NULL for h");
}

static tc_status format_condition(int32_t marker, tetracast_boundary kind, const char *value, const char *h,
                                  tc_line *line) {
  const char *const *word = kind_words(kind);
  tc_line_add(line, "{");
  if (marker != TETRACAST_ALL) tc_line_add(line, "marker: %d, ", (int)marker);
  tc_line_add(line, "kind: %s, %s: ", word[0], word[1]);
  tc_api_line_quote(line, value);
  if (h) {
    tc_line_add(line, ", h: ");
    tc_api_line_quote(line, h);
  }
  tc_line_add(line, "}");
  if (!line->is_cut) return TC_OK;
  return tc_status_create(TC_USAGE, "tetracast_problem_set_boundary: the formulas are too long: use at "
                                    "most 1900 characters");
}

static tc_status set_boundary(tetracast_problem *p, int32_t marker, tetracast_boundary kind,
                              const char *value, const char *h) {
  tc_line line = {0};
  TC_TRY(tc_world_agree(p->world->world, check_condition(kind, value, h)));
  TC_TRY(tc_world_agree(p->world->world, format_condition(marker, kind, value, h, &line)));
  if (marker == TETRACAST_ALL) return tc_api_problem_override(p, "boundary.default", line.text);
  return add_rule(p, &p->conditions, "boundary.markers", marker, line.text);
}

/* Removes the callback of a marker whose condition is replaced. Does nothing if the marker has none. */
static void remove_function(tetracast_problem *p, int32_t marker) {
  int count = 0;
  for (int k = 0; k < p->functions.count; k++)
    if (p->functions.item[k].marker != marker) p->functions.item[count++] = p->functions.item[k];
  p->functions.count = count;
}

static tc_status set_formula(tetracast_problem *p, int32_t marker, tetracast_boundary kind, const char *value,
                             const char *h) {
  TC_TRY(set_boundary(p, marker, kind, value, h));
  remove_function(p, marker);
  return TC_OK;
}

tetracast_error *tetracast_problem_set_boundary(tetracast_problem *problem, int32_t marker,
                                                tetracast_boundary kind, const char *value, const char *h) {
  TC_API_PROBLEM_CALL(problem, set_formula(problem, marker, kind, value, h));
}

/* Dummy formula in the config for a condition whose values a callback computes. It depends on position and
 * time, so that the library evaluates it for each face and time. It calls the callback instead of evaluating
 * this formula. */
static const char *const formula_of_function = "x*t";

/* Collective. Sets the callback of a boundary condition. Reserves memory before the condition is changed, so
 * that the problem is unchanged after an error. */
static tc_status set_function(tetracast_problem *p, const tc_plan_boundary *added, tetracast_boundary kind,
                              const char *h) {
  p->functions.pool = &p->pool;
  TC_TRY(
      tc_world_agree(p->world->world, tc_api_check_argument(added->function.evaluate ? p : NULL, "value")));
  TC_TRY(tc_world_agree(p->world->world, TC_ARRAY_RESERVE(&p->functions, 1)));
  TC_TRY(set_boundary(p, added->marker, kind, formula_of_function, h));
  remove_function(p, added->marker);
  p->functions.item[p->functions.count++] = *added;
  return TC_OK;
}

tetracast_error *tetracast_problem_set_boundary_function(tetracast_problem *problem, int32_t marker,
                                                         tetracast_boundary kind,
                                                         tetracast_face_function *value, void *self,
                                                         const char *h) {
  const tc_plan_boundary added = {marker == TETRACAST_ALL, marker, {value, self}};
  TC_API_PROBLEM_CALL(problem, set_function(problem, &added, kind, h));
}
