/* Parses YAML documents with libfyaml and reads their nodes. Three checks are made for each text: its bytes
 * are checked before libfyaml reads them, the number of nodes before the tree is built, and each node after
 * the tree is built. Error messages contain the line and the remedy. For invalid YAML the error contains the
 * first message of libfyaml. */
#include "yaml/yaml.h"

#include <libfyaml.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/text/text.h"
#include "yaml/yaml_comma.h"

/* Maximum number of nodes (texts, lists and mappings) in a YAML text, unless the store sets another one.
 * libfyaml compares each key with all other keys of its mapping, and each anchor with all other anchors, so
 * that parsing 1 MB would take minutes. Files written by hand have some hundred keys and values. */
enum { nodes_max_default = 5000 };

/* A YAML text and its name `where`. Error messages begin with `where`, followed by ":LINE" if `has_lines` is
 * true. */
typedef struct yaml_source {
  const char *where, *text;
  bool has_lines;
  int nodes_max; /* maximum number of nodes in the text */
} yaml_source;

/* Returns the error "where:line: problem"; `line` is 0 if the line is unknown. */
static tc_status text_error(const yaml_source *source, int line, const char *problem) {
  if (source->has_lines && line > 0)
    return tc_status_create(TC_USAGE, "%s:%d: %s", source->where, line, problem);
  return tc_status_create(TC_USAGE, "%s: %s", source->where, problem);
}

/* ---- check of the bytes ---- */

/* True if `c` points to a control character in UTF-8 other than tab, line feed and carriage return. */
static bool is_control(const unsigned char *c) {
  const bool is_blank = *c == '\t' || *c == '\n' || *c == '\r';
  return (*c < ' ' && !is_blank) || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0);
}

/* True if the line begins with '%' and is not "%YAML" with a version number. Such lines are rejected,
 * because libfyaml takes very long to parse them. */
static bool is_directive(const char *line) {
  if (*line != '%') return false;
  const bool is_version = !strncmp(line, "%YAML ", 6);
  return !is_version || strcspn(line, "\r\n") != 6 + strspn(line + 6, "0123456789.");
}

/* Checks all bytes before libfyaml reads them, because libfyaml treats an invalid character as the end of
 * the text. */
static tc_status check_bytes(const yaml_source *source) {
  int line = 1;
  for (const char *c = source->text; *c;) {
    const bool is_line_start = c == source->text || c[-1] == '\n';
    const int length = tc_text_utf8_length(c);
    if (!length) return text_error(source, line, "is not UTF-8 text: save the file as UTF-8");
    if (is_control((const unsigned char *)c))
      return text_error(source, line, "contains a control character: check that this is a text file");
    if (line == 1 && !strncmp(c, "%%MatrixMarket", 14))
      return text_error(source, line, "is a Matrix Market file: use a YAML file");
    if (is_line_start && is_directive(c))
      return text_error(source, line, "directives ('%') are not supported: remove the line");
    if (*c == '\n') line++;
    c += length;
  }
  return TC_OK;
}

/* ---- check of the size ---- */

static bool is_node(const struct fy_event *event) {
  return event->type == FYET_SCALAR || event->type == FYET_ALIAS || event->type == FYET_MAPPING_START ||
         event->type == FYET_SEQUENCE_START;
}

static tc_status parser_error(const yaml_source *source) {
  return tc_status_create(TC_INTERNAL, "%s: the YAML parser cannot be started: free memory", source->where);
}

static struct fy_parser *create_parser(struct fy_diag *diag, const char *text) {
  const struct fy_parse_cfg config = {.flags = FYPCF_QUIET, .diag = diag};
  struct fy_parser *parser = fy_parser_create(&config);
  if (!parser || fy_parser_set_string(parser, text, strlen(text)) == 0) return parser;
  fy_parser_destroy(parser);
  return NULL;
}

/* Counts the nodes of the text without building a tree. Stops at a syntax error without reporting it,
 * because load_document reports it later. */
