/* Readers of single values: texts, numbers and names from lists (see keys.h). Each reader first checks the
 * kind of the node, then the range of the value. Error messages begin with the position of the value. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/core/print.h"
#include "base/text/text.h"
#include "yaml/keys.h"

/* ---- readers of texts ---- */

tc_status tc_key_read_text(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                           void *field) {
  (void)key;
  if (!tc_yaml_is_text(node))
    return tc_key_expected_error(location->where,
                                 "a text (in quotes if it contains ': ' or begins with [ or {)", node);
  *(const char **)field = tc_yaml_text(node);
  return TC_OK;
}

tc_status tc_key_read_path(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                           void *field) {
  if (tc_yaml_kind_of(node) == TC_YAML_TEXT && !*tc_yaml_text(node))
    return tc_status_create(TC_USAGE, "%s: expected the name of a file, found an empty text",
                            location->where);
  return tc_key_read_text(key, location, node, field);
}

tc_status tc_key_read_word(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                           void *field) {
  if (!tc_yaml_is_text(node)) return tc_key_expected_error(location->where, "a word", node);
  return tc_key_read_text(key, location, node, field);
}

tc_status tc_key_read_char_array(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                                 void *field) {
  const char *text = NULL;
  TC_TRY(tc_key_read_text(key, location, node, &text));
  if (strlen(text) >= key->size) // NOLINT(clang-analyzer-core.NonNullParamChecker): it was read
    return tc_status_create(TC_USAGE, "%s: the text is longer than %zu bytes: shorten it", location->where,
                            key->size - 1);
  memcpy(field, text, strlen(text) + 1);
  return TC_OK;
}

tc_status tc_key_read_boolean(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                              void *field) {
  (void)key;
  return tc_yaml_boolean(node, field) ? TC_OK : tc_key_expected_error(location->where, "true or false", node);
}

/* ---- readers of numbers ---- */

/* Reads an integer of magnitude below 2^53, written without a decimal point: 1000 or 1e3. */
tc_status tc_key_read_int64(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                            void *field) {
  const char *text = tc_yaml_text(node);
  tc_text rest = {text, text + strlen(text)};
  double value;
  if (tc_yaml_kind_of(node) != TC_YAML_PLAIN || !tc_text_parse_integer(&rest, &value) ||
      !tc_text_at_end(&rest))
    return tc_key_expected_error(location->where, "an integer", node);
  if (value < key->min || value > key->max)
    return tc_status_create(TC_USAGE, "%s: %.40s is out of range: expected an integer from %.0f to %.0f",
                            location->where, text, key->min, key->max);
  *(int64_t *)field = (int64_t)value;
  return TC_OK;
}

tc_status tc_key_read_int32(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                            void *field) {
  int64_t value = 0;
  TC_TRY(tc_key_read_int64(key, location, node, &value));
  *(int32_t *)field = (int32_t)value;
  return TC_OK;
}

/* Reads a number from key->min to key->max, or between these numbers if `is_open` is true. `expected`
 * describes the allowed values in error messages. */
static tc_status read_number(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                             const char *expected, bool is_open, double *out) {
  if (!tc_yaml_number(node, out)) return tc_key_expected_error(location->where, expected, node);
  if (*out >= key->min && *out <= key->max && !(is_open && (*out == key->min || *out == key->max)))
    return TC_OK;
  /* Example: m.yaml:4: read_s: 3.4 is out of range: expected a number from 1e-15 to 0.1 (seconds) */
  return tc_status_create(TC_USAGE, "%s: %.64s is out of range: expected %s %s %g %s %g%s%s%s%s%s",
                          location->where, tc_yaml_text(node), expected, is_open ? "above" : "from", key->min,
                          is_open ? "and below" : "to", key->max, key->unit ? " (" : "",
                          key->unit ? key->unit : "", key->unit ? ")" : "", key->reason ? "; " : "",
                          key->reason ? key->reason : "");
}

tc_status tc_key_read_between(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                              void *field) {
  return read_number(key, location, node, "a number", true, field);
}

