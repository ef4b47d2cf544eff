/* Checks of a YAML text and of its tree, which tc_yaml_create calls. The bytes are checked before libfyaml
 * reads them, the number of nodes before a tree is built, and the kinds of nodes in the tree. */
#include "yaml/yaml_check.h"

#include <stdbool.h>
#include <string.h>

#include "base/text/text.h"
#include "yaml/yaml_comma.h"

/* Maximum number of nodes. libfyaml compares each key with all others of its mapping, and each anchor with
 * all others. Without a limit a file of 1 MB would need minutes. Real files have some hundred keys and
 * values. */
enum { most_nodes = 5000 };

tc_status tc_yaml_error(const tc_yaml_message_prefix *from, int line, const char *what) {
  if (from->lines && line > 0) return tc_status_create(TC_USAGE, "%s:%d: %s", from->where, line, what);
  return tc_status_create(TC_USAGE, "%s: %s", from->where, what);
}

/* True for a control character in UTF-8, except tabs and ends of lines. */
static bool is_control(const unsigned char *c) {
  const bool blank = *c == '\t' || *c == '\n' || *c == '\r';
  return (*c < ' ' && !blank) || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0);
}

/* True for a line that begins with '%', unless it is "%YAML" and a number. libfyaml needs very long for such
 * lines. */
static bool is_directive(const char *line) {
  if (*line != '%') return false;
  const bool version = !strncmp(line, "%YAML ", 6);
  return !version || strcspn(line, "\r\n") != 6 + strspn(line + 6, "0123456789.");
}

/* libfyaml treats an invalid character as the end of the text, so the bytes are checked first. */
tc_status tc_yaml_check_bytes(const tc_yaml_message_prefix *from, const char *text) {
  int line = 1;
  for (const unsigned char *c = (const unsigned char *)text; *c;) {
    const bool begins = c == (const unsigned char *)text || c[-1] == '\n';
    const int length = tc_text_utf8_length((const char *)c);
    if (!length) return tc_yaml_error(from, line, "is not UTF-8 text: save the file as UTF-8");
    if (is_control(c))
      return tc_yaml_error(from, line, "holds a control character: check that this is a text file");
    if (begins && is_directive((const char *)c))
      return tc_yaml_error(from, line, "directives ('%') are not supported: remove the line");
    if (*c == '\n') line++;
    c += length;
  }
  return TC_OK;
}

static bool is_node(const struct fy_event *event) {
  return event->type == FYET_SCALAR || event->type == FYET_ALIAS || event->type == FYET_MAPPING_START ||
         event->type == FYET_SEQUENCE_START;
}

/* Parses the text without building a tree. Stops at a syntax error, which load_document reports. */
tc_status tc_yaml_check_size(const tc_yaml_message_prefix *from, struct fy_diag *diag, const char *text) {
  const struct fy_parse_cfg how = {.flags = FYPCF_QUIET, .diag = diag};
  struct fy_parser *parser = fy_parser_create(&how);
  int nodes = 0, line = 0;
  if (!parser || fy_parser_set_string(parser, text, strlen(text))) nodes = -1;
  for (struct fy_event *event; nodes >= 0 && nodes <= most_nodes && (event = fy_parser_parse(parser));) {
    nodes += is_node(event);
    const struct fy_mark *mark = fy_event_start_mark(event);
    if (mark) line = mark->line + 1;
    fy_parser_event_free(parser, event);
  }
  if (parser) fy_parser_destroy(parser);
  if (nodes < 0) return tc_status_create(TC_INTERNAL, "%s: the YAML parser cannot be started", from->where);
  if (nodes <= most_nodes) return TC_OK;
  return tc_yaml_error(from, line, "holds more than 5000 keys and values: check that this is the right file");
}

static tc_status check_key(const tc_yaml_message_prefix *from, tc_yaml_node *key, int line) {
  const tc_yaml_kind kind = tc_yaml_kind_of(key);
  const char *text = tc_yaml_text(key);
  if ((kind == TC_YAML_PLAIN || kind == TC_YAML_TEXT) && *text && !strpbrk(text, "\t\r\n")) return TC_OK;
  return tc_yaml_error(from, tc_yaml_line(key) ? tc_yaml_line(key) : line,
                       "a key must be a word: write a name before the colon");
}

static bool holds_control(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (is_control((const unsigned char *)text + i))
      return true; /* is_control reads c[1] only after a byte 0xc2, which never ends a text in UTF-8 */
  return false;
}

/* Checks the tree recursively. libfyaml limits its depth. */
tc_status tc_yaml_check_tree(const tc_yaml_message_prefix *from, tc_yaml_node *node, int line) {
  if (!node) return TC_OK;
  size_t length = 0;
  if (tc_yaml_line(node)) line = tc_yaml_line(node);
  if (fy_node_is_alias(node))
    return tc_yaml_error(from, line, "aliases (*name) are not supported: write the value itself");
  if (fy_node_get_tag(node, &length))
    return tc_yaml_error(from, line, "tags (!name) are not supported: write the plain value");
  if (fy_node_is_scalar(node)) {
    const char *text = fy_node_get_scalar(node, &length);
    if (text && holds_control(text, length))
      return tc_yaml_error(from, line, "holds a control character: remove it");
  }
  TC_TRY(tc_yaml_check_commas(from, node, line));
  void *at = NULL;
  if (fy_node_is_sequence(node))
    for (tc_yaml_node *item; (item = fy_node_sequence_iterate(node, &at));)
      TC_TRY(tc_yaml_check_tree(from, item, line));
  if (fy_node_is_mapping(node))
    for (struct fy_node_pair *pair; (pair = fy_node_mapping_iterate(node, &at));) {
      tc_yaml_node *key = fy_node_pair_key(pair);
      TC_TRY(check_key(from, key, line));
      TC_TRY(tc_yaml_check_tree(from, key, line));
      TC_TRY(tc_yaml_check_tree(from, fy_node_pair_value(pair), tc_yaml_line(key)));
    }
  return TC_OK;
}
