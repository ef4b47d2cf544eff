#include "yaml/yaml_value.h"

#include <stdio.h>
#include <string.h>

#include "base/text/text.h"
#include "yaml/yaml_comma.h"

enum { found_max = 64 };

bool tc_yaml_number(tc_yaml_node *node, double *out) {
  if (tc_yaml_kind_of(node) != TC_YAML_PLAIN) return false;
  const char *text = tc_yaml_text(node);
  tc_text rest = {text, text + strlen(text)};
  return tc_text_parse_double(&rest, out) && tc_text_at_end(&rest);
}

/* True if the text has the form of an integer of any size. Sets *out to its value. */
static bool is_integer(tc_yaml_node *node, double *out) {
  const char *text = tc_yaml_text(node);
  tc_text rest = {text, text + strlen(text)};
  return tc_yaml_kind_of(node) == TC_YAML_PLAIN && tc_text_parse_integer(&rest, out) && tc_text_at_end(&rest);
}

tc_status tc_yaml_integer(const char *where, tc_yaml_node *node, double least, double most, int64_t *out) {
  double value;
  if (!is_integer(node, &value)) return tc_yaml_expected_error(where, "an integer", node);
  if (value < least || value > most)
    return tc_status_create(TC_USAGE, "%s: %.40s is out of range: expected an integer from %.0f to %.0f",
                            where, tc_yaml_text(node), least, most);
  *out = (int64_t)value;
  return TC_OK;
}

tc_yaml_description tc_yaml_describe(tc_yaml_node *node) {
  static const char *const kinds[] = {"nothing", "", "the quoted text ", "a list",
                                      "a mapping (keys and values)"};
  tc_yaml_kind kind = tc_yaml_kind_of(node);
  tc_yaml_description f;
  snprintf(f.text, sizeof f.text, "%s", kinds[kind]);
  if (kind == TC_YAML_PLAIN || kind == TC_YAML_TEXT)
    snprintf(f.text, sizeof f.text, "%s'%.*s'", kinds[kind], found_max, tc_yaml_text(node));
  for (char *c = f.text; *c; c++)
    if (*c == '\n') *c = ' ';
  return f;
}

const char *tc_yaml_key_advice(const char *key) {
  return strchr(key, '?')
             ? ": write a formula with ':' in quotes, on the command line as -s 'KEY=\"FORMULA\"'"
             : "";
}

/* True for numbers with separators of thousands, such as 1,000 and 12,345,678. */
static bool has_separators(const char *text) {
  size_t digits = strspn(text, "0123456789");
  if (digits < 1 || digits > 3 || text[digits] != ',') return false;
  for (text += digits; *text == ','; text += 4)
    if (strspn(text + 1, "0123456789") != 3) return false;
  return *text == '\0';
}

const char *tc_yaml_list_advice(tc_yaml_node *list) {
  return tc_yaml_has_decimal_comma(list) ? "commas separate values, write decimals with a point" : "";
}

/* Returns the last part of the error message "expected `what`, found ..", which explains a likely mistake; ""
 * if none is known. */
static const char *value_advice(const char *what, tc_yaml_node *node) {
  void *at = NULL;
  tc_yaml_pair pair;
  if (tc_yaml_kind_of(node) == TC_YAML_MAP && tc_yaml_next(node, &at, &pair))
    return tc_yaml_key_advice(pair.key);
  if (tc_yaml_kind_of(node) == TC_YAML_LIST) return tc_yaml_list_advice(node);
  if (tc_yaml_kind_of(node) != TC_YAML_PLAIN) return "";
  if (strstr(what, "integer") && has_separators(tc_yaml_text(node)))
    return "write the number without separators";
  const char *text = tc_yaml_text(node), *advice = tc_text_number_advice(text, (int)strnlen(text, found_max));
  return advice ? advice : "";
}

tc_status tc_yaml_expected_error(const char *where, const char *what, tc_yaml_node *node) {
  const char *advice = value_advice(what, node);
  return tc_status_create(TC_USAGE, "%s: expected %s, found %s%s%s", where, what, tc_yaml_describe(node).text,
                          *advice && *advice != ':' ? ": " : "", advice);
}
