/* Finds decimal commas and unquoted formulas inside [..] and {..} from the positions at which libfyaml
 * found the values. */
#include "yaml/yaml_comma.h"

#include <libfyaml.h>
#include <string.h>

static bool is_plain(tc_yaml_node *node) {
  return fy_node_is_scalar(node) && fy_node_get_style(node) == FYNS_PLAIN;
}

/* Returns the number of bytes between two consecutive values, which is 1 if only a comma separates the
 * values. Returns 0 if the values are on different lines. */
static size_t measure_gap(tc_yaml_node *a, tc_yaml_node *b) {
  const struct fy_mark *end = fy_token_end_mark(fy_node_get_scalar_token(a)),
                       *begin = fy_token_start_mark(fy_node_get_scalar_token(b));
  return end && begin && end->line == begin->line ? begin->input_pos - end->input_pos : 0;
}

static bool is_digits(const char *text) { return *text && text[strspn(text, "0123456789")] == '\0'; }

/* True if the text may be the digits after a decimal comma, such as 5, 05 or 5e-3. */
static bool is_fraction(const char *text) {
  const size_t digits = strspn(text, "0123456789");
  const char *end = text + digits;
  if (digits > 0 && (*end == 'e' || *end == 'E')) end += 1 + strspn(end + 1, "+-");
  return digits > 0 && end[strspn(end, "0123456789")] == '\0';
}

static bool is_decimal(tc_yaml_node *a, tc_yaml_node *b) {
  const char *integer = tc_yaml_text(a);
  return measure_gap(a, b) == 1 && is_digits(integer + (*integer == '-' || *integer == '+')) &&
         is_fraction(tc_yaml_text(b));
}

/* Commas of a list in brackets, as found by find_commas. */
typedef struct comma_pairs {
  tc_yaml_node *whole, *fraction; /* first two values with only a comma between them, such as 1 and 5 in
                                     [1,5]; NULL if there are none */
  bool has_blank;                 /* true if at least one comma has a blank before the next value */
} comma_pairs;

static comma_pairs find_commas(tc_yaml_node *list) {
  comma_pairs c = {.has_blank = false};
  void *at = NULL;
  tc_yaml_node *previous = fy_node_sequence_iterate(list, &at), *item;
  for (; previous && (item = fy_node_sequence_iterate(list, &at)); previous = item) {
    if (!is_plain(previous) || !is_plain(item)) continue;
    c.has_blank = c.has_blank || measure_gap(previous, item) > 1;
    if (c.whole || !is_decimal(previous, item)) continue;
    c.whole = previous;
    c.fraction = item;
  }
  return c;
}

static bool is_cut_decimal(tc_yaml_node *list, tc_line *message) {
  const comma_pairs c = find_commas(list);
  if (!c.whole || !c.has_blank) return false;
  const char *whole = tc_yaml_text(c.whole), *fraction = tc_yaml_text(c.fraction);
  tc_line_add(message,
              "'%.20s,%.20s' in a list is two values, but other commas have a blank: write %.20s.%.20s, or "
              "a blank after each comma",
              whole, fraction, whole, fraction);
  return true;
}

/* True if `value`, which is followed by a comma, contains a parenthesis that is not closed. Then adds an
 * error message to `message`. */
static bool is_cut_formula(tc_yaml_node *value, tc_line *message) {
  int unclosed = 0;
  if (!value || !is_plain(value)) return false;
  for (const char *c = tc_yaml_text(value); *c; c++) unclosed += (*c == '(') - (*c == ')');
  if (unclosed > 0)
    tc_line_add(message,
                "the value '%.60s' was cut at a comma inside parentheses: write the formula in quotes",
                tc_yaml_text(value));
  return unclosed > 0;
}

bool tc_yaml_find_comma_mistake(tc_yaml_node *node, tc_line *message) {
  void *at = NULL;
  bool is_cut = false;
  if (fy_node_is_mapping(node)) {
    struct fy_node_pair *previous = fy_node_mapping_iterate(node, &at), *pair;
    for (; previous && !is_cut && (pair = fy_node_mapping_iterate(node, &at)); previous = pair)
      is_cut = is_cut_formula(fy_node_pair_value(previous), message);
    return is_cut;
  }
  tc_yaml_node *previous = fy_node_sequence_iterate(node, &at), *item;
  for (; previous && !is_cut && (item = fy_node_sequence_iterate(node, &at)); previous = item)
    is_cut = is_cut_formula(previous, message);
  return is_cut || is_cut_decimal(node, message);
}

const char *tc_yaml_list_advice(tc_yaml_node *list) {
  const bool has_pair = fy_node_get_style(list) == FYNS_FLOW && find_commas(list).whole;
  return has_pair ? "commas separate values, write decimals with a point" : "";
}