static tc_status check_size(const yaml_source *source, struct fy_diag *diag) {
  struct fy_parser *parser = create_parser(diag, source->text);
  int nodes = 0, line = 0;
  if (!parser) return parser_error(source);
  for (struct fy_event *event; nodes <= source->nodes_max && (event = fy_parser_parse(parser));) {
    nodes += is_node(event);
    const struct fy_mark *mark = fy_event_start_mark(event);
    if (mark) line = mark->line + 1;
    fy_parser_event_free(parser, event);
  }
  fy_parser_destroy(parser);
  if (nodes <= source->nodes_max) return TC_OK;
  tc_line problem = {0};
  tc_line_add(&problem, "contains more than %d keys and values: check that this is the right file",
              source->nodes_max);
  return text_error(source, line, problem.text);
}

/* ---- check of the tree ---- */

static tc_status check_key(const yaml_source *source, tc_yaml_node *key, int line) {
  const tc_yaml_kind kind = tc_yaml_kind_of(key);
  const char *text = tc_yaml_text(key);
  if ((kind == TC_YAML_PLAIN || kind == TC_YAML_TEXT) && *text && !strpbrk(text, "\t\r\n")) return TC_OK;
  return text_error(source, tc_yaml_line(key) ? tc_yaml_line(key) : line,
                    "a key must be a word: write a name before the colon");
}

static bool contains_control(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (is_control((const unsigned char *)text + i))
      return true; /* is_control reads the next byte only after 0xc2, which is never the last byte of UTF-8
                      text */
  return false;
}

/* Checks a node, but not the nodes inside it. `line` is the line number of the node. */
static tc_status check_node(const yaml_source *source, tc_yaml_node *node, int line) {
  size_t length = 0;
  if (fy_node_is_alias(node))
    return text_error(source, line, "aliases (*name) are not supported: write the value itself");
  if (fy_node_get_tag(node, &length))
    return text_error(source, line, "tags (!name) are not supported: write the plain value");
  const char *text = fy_node_is_scalar(node) ? fy_node_get_scalar(node, &length) : NULL;
  if (text && contains_control(text, length))
    return text_error(source, line, "contains a control character: remove it");
  tc_line mistake = {0};
  const bool is_in_brackets = !fy_node_is_scalar(node) && fy_node_get_style(node) == FYNS_FLOW;
  return is_in_brackets && tc_yaml_find_comma_mistake(node, &mistake) ? text_error(source, line, mistake.text)
                                                                      : TC_OK;
}

/* Checks a node and all nodes inside it. The depth of the recursion is bounded, because libfyaml limits the
 * depth of a tree. `line` is the line number of the enclosing node. */
static tc_status check_tree(const yaml_source *source, tc_yaml_node *node, int line) {
  void *at = NULL;
  if (!node) return TC_OK;
  if (tc_yaml_line(node)) line = tc_yaml_line(node);
  TC_TRY(check_node(source, node, line));
  if (fy_node_is_sequence(node))
    for (tc_yaml_node *item; (item = fy_node_sequence_iterate(node, &at));)
      TC_TRY(check_tree(source, item, line));
  if (fy_node_is_mapping(node))
    for (struct fy_node_pair *pair; (pair = fy_node_mapping_iterate(node, &at));) {
      tc_yaml_node *key = fy_node_pair_key(pair);
      TC_TRY(check_key(source, key, line));
      TC_TRY(check_tree(source, key, line));
      TC_TRY(check_tree(source, fy_node_pair_value(pair), tc_yaml_line(key)));
    }
  return TC_OK;
}

/* ---- documents and their store ---- */

typedef struct document {
  char *text; /* copy of the text, to which the parser and the tree point */
  struct fy_parser *parser;
  struct fy_document *tree;
} document;

/* A string constant of the program that has been parsed. The text is identified by its address. */
typedef struct tc_yaml_constant {
  struct tc_yaml_constant *previous;
  const char *text;
  tc_yaml_node *root;
} constant;

