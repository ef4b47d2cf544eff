/* Reads the keys `states` and `source` (see config_kinds.h). The names of all local states are read first,
 * because the formula of a state's rate may contain the name of any other state. The name of a state must not
 * be a variable, function or constant of formulas. */
#include "io/config/config_kinds.h"

#include <ctype.h>
#include <string.h>

enum { name_max = 31 };

/* ---- formulas with names of states ---- */

static tc_status read_formula(const tc_source_options *source, const tc_yaml_location *location,
                              tc_yaml_node *node, tc_expression **out) {
  const char **name;
  const int names = TC_SOURCE_VARIABLES + source->states;
  TC_TRY(tc_pool_alloc(&location->store->pool, (size_t)names * sizeof *name, &name));
  memcpy(name, tc_source_variable, sizeof tc_source_variable);
  for (int k = 0; k < source->states; k++) name[TC_SOURCE_VARIABLES + k] = source->state[k].name;
  return tc_config_read_formula(location, node, name, names, out);
}

tc_status tc_key_read_source(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                             void *field) {
  tc_source_options *options = field;
  double number;
  (void)key;
  if (tc_yaml_number(node, &number) && number == 0.0) return TC_OK;
  return read_formula(options, location, node, &options->source);
}

/* ---- reading one state ---- */

typedef struct rate {
  const tc_source_options *source;
  tc_expression *formula;
} rate;

typedef struct state {
  tc_expression *initial;
  rate rate;
} state;

typedef rate tc_key_type_rate;

static tc_status tc_key_read_rate(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                                  void *field) {
  rate *r = field;
  (void)key;
  return read_formula(r->source, location, node, &r->formula);
}

static const tc_key state_key[] = {
    {TC_KEY_VALUE(state, "initial", formula_xyz, initial), .default_value = "0"},
    {TC_KEY_VALUE(state, "rate", rate, rate)},
};
static const tc_keys state_keys = {TC_KEYS(state_key)};

static bool is_variable(const char *name) {
  for (int k = 0; k < TC_SOURCE_VARIABLES; k++)
    if (!strcmp(name, tc_source_variable[k])) return true;
  return false;
}

static tc_status check_name(const tc_yaml_location *location, const char *name) {
  const size_t length = strlen(name);
  bool is_valid = isalpha((unsigned char)*name) && length <= name_max;
  for (size_t i = 0; i < length; i++)
    is_valid = is_valid && (isalnum((unsigned char)name[i]) || name[i] == '_');
  if (!is_valid)
    return tc_status_create(TC_USAGE,
                            "%s: invalid name of a state: use a letter followed by letters, digits and '_', "
                            "at most %d characters",
                            location->where, (int)name_max);
  if (is_variable(name) || tc_expression_is_reserved(name))
    return tc_status_create(TC_USAGE, "%s: '%s' already has a meaning in formulas: use another name",
                            location->where, name);
  return TC_OK;
}

/* ---- reading all states ---- */

static tc_status read_state_names(const tc_yaml_location *location, tc_yaml_node *node,
                                  tc_source_options *out) {
  int count = 0;
  void *at = NULL;
  for (tc_yaml_pair pair; tc_yaml_next(node, &at, &pair);) count++;
  TC_TRY(tc_pool_alloc(&location->store->pool, (size_t)count * sizeof *out->state, &out->state));
  at = NULL;
  for (tc_yaml_pair pair; tc_yaml_next(node, &at, &pair);) {
    tc_yaml_location key_location;
    TC_TRY(tc_yaml_location_key(location, pair.key, pair.line, &key_location));
    TC_TRY(check_name(&key_location, pair.key));
    out->state[out->states++].name = pair.key;
  }
  return TC_OK;
}

tc_status tc_key_read_states(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                             void *field) {
  tc_source_options *options = field;
  (void)key;
  if (!tc_yaml_is_map(node))
    return tc_key_expected_error(location->where,
                                 "names of states with their rates, such as {w: {initial: 0, rate: \"v-w\"}}",
                                 node);
  TC_TRY(read_state_names(location, node, options));
  void *at = NULL;
  tc_yaml_pair pair;
  for (int k = 0; k < options->states && tc_yaml_next(node, &at, &pair); k++) {
    tc_yaml_location key_location;
    state s = {.rate.source = options};
    TC_TRY(tc_yaml_location_key(location, pair.key, pair.line, &key_location));
    TC_TRY(tc_key_values_read_map(&state_keys, &key_location, pair.value, &s));
    options->state[k].initial = s.initial;
    options->state[k].rate = s.rate.formula;
  }
  return TC_OK;
}
