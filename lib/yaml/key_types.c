/* Readers of single values: texts, numbers, and names from registries. tc_key_values_read calls them
 * through tables of keys. Each reader checks the kind of the node first, then the range, and reports both
 * with the position of the value. */
#include "yaml/key_types.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/core/print.h"
#include "yaml/yaml_value.h"

/* ---- readers of texts ---- */

tc_status tc_key_read_text(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node, void *field) {
  (void)key;
  if (!tc_yaml_is_text(node))
    return tc_yaml_expected_error(spot->where, "a text (in quotes when it holds ': ' or begins with [ or {)",
                                  node);
  *(const char **)field = tc_yaml_text(node);
  return TC_OK;
}

tc_status tc_key_read_path(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node, void *field) {
  if (tc_yaml_kind_of(node) == TC_YAML_TEXT && !*tc_yaml_text(node))
    return tc_status_create(TC_USAGE, "%s: expected the name of a file, found an empty text", spot->where);
  return tc_key_read_text(key, spot, node, field);
}

tc_status tc_key_read_word(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node, void *field) {
  if (!tc_yaml_is_text(node)) return tc_yaml_expected_error(spot->where, "a word", node);
  return tc_key_read_text(key, spot, node, field);
}

tc_status tc_key_read_char_array(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                                 void *field) {
  const char *text = NULL;
  TC_TRY(tc_key_read_text(key, spot, node, &text));
  if (strlen(text) >= key->size) // NOLINT(clang-analyzer-core.NonNullParamChecker): it was read
    return tc_status_create(TC_USAGE, "%s: the text is longer than %zu bytes: shorten it", spot->where,
                            key->size - 1);
  memcpy(field, text, strlen(text) + 1);
  return TC_OK;
}

tc_status tc_key_read_boolean(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                              void *field) {
  (void)key;
  return tc_yaml_boolean(node, field) ? TC_OK : tc_yaml_expected_error(spot->where, "true or false", node);
}

/* ---- readers of numbers ---- */

tc_status tc_key_read_int64(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                            void *field) {
  return tc_yaml_integer(spot->where, node, key->min, key->max, field);
}

tc_status tc_key_read_int32(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                            void *field) {
  int64_t value = 0;
  TC_TRY(tc_yaml_integer(spot->where, node, key->min, key->max, &value));
  *(int32_t *)field = (int32_t)value;
  return TC_OK;
}

/* Reads a number. `what` is "a number" followed by other allowed words, for messages. */
static tc_status read_number(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                             const char *what, double *out) {
  if (!tc_yaml_number(node, out)) return tc_yaml_expected_error(spot->where, what, node);
  if (*out >= key->min && *out <= key->max) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: %.64s is out of range: expected %s from %g to %g%s%s%s%s%s",
                          spot->where, tc_yaml_text(node), what, key->min, key->max, key->unit ? " (" : "",
                          key->unit ? key->unit : "", key->unit ? ")" : "", key->reason ? "; " : "",
                          key->reason ? key->reason : "");
}

tc_status tc_key_read_between(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                              void *field) {
  double *out = field;
  if (!tc_yaml_number(node, out)) return tc_yaml_expected_error(spot->where, "a number", node);
  if (*out > key->min && *out < key->max) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: %.64s is out of range: expected a number above %g and below %g%s%s",
                          spot->where, tc_yaml_text(node), key->min, key->max, key->reason ? "; " : "",
                          key->reason ? key->reason : "");
}

tc_status tc_key_read_number(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                             void *field) {
  return read_number(key, spot, node, "a number", field);
}

tc_status tc_key_read_numbers(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                              void *field) {
  double *out = field;
  const int wanted = (int)(key->size / sizeof *out);
  if (!tc_yaml_is_list(node)) return tc_yaml_expected_error(spot->where, "a list of numbers", node);
  if (tc_yaml_count(node) != wanted)
    return tc_status_create(TC_USAGE, "%s: expected a list of %d numbers, found %d", spot->where, wanted,
                            tc_yaml_count(node));
  for (int i = 0; i < wanted; i++) TC_TRY(tc_key_read_number(key, spot, tc_yaml_item(node, i), &out[i]));
  return TC_OK;
}

tc_status tc_key_read_positive(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                               void *field) {
  double value;
  if (!tc_yaml_number(node, &value)) return tc_yaml_expected_error(spot->where, "a number", node);
  if (isfinite(value) && value > 0 && value <= key->max) {
    *(double *)field = value;
    return TC_OK;
  }
  char most[32] = "";
  if (key->max < DBL_MAX) tc_snprintf(most, sizeof most, ", at most %g", key->max);
  return tc_status_create(TC_USAGE, "%s: %.64s is out of range: expected a finite number above 0%s",
                          spot->where, tc_yaml_text(node), most);
}

static bool is_auto(tc_yaml_node *node) {
  return tc_yaml_kind_of(node) == TC_YAML_PLAIN && !strcmp(tc_yaml_text(node), "auto");
}

tc_status tc_key_read_auto_or_positive(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                                       void *field) {
  *(double *)field = 0;
  if (is_auto(node)) return TC_OK;
  if (!tc_yaml_is_number(node)) return tc_yaml_expected_error(spot->where, "auto or a number", node);
  return tc_key_read_positive(key, spot, node, field);
}

tc_status tc_key_read_auto_or_number(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                                     void *field) {
  *(double *)field = -1.0;
  return is_auto(node) ? TC_OK : read_number(key, spot, node, "auto or a number", field);
}

/* ---- names from lists ---- */

static tc_status not_listed(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node) {
  tc_line line, meant;
  return tc_status_create(TC_USAGE, "%s: expected %s, found %s%s", spot->where,
                          tc_registry_format_names(key->names, key->extra_word, &line),
                          tc_yaml_describe(node).text,
                          tc_registry_suggest(key->names, tc_yaml_text(node), &meant));
}

tc_status tc_key_read_index(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                            void *field) {
  const char *word = tc_yaml_text(node); /* "" if the node is not a text */
  const int index = tc_registry_find(key->names, word);
  if (index < 0 && !(key->extra_word && !strcmp(word, key->extra_word))) return not_listed(key, spot, node);
  memcpy(field, &index, sizeof index); /* an enum has the size of an int, so this works for both */
  return TC_OK;
}

tc_status tc_key_read_choice(const tc_key *key, const tc_yaml_location *spot, tc_yaml_node *node,
                             void *field) {
  int index = 0;
  TC_TRY(tc_key_read_index(key, spot, node, &index));
  const void *thing = index >= 0 ? key->names->item(index) : NULL;
  memcpy(field, &thing, sizeof thing);
  return TC_OK;
}
