/* Sets keys of the config for the program. Each change is an override "key=value", and the whole config is
 * checked with it. */
#include <math.h>
#include <string.h>

#include "api/call/call.h"
#include "api/problem/problem_object.h"
#include "base/core/print.h"

void tc_api_line_quote(tc_line *line, const char *text) {
  tc_line_add(line, "\"");
  for (; *text; text++) tc_line_add(line, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
  tc_line_add(line, "\"");
}

void tc_api_problem_options(const tetracast_problem *p, const char *fallback[2], tc_run_options *options) {
  fallback[0] = "initial=0";
  fallback[1] = p->mesh_name;
  *options = (tc_run_options){.config = p->name,
                              .text = p->text,
                              .overrides = p->override.count,
                              .override = p->override.item,
                              .fallbacks = p->mesh_name ? 2 : 1,
                              .fallback = fallback,
                              .resume = p->writes_outputs && p->mode == TETRACAST_OUTPUTS_RESUME,
                              .force = p->writes_outputs && p->mode == TETRACAST_OUTPUTS_FORCE};
}

tc_status tc_api_problem_check(const tetracast_problem *p) {
  const char *fallback[2];
  tc_run_options options;
  tc_config *config = NULL;
  tc_api_problem_options(p, fallback, &options);
  const tc_status status = tc_run_options_read_config(&options, p->world->world, &config);
  tc_config_destroy(&config);
  return status;
}

/* ---- overrides ---- */

static tc_status check_open(const tetracast_problem *p, const char *key) {
  if (!p->is_set_up) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: the problem is set up and cannot change: set the key before "
                          "tetracast_problem_set_up",
                          key);
}

/* Returns true if the key of the override "key=value" equals `key`, or if one of the two keys contains the
 * other, as `time` contains `time.steps`. */
static bool is_related(const char *override, const char *key) {
  const size_t one = strcspn(override, "="), other = strlen(key), least = one < other ? one : other;
  const char *longer = one > other ? override : key;
  return strncmp(override, key, least) == 0 && (one == other || longer[least] == '.');
}

/* Returns true if the value of the override may be a YAML mapping. A later override of the same key then adds
 * entries to the mapping and does not replace it. */
static bool may_be_map(const char *override) {
  const char *value = override + strcspn(override, "=") + 1;
  return value[strspn(value, " ")] != '[' && strchr(value, ':');
}

/* Returns the index of the existing override that a new override of `key` replaces. Returns the number of
 * overrides if the new one must be appended: if `key` has no override, if its value may be a mapping, or if a
 * later override sets a part of `key` or a key that contains `key`. */
static int find_override(const tetracast_problem *p, const char *key) {
  for (int i = p->override.count - 1; i >= 0; i--) {
    const char *override = p->override.item[i];
    if (is_related(override, key))
      return strcspn(override, "=") == strlen(key) && !may_be_map(override) ? i : p->override.count;
  }
  return p->override.count;
}

/* Stores the override at `index`, which is at most the number of overrides. */
static tc_status store_override(tetracast_problem *p, int index, const char *key, const char *value) {
  const char *text;
  p->override.pool = &p->pool;
  TC_TRY(tc_pool_printf(&p->pool, &text, "%s=%s", key, value));
  if (index == p->override.count) return TC_ARRAY_ADD(&p->override, &text);
  p->override.item[index] = text;
  return TC_OK;
}

static tc_status check_override(const tetracast_problem *p, const char *key, const char *value) {
  TC_TRY(tc_api_check_argument(key, "key"));
  TC_TRY(tc_api_check_argument(value, "value"));
  return check_open(p, key);
}

tc_status tc_api_problem_override(tetracast_problem *p, const char *key, const char *value) {
  const int before = p->override.count;
  TC_TRY(tc_world_agree(p->world->world, check_override(p, key, value)));
  const int index = find_override(p, key);
  const char *replaced = index < before ? p->override.item[index] : NULL;
  tc_status status = tc_world_agree(p->world->world, store_override(p, index, key, value));
  if (!status) status = tc_api_problem_check(p);
  if (status) p->override.count = before;
  if (status && replaced) p->override.item[index] = replaced;
  return status;
}

/* Returns an error if `key` changes boundary conditions and one of the conditions has a function. For this
 * condition the config contains a dummy formula, which a new condition could make effective. */
static tc_status check_conditions(const tetracast_problem *p, const char *key) {
  if (p->functions.count == 0 || !key || strncmp(key, "boundary", strlen("boundary")) != 0) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: the key cannot be set, because a function of the program computes a boundary "
                          "condition: use tetracast_problem_set_boundary",
                          key);
}

static tc_status set_key(tetracast_problem *p, const char *key, const char *value) {
  TC_TRY(tc_world_agree(p->world->world, check_conditions(p, key)));
  return tc_api_problem_override(p, key, value);
}

tetracast_error *tetracast_problem_set(tetracast_problem *problem, const char *key, const char *value) {
  TC_API_PROBLEM_CALL(problem, set_key(problem, key, value));
}

static tc_status check_number(const char *key, double value) {
  TC_TRY(tc_api_check_argument(key, "key"));
  if (isfinite(value)) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: the number is not finite: pass a finite number", key);
}

/* Sets a key to a number. The number is written with 17 digits, which determine all bits of a double. */
static tc_status set_number(tetracast_problem *p, const char *key, double value) {
  char text[40];
  TC_TRY(tc_world_agree(p->world->world, check_number(key, value)));
  tc_snprintf(text, sizeof text, "%.17g", value);
  return set_key(p, key, text);
}

tetracast_error *tetracast_problem_set_number(tetracast_problem *problem, const char *key, double value) {
  TC_API_PROBLEM_CALL(problem, set_number(problem, key, value));
}
