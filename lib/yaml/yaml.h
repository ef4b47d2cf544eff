/* Parser of YAML documents: a thin layer over libfyaml that accepts only the YAML features that configs
 * need. The readers of configs, machine files, loop files and reports each create one store, parse texts into
 * it, read the nodes, and free the store after the last use of any node. The parser rejects aliases, tags and
 * other features, so that the functions below can handle every node. Not collective. */
#ifndef TC_YAML_YAML_H
#define TC_YAML_YAML_H

#include <stdbool.h>

#include "base/core/pool.h"
#include "base/core/status.h"

typedef struct fy_node tc_yaml_node; /* valid as long as its store exists */

typedef enum tc_yaml_kind {
  TC_YAML_NULL,  /* an empty value, null, Null, NULL or ~ */
  TC_YAML_PLAIN, /* text without quotes, possibly a number */
  TC_YAML_TEXT,  /* quoted or block text */
  TC_YAML_LIST,
  TC_YAML_MAP
} tc_yaml_kind;

/* Owner of parsed documents and of other memory with the same lifetime. Zero-initialise before use. */
typedef struct tc_yaml_store {
  tc_pool pool;
  struct tc_yaml_constant *last;
  int nodes_max; /* maximum number of keys and values in a text; 0 for 5000 */
} tc_yaml_store;

/* Parses a copy of `text`, which must contain one YAML document. Sets *root to NULL if the text has only
 * comments. On success, all keys of a mapping are texts and differ from each other. Errors: TC_USAGE for text
 * that is not UTF-8, control characters, invalid YAML, too many keys and values, duplicate keys, several
 * documents, aliases, tags, and keys that are not texts. TC_USAGE also for a comma in [..] or {..} that is
 * most likely a decimal comma or part of a formula without quotes. TC_INTERNAL if memory is exhausted. The
 * message is one line that begins with `where`, or with "where:line" if `lines` is true. */
tc_status tc_yaml_store_parse(tc_yaml_store *store, const char *where, bool lines, const char *text,
                              tc_yaml_node **root);

/* Parses a string constant of the program like tc_yaml_store_parse. Later calls with the same address
 * return the same tree without parsing again. */
tc_status tc_yaml_store_constant(tc_yaml_store *store, const char *text, tc_yaml_node **root);

void tc_yaml_store_free(tc_yaml_store *store);

tc_yaml_kind tc_yaml_kind_of(tc_yaml_node *node); /* returns TC_YAML_NULL for NULL */
/* Returns the text of a node of kind TC_YAML_PLAIN or TC_YAML_TEXT, in UTF-8; "" for other nodes. */
const char *tc_yaml_text(tc_yaml_node *node);
int tc_yaml_count(tc_yaml_node *list);
tc_yaml_node *tc_yaml_item(tc_yaml_node *list, int index);
/* Returns the line number of a node, from 1. For a list or mapping it is the line of the first item, or 0
 * if there is no item. */
int tc_yaml_line(tc_yaml_node *node);

/* Reads a boolean value in the spelling of YAML's core schema: true, True, TRUE, false, False, FALSE. Returns
 * false for other nodes. */
bool tc_yaml_boolean(tc_yaml_node *node, bool *out);

/* Reads a number written without quotes, in the syntax of tc_text_parse_double. NaN and infinity count as
 * numbers. Returns false for other nodes. */
bool tc_yaml_number(tc_yaml_node *node, double *out);

bool tc_yaml_is_number(tc_yaml_node *node); /* true for a number without quotes */
bool tc_yaml_is_text(tc_yaml_node *node);   /* true for text with or without quotes, including numbers */
bool tc_yaml_is_list(tc_yaml_node *node);
bool tc_yaml_is_map(tc_yaml_node *node);

/* A key of a mapping and its value. */
typedef struct tc_yaml_pair {
  const char *key;
  int line; /* line of the key, from 1 */
  tc_yaml_node *value;
} tc_yaml_pair;

/* Returns the next key of a mapping in `*pair`, or false after the last one. The caller sets *at to NULL
 * before the first call. */
bool tc_yaml_next(tc_yaml_node *map, void **at, tc_yaml_pair *pair);

/* Returns advice that ends an error message about the unknown key `key`: if the key contains '?', the advice
 * to quote formulas, otherwise "". YAML splits a formula such as x > 0 ? 1 : 2 at its ':', so that its first
 * part becomes a key. */
const char *tc_yaml_key_advice(const char *key);

/* Returns advice that ends an error message about a list with a wrong number of items. Returns "" unless two
 * integers have a comma without a blank between them, as in [1,5], which may be a decimal comma. */
const char *tc_yaml_list_advice(tc_yaml_node *list);

#endif