tc_status tc_key_read_number(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                             void *field) {
  return read_number(key, location, node, "a number", false, field);
}

tc_status tc_key_read_numbers(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                              void *field) {
  double *out = field;
  const int count = (int)(key->size / sizeof *out);
  if (!tc_yaml_is_list(node)) return tc_key_expected_error(location->where, "a list of numbers", node);
  if (tc_yaml_count(node) != count)
    return tc_status_create(TC_USAGE, "%s: expected a list of %d numbers, found %d", location->where, count,
                            tc_yaml_count(node));
  for (int i = 0; i < count; i++) TC_TRY(tc_key_read_number(key, location, tc_yaml_item(node, i), &out[i]));
  return TC_OK;
}

tc_status tc_key_read_positive(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                               void *field) {
  double value;
  if (!tc_yaml_number(node, &value)) return tc_key_expected_error(location->where, "a number", node);
  if (isfinite(value) && value > 0 && value <= key->max) {
    *(double *)field = value;
    return TC_OK;
  }
  char limit[32] = "";
  if (key->max < DBL_MAX) tc_snprintf(limit, sizeof limit, ", at most %g", key->max);
  return tc_status_create(TC_USAGE, "%s: %.64s is out of range: expected a finite number above 0%s",
                          location->where, tc_yaml_text(node), limit);
}

static bool is_plain(tc_yaml_node *node, const char *word) {
  return tc_yaml_kind_of(node) == TC_YAML_PLAIN && !strcmp(tc_yaml_text(node), word);
}

static bool is_auto(tc_yaml_node *node) { return is_plain(node, "auto"); }

tc_status tc_key_read_auto_or_positive(const tc_key *key, const tc_yaml_location *location,
                                       tc_yaml_node *node, void *field) {
  *(double *)field = 0;
  if (is_auto(node)) return TC_OK;
  if (!tc_yaml_is_number(node)) return tc_key_expected_error(location->where, "auto or a number", node);
  return tc_key_read_positive(key, location, node, field);
}

tc_status tc_key_read_limit(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                            void *field) {
  *(double *)field = is_auto(node) ? -1.0 : 0.0;
  if (is_auto(node) || is_plain(node, "none")) return TC_OK;
  if (!tc_yaml_is_number(node)) return tc_key_expected_error(location->where, "auto, none or a number", node);
  return tc_key_read_positive(key, location, node, field);
}

tc_status tc_key_read_auto_or_number(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                                     void *field) {
  *(double *)field = -1.0;
  return is_auto(node) ? TC_OK : read_number(key, location, node, "auto or a number", false, field);
}

tc_status tc_key_read_none_or_number(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                                     void *field) {
  *(double *)field = 0.0;
  if (is_plain(node, "none")) return TC_OK;
  return read_number(key, location, node, "none or a number", false, field);
}

tc_status tc_key_read_auto_or_int32(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                                    void *field) {
  *(int32_t *)field = 0;
  if (is_auto(node)) return TC_OK;
  if (!tc_yaml_is_number(node)) return tc_key_expected_error(location->where, "auto or an integer", node);
  return tc_key_read_int32(key, location, node, field);
}

/* ---- names from lists ---- */

tc_status tc_key_read_index(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                            void *field) {
  const char *word = tc_yaml_text(node); /* tc_yaml_text returns "" for a node that is not a text */
  const int index = tc_registry_find(key->names, word);
  if (index < 0 && !(key->extra_word && !strcmp(word, key->extra_word)))
    return tc_key_not_listed_error(key, location->where, node);
  memcpy(field, &index, sizeof index); /* the member is an int or an enum; both have the same size */
  return TC_OK;
}

tc_status tc_key_read_choice(const tc_key *key, const tc_yaml_location *location, tc_yaml_node *node,
                             void *field) {
  int index = 0;
  TC_TRY(tc_key_read_index(key, location, node, &index));
  const void *item = index >= 0 ? key->names->item(index) : NULL;
  memcpy(field, &item, sizeof item);
  return TC_OK;
}