static void destroy_document(void *object) {
  document *d = object;
  if (d->tree) fy_parse_document_destroy(d->parser, d->tree);
  if (d->parser) fy_parser_destroy(d->parser);
  free(d->text);
  tc_free(d);
}

const char *tc_yaml_key_advice(const char *key) {
  return strchr(key, '?')
             ? ": write a formula with ':' in quotes, on the command line as -s 'KEY=\"FORMULA\"'"
             : "";
}

/* True if line `number` of the text, counted from 1, contains a '?' with a ':' after it and before any
 * comment. Such a line is probably a formula without quotes. */
static bool has_unquoted_formula(const char *text, int number) {
  for (; number > 1 && text; number--) {
    text = strchr(text, '\n');
    if (text) text++;
  }
  if (!text) return false;
  const size_t length = strcspn(text, "#\n");
  const char *question = memchr(text, '?', length);
  return question && memchr(question, ':', length - (size_t)(question - text));
}

/* Returns the first error that libfyaml reported for the text; TC_OK if there is none. */
static tc_status get_first_error(const yaml_source *source, struct fy_diag *diag) {
  void *at = NULL;
  const struct fy_diag_error *error = fy_diag_errors_iterate(diag, &at);
  if (!error) return TC_OK;
  const char *advice = has_unquoted_formula(source->text, error->line) ? tc_yaml_key_advice("?") : "";
  /* Example: run.yaml:5: invalid YAML at column 1: duplicate key */
  if (source->has_lines)
    return tc_status_create(TC_USAGE, "%s:%d: invalid YAML at column %d: %s%s", source->where, error->line,
                            error->column, error->msg, advice);
  return tc_status_create(TC_USAGE, "%s: invalid YAML: %s%s", source->where, error->msg, advice);
}

static tc_status load_document(const yaml_source *source, struct fy_diag *diag, document *d) {
  d->text = strdup(source->text);
  if (!d->text)
    return tc_status_create(TC_INTERNAL, "%s: out of memory: %zu bytes for its text: free memory",
                            source->where, strlen(source->text) + 1);
  d->parser = create_parser(diag, d->text);
  if (!d->parser) return parser_error(source);
  d->tree = fy_parse_load_document(d->parser);
  TC_TRY(get_first_error(source, diag));
  struct fy_document *second_document = d->tree ? fy_parse_load_document(d->parser) : NULL;
  fy_parse_document_destroy(d->parser, second_document);
  TC_TRY(get_first_error(source, diag));
  if (second_document)
    return text_error(source, 0, "contains several YAML documents ('---'): remove all but one");
  return check_tree(source, d->tree ? fy_document_root(d->tree) : NULL, 0);
}

tc_status tc_yaml_store_parse(tc_yaml_store *store, const char *where, bool lines, const char *text,
                              tc_yaml_node **root) {
  const yaml_source source = {where, text, lines, store->nodes_max ? store->nodes_max : nodes_max_default};
  struct fy_diag_cfg diag_config;
  document *d = NULL;
  TC_TRY(check_bytes(&source));
  TC_TRY(TC_ALLOC_ZERO(d, 1));
  fy_diag_cfg_default(&diag_config);
  diag_config.fp = NULL;
  struct fy_diag *diag = fy_diag_create(&diag_config);
  tc_status status = diag ? TC_OK : parser_error(&source);
  if (diag) fy_diag_set_collect_errors(diag, true);
  if (!status) status = check_size(&source, diag);
  if (!status) status = load_document(&source, diag, d);
  fy_diag_destroy(diag);
  if (status)
    destroy_document(d);
  else
    status =
        tc_pool_add_owned(&store->pool, d, destroy_document); /* tc_pool_add_owned destroys d if it fails */
  if (!status) *root = d->tree ? fy_document_root(d->tree) : NULL;
  return status;
}

tc_status tc_yaml_store_constant(tc_yaml_store *store, const char *text, tc_yaml_node **root) {
  constant *new = NULL;
  for (const constant *c = store->last; c; c = c->previous)
    if (c->text == text) {
      *root = c->root;
      return TC_OK;
    }
  TC_TRY(tc_yaml_store_parse(store, text, false, text, root));
  TC_TRY(tc_pool_alloc(&store->pool, sizeof *new, &new));
  *new = (constant){store->last, text, *root};
  store->last = new;
  return TC_OK;
}

