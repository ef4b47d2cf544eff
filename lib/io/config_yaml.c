#include "io/config_yaml.h"

#include <libfyaml.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

/* libfyaml compares every key with all others of its mapping, every anchor with all others: what it is given
 * is bounded, or a file of 1 MB would take it minutes. Real ones hold some hundred keys and values. */
enum { most_nodes = 5000 };

struct tc_yaml {
  struct fy_parser *parser;
  struct fy_document *document;
};

/* Who is to blame in messages. */
typedef struct origin {
  const char *where;
  bool lines;
} origin;

static tc_status refuse(const origin *from, int line, const char *what) {
  if (from->lines && line > 0) return tc_status_make(TC_USAGE, "%s:%d: %s", from->where, line, what);
  return tc_status_make(TC_USAGE, "%s: %s", from->where, what);
}

/* Of UTF-8; tabs and ends of lines are none. */
static bool is_control(const unsigned char *c) {
  const bool blank = *c == '\t' || *c == '\n' || *c == '\r';
  return (*c < ' ' && !blank) || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0);
}

/* A line from '%' on that is not "%YAML" and a number: libfyaml takes long over these. */
static bool is_directive(const char *line) {
  if (*line != '%') return false;
  const bool version = !strncmp(line, "%YAML ", 6);
  return !version || strcspn(line, "\r\n") != 6 + strspn(line + 6, "0123456789.");
}

/* libfyaml takes a broken character for the end of the text, so the bytes are checked before it sees them. */
static tc_status check_bytes(const origin *from, const char *text) {
  int line = 1;
  for (const unsigned char *c = (const unsigned char *)text; *c;) {
    const bool begins = c == (const unsigned char *)text || c[-1] == '\n';
    const int length = tc_text_utf8((const char *)c);
    if (!length) return refuse(from, line, "is not UTF-8 text: save the file as UTF-8");
    if (is_control(c)) return refuse(from, line, "holds a control character: is this a binary file?");
    if (begins && is_directive((const char *)c))
      return refuse(from, line, "directives ('%') are not supported: leave the line out");
    if (*c == '\n') line++;
    c += length;
  }
  return TC_OK;
}

/* The first error that libfyaml has collected. */
static tc_status first_error(const origin *from, struct fy_diag *diag) {
  void *at = NULL;
  const struct fy_diag_error *error = fy_diag_errors_iterate(diag, &at);
  if (!error) return TC_OK;
  if (from->lines)
    return tc_status_make(TC_USAGE, "%s:%d: bad YAML at column %d: %s", from->where, error->line,
                          error->column, error->msg);
  return tc_status_make(TC_USAGE, "%s: bad YAML: %s", from->where, error->msg);
}

static bool is_node(const struct fy_event *event) {
  return event->type == FYET_SCALAR || event->type == FYET_ALIAS || event->type == FYET_MAPPING_START ||
         event->type == FYET_SEQUENCE_START;
}

/* Runs through the text without building anything from it. An error ends that: `load` will meet it again. */
static tc_status check_size(const origin *from, struct fy_diag *diag, const char *text) {
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
  if (nodes < 0) return tc_status_make(TC_INTERNAL, "%s: the YAML parser cannot be started", from->where);
  if (nodes <= most_nodes) return TC_OK;
  return refuse(from, line, "holds more than 5000 keys and values: name a config or machine file");
}

static tc_status load(const origin *from, struct fy_diag *diag, const char *text, tc_yaml *yaml) {
  const struct fy_parse_cfg how = {.flags = FYPCF_QUIET, .diag = diag};
  char *copy = strdup(text);
  yaml->parser = fy_parser_create(&how);
  if (!copy || !yaml->parser || fy_parser_set_malloc_string(yaml->parser, copy, strlen(copy))) {
    free(copy);
    return tc_status_make(TC_INTERNAL, "%s: the YAML parser cannot be started", from->where);
  }
  yaml->document = fy_parse_load_document(yaml->parser);
  TC_TRY(first_error(from, diag));
  struct fy_document *second = yaml->document ? fy_parse_load_document(yaml->parser) : NULL;
  fy_parse_document_destroy(yaml->parser, second);
  TC_TRY(first_error(from, diag));
  if (second) return refuse(from, 0, "holds several YAML documents ('---'): keep one");
  return TC_OK;
}

/* 0 where nothing tells it: only texts carry their place, so a list or mapping has that of the first in it.
 */
static int line_of(tc_yaml_node *node) {
  void *at = NULL;
  if (fy_node_is_sequence(node)) return line_of(fy_node_sequence_iterate(node, &at));
  if (fy_node_is_mapping(node)) return line_of(fy_node_pair_key(fy_node_mapping_iterate(node, &at)));
  struct fy_token *token = node ? fy_node_get_scalar_token(node) : NULL;
  const struct fy_mark *mark = token ? fy_token_start_mark(token) : NULL;
  return mark ? mark->line + 1 : 0;
}

