/* Loads a YAML document with libfyaml and gives access to its nodes. The text is checked before, during
 * and after parsing (yaml_check.h). libfyaml's own messages are collected and the first one is returned as
 * a status. */
#include "yaml/yaml.h"

#include <libfyaml.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "yaml/yaml_check.h"
#include "yaml/yaml_value.h"

struct tc_yaml {
  char *text; /* text to which parser and document point */
  struct fy_parser *parser;
  struct fy_document *document;
};

/* True if line `number` of the text (from 1) contains a '?' and later a ':' before a comment. Such a line is
 * probably a formula without quotes. */
static bool has_question(const char *text, int number) {
  for (; number > 1 && text; number--) {
    text = strchr(text, '\n');
    if (text) text++;
  }
  if (!text) return false;
  const size_t length = strcspn(text, "#\n");
  const char *question = memchr(text, '?', length);
  return question && memchr(question, ':', length - (size_t)(question - text));
}

/* Returns the first error that libfyaml collected. */
static tc_status first_error(const tc_yaml_message_prefix *from, const char *text, struct fy_diag *diag) {
  void *at = NULL;
  const struct fy_diag_error *error = fy_diag_errors_iterate(diag, &at);
  if (!error) return TC_OK;
  const char *advice = has_question(text, error->line) ? tc_yaml_key_advice("?") : "";
  if (from->lines)
    return tc_status_create(TC_USAGE, "%s:%d: bad YAML at column %d: %s%s", from->where, error->line,
                            error->column, error->msg, advice);
  return tc_status_create(TC_USAGE, "%s: bad YAML: %s%s", from->where, error->msg, advice);
}

static tc_status load_document(const tc_yaml_message_prefix *from, struct fy_diag *diag, const char *text,
                               tc_yaml *yaml) {
  const struct fy_parse_cfg how = {.flags = FYPCF_QUIET, .diag = diag};
  yaml->text = strdup(text);
  if (!yaml->text)
    return tc_status_create(TC_INTERNAL, "%s: out of memory: %zu bytes for its text", from->where,
                            strlen(text) + 1);
  yaml->parser = fy_parser_create(&how);
  if (!yaml->parser || fy_parser_set_string(yaml->parser, yaml->text, strlen(yaml->text)))
    return tc_status_create(TC_INTERNAL, "%s: the YAML parser cannot be started", from->where);
  yaml->document = fy_parse_load_document(yaml->parser);
  TC_TRY(first_error(from, yaml->text, diag));
  struct fy_document *second = yaml->document ? fy_parse_load_document(yaml->parser) : NULL;
  fy_parse_document_destroy(yaml->parser, second);
  TC_TRY(first_error(from, yaml->text, diag));
  if (second) return tc_yaml_error(from, 0, "holds several YAML documents ('---'): remove all but one");
  return TC_OK;
}

tc_status tc_yaml_create(const char *where, bool lines, const char *text, tc_yaml **out) {
  const tc_yaml_message_prefix from = {where, lines};
  tc_yaml *yaml = NULL;
  struct fy_diag *diag = NULL;
  tc_status status = TC_OK;
  TC_TRY(tc_yaml_check_bytes(&from, text));
  TC_TRY(TC_ALLOC_ZERO(yaml, 1));
  struct fy_diag_cfg silent;
  fy_diag_cfg_default(&silent);
  silent.fp = NULL;
  diag = fy_diag_create(&silent);
  if (!diag) TC_GUARD(status, tc_status_create(TC_INTERNAL, "%s: the YAML parser cannot be started", where));
  fy_diag_set_collect_errors(diag, true);
  TC_GUARD(status, tc_yaml_check_size(&from, diag, text));
  TC_GUARD(status, load_document(&from, diag, text, yaml));
  TC_GUARD(status, tc_yaml_check_tree(&from, tc_yaml_root(yaml), 0));
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
  free((*yaml)->text);
  tc_free(*yaml);
  *yaml = NULL;
}

tc_yaml_node *tc_yaml_root(const tc_yaml *yaml) {
  return yaml->document ? fy_document_root(yaml->document) : NULL;
}

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

/* libfyaml stores positions for texts only, so a list or mapping gets the line of the first item in it. */
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