void tc_yaml_store_free(tc_yaml_store *store) {
  tc_pool_free(&store->pool);
  store->last = NULL;
}

/* ---- access to nodes ---- */

static bool is_one_of(const char *text, const char *a, const char *b, const char *c) {
  return !strcmp(text, a) || !strcmp(text, b) || !strcmp(text, c);
}

tc_yaml_kind tc_yaml_kind_of(tc_yaml_node *node) {
  if (!node || fy_node_is_null(node)) return TC_YAML_NULL;
  if (fy_node_is_sequence(node)) return TC_YAML_LIST;
  if (fy_node_is_mapping(node)) return TC_YAML_MAP;
  if (fy_node_get_style(node) != FYNS_PLAIN) return TC_YAML_TEXT;
  const char *text = tc_yaml_text(node);
  return !*text || is_one_of(text, "null", "Null", "NULL") || !strcmp(text, "~") ? TC_YAML_NULL
                                                                                 : TC_YAML_PLAIN;
}

const char *tc_yaml_text(tc_yaml_node *node) {
  const char *text = node ? fy_node_get_scalar0(node) : NULL;
  return text ? text : "";
}

int tc_yaml_count(tc_yaml_node *list) { return fy_node_sequence_item_count(list); }

tc_yaml_node *tc_yaml_item(tc_yaml_node *list, int index) {
  return fy_node_sequence_get_by_index(list, index);
}

/* For a list or mapping, returns the line of the first item, because libfyaml stores positions of texts
 * only. */
int tc_yaml_line(tc_yaml_node *node) {
  void *at = NULL;
  if (fy_node_is_sequence(node)) return tc_yaml_line(fy_node_sequence_iterate(node, &at));
  if (fy_node_is_mapping(node)) return tc_yaml_line(fy_node_pair_key(fy_node_mapping_iterate(node, &at)));
  struct fy_token *token = node ? fy_node_get_scalar_token(node) : NULL;
  const struct fy_mark *mark = token ? fy_token_start_mark(token) : NULL;
  return mark ? mark->line + 1 : 0;
}

bool tc_yaml_next(tc_yaml_node *map, void **at, tc_yaml_pair *pair) {
  struct fy_node_pair *next = fy_node_mapping_iterate(map, at);
  if (!next) return false;
  tc_yaml_node *key = fy_node_pair_key(next);
  *pair = (tc_yaml_pair){tc_yaml_text(key), tc_yaml_line(key), fy_node_pair_value(next)};
  return true;
}

bool tc_yaml_boolean(tc_yaml_node *node, bool *out) {
  if (tc_yaml_kind_of(node) != TC_YAML_PLAIN) return false;
  const char *text = tc_yaml_text(node);
  *out = is_one_of(text, "true", "True", "TRUE");
  return *out || is_one_of(text, "false", "False", "FALSE");
}

bool tc_yaml_number(tc_yaml_node *node, double *out) {
  if (tc_yaml_kind_of(node) != TC_YAML_PLAIN) return false;
  const char *text = tc_yaml_text(node);
  tc_text rest = {text, text + strlen(text)};
  return tc_text_parse_double(&rest, out) && tc_text_at_end(&rest);
}

bool tc_yaml_is_number(tc_yaml_node *node) {
  double value;
  return tc_yaml_number(node, &value);
}

bool tc_yaml_is_text(tc_yaml_node *node) {
  const tc_yaml_kind kind = tc_yaml_kind_of(node);
  return kind == TC_YAML_PLAIN || kind == TC_YAML_TEXT;
}

bool tc_yaml_is_list(tc_yaml_node *node) { return tc_yaml_kind_of(node) == TC_YAML_LIST; }
bool tc_yaml_is_map(tc_yaml_node *node) { return tc_yaml_kind_of(node) == TC_YAML_MAP; }