static tc_status check_key(const origin *from, tc_yaml_node *key, int line) {
  const tc_yaml_kind kind = tc_yaml_kind_of(key);
  const char *text = tc_yaml_text(key);
  if ((kind == TC_YAML_PLAIN || kind == TC_YAML_TEXT) && *text && !strpbrk(text, "\t\r\n")) return TC_OK;
  return refuse(from, line_of(key) ? line_of(key) : line, "a key must be a word");
}

static bool holds_control(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (is_control((const unsigned char *)text + i))
      return true; /* UTF-8: c[1] is there where it is looked at */
  return false;
}

/* Refuses in the whole tree what the accessors do not foresee. Depth is bounded by libfyaml. */
static tc_status check_tree(const origin *from, tc_yaml_node *node, int line) {
  if (!node) return TC_OK;
  size_t length = 0;
  if (line_of(node)) line = line_of(node);
  if (fy_node_is_alias(node))
    return refuse(from, line, "aliases (*name) are not supported: write the value itself");
  if (fy_node_get_tag(node, &length))
    return refuse(from, line, "tags (!name) are not supported: write the plain value");
  if (fy_node_is_scalar(node)) {
    const char *text = fy_node_get_scalar(node, &length);
    if (text && holds_control(text, length)) return refuse(from, line, "holds a control character");
  }
  void *at = NULL;
  if (fy_node_is_sequence(node))
    for (tc_yaml_node *item; (item = fy_node_sequence_iterate(node, &at));)
      TC_TRY(check_tree(from, item, line));
  if (fy_node_is_mapping(node))
    for (struct fy_node_pair *pair; (pair = fy_node_mapping_iterate(node, &at));) {
      tc_yaml_node *key = fy_node_pair_key(pair);
      TC_TRY(check_key(from, key, line));
      TC_TRY(check_tree(from, key, line));
      TC_TRY(check_tree(from, fy_node_pair_value(pair), line_of(key)));
    }
  return TC_OK;
}

tc_status tc_yaml_create(const char *where, bool lines, const char *text, tc_yaml **out) {
  const origin from = {where, lines};
  tc_yaml *yaml = NULL;
  struct fy_diag *diag = NULL;
  tc_status status = TC_OK;
  TC_TRY(check_bytes(&from, text));
  TC_TRY(TC_ALLOC_ZERO(yaml, 1));
  struct fy_diag_cfg silent;
  fy_diag_cfg_default(&silent);
  silent.fp = NULL;
  diag = fy_diag_create(&silent);
  if (!diag) TC_GUARD(status, tc_status_make(TC_INTERNAL, "%s: the YAML parser cannot be started", where));
  fy_diag_set_collect_errors(diag, true);
  TC_GUARD(status, check_size(&from, diag, text));
  TC_GUARD(status, load(&from, diag, text, yaml));
  TC_GUARD(status, check_tree(&from, tc_yaml_root(yaml), 0));
  *out = yaml;
  yaml = NULL;
cleanup:
  tc_yaml_destroy(&yaml);
  fy_diag_destroy(diag);
  return status;
}

void tc_yaml_destroy(tc_yaml **yaml) {
  if (!*yaml) return;
  if ((*yaml)->document) fy_parse_document_destroy((*yaml)->parser, (*yaml)->document);
  if ((*yaml)->parser) fy_parser_destroy((*yaml)->parser);
  tc_free(*yaml);
  *yaml = NULL;
}

tc_yaml_node *tc_yaml_root(const tc_yaml *yaml) {
  return yaml->document ? fy_document_root(yaml->document) : NULL;
}

tc_yaml_kind tc_yaml_kind_of(tc_yaml_node *node) {
  if (!node || fy_node_is_null(node)) return TC_YAML_NULL;
  if (fy_node_is_sequence(node)) return TC_YAML_LIST;
  if (fy_node_is_mapping(node)) return TC_YAML_MAP;
  if (fy_node_get_style(node) != FYNS_PLAIN) return TC_YAML_TEXT;
  const char *text = tc_yaml_text(node);
  bool null = !*text || !strcmp(text, "null") || !strcmp(text, "~");
  return null ? TC_YAML_NULL : TC_YAML_PLAIN;
}

const char *tc_yaml_text(tc_yaml_node *node) {
  const char *text = node ? fy_node_get_scalar0(node) : NULL;
  return text ? text : "";
}

int tc_yaml_count(tc_yaml_node *list) { return fy_node_sequence_item_count(list); }

tc_yaml_node *tc_yaml_item(tc_yaml_node *list, int index) {
  return fy_node_sequence_get_by_index(list, index);
}

bool tc_yaml_next(tc_yaml_node *map, void **at, tc_yaml_pair *pair) {
  struct fy_node_pair *next = fy_node_mapping_iterate(map, at);
  if (!next) return false;
  tc_yaml_node *key = fy_node_pair_key(next);
  *pair = (tc_yaml_pair){tc_yaml_text(key), line_of(key), fy_node_pair_value(next)};
  return true;
}
