/* YAML documents as trees: a thin layer over libfyaml that accepts only what configs need. The readers of
 * configs, machine files, loop files and reports create one store, parse their texts into it, walk the trees,
 * and free the store after the last use of any node. The checks ensure that the accessors never receive an
 * unexpected node. Not collective. */
#ifndef TC_YAML_YAML_H
#define TC_YAML_YAML_H

#include <stdbool.h>

#include "base/core/pool.h"
#include "base/core/status.h"

typedef struct fy_node tc_yaml_node; /* lives as long as its store */

typedef enum tc_yaml_kind {
  TC_YAML_NULL,  /* an empty value, null, Null, NULL or ~ */
  TC_YAML_PLAIN, /* text without quotes, possibly a number */
  TC_YAML_TEXT,  /* quoted or block text */
  TC_YAML_LIST,
  TC_YAML_MAP
} tc_yaml_kind;

/* Owner of documents and of other memory of values. Zero-initialise before use. */
typedef struct tc_yaml_store {
  tc_pool pool;
  struct tc_yaml_constant *last;
} tc_yaml_store;

/* Parses one document and copies the text. *root is NULL if the text has only comments. Keys are texts, and
 * all keys of a mapping differ. Errors: TC_USAGE for text that is not UTF-8, control characters, invalid
 * YAML, duplicate keys, several documents, and features that configs do not support (anchors, aliases, tags,
 * keys that are not texts); also for commas in [..] and {..} that are most likely decimal commas or part of a
 * formula without quotes. The message is one line that begins with `where`, or with "where:line" if `lines`
 * is true. TC_INTERNAL if memory is exhausted. */
tc_status tc_yaml_store_parse(tc_yaml_store *store, const char *where, bool lines, const char *text,
                              tc_yaml_node **root);

/* Parses a text constant of the program like tc_yaml_store_parse, but only once for each address. */
tc_status tc_yaml_store_constant(tc_yaml_store *store, const char *text, tc_yaml_node **root);

void tc_yaml_store_free(tc_yaml_store *store);

tc_yaml_kind tc_yaml_kind_of(tc_yaml_node *node); /* returns TC_YAML_NULL for NULL */
const char *tc_yaml_text(tc_yaml_node *node); /* returns the text of PLAIN and TEXT nodes, in UTF-8 without
                                                 NUL; "" for other nodes */
int tc_yaml_count(tc_yaml_node *list);
tc_yaml_node *tc_yaml_item(tc_yaml_node *list, int index);
int tc_yaml_line(tc_yaml_node *node); /* returns the line, from 1; for a list or mapping that of its first
                                         item, 0 if it is empty */

/* Reads a boolean of YAML's core schema: true, True, TRUE, false, False, FALSE. Returns false for other
 * nodes. */
bool tc_yaml_boolean(tc_yaml_node *node, bool *out);

/* Reads a plain number, with the syntax of base/text. NaN and infinity count as numbers. Returns false for
 * other nodes. */
bool tc_yaml_number(tc_yaml_node *node, double *out);

bool tc_yaml_is_number(tc_yaml_node *node); /* true for a plain number */
bool tc_yaml_is_text(tc_yaml_node *node);   /* true for a plain or quoted text, including numbers */
bool tc_yaml_is_list(tc_yaml_node *node);
bool tc_yaml_is_map(tc_yaml_node *node);

/* One key of a mapping. */
typedef struct tc_yaml_pair {
  const char *key;
  int line; /* line of the key, from 1 */
  tc_yaml_node *value;
} tc_yaml_pair;

/* Iterates over a mapping. *at is NULL before the first call. Returns false at the end. */
bool tc_yaml_next(tc_yaml_node *map, void **at, tc_yaml_pair *pair);

/* Returns the last part of an error message about an unknown key that is the start of a formula, which YAML
 * splits at its ':'. Returns "" for other keys. */
const char *tc_yaml_key_advice(const char *key);

/* Returns the last part of an error message about a list of a wrong length: advice if two integers have a
 * comma without a blank between them, as in [1,5], otherwise "". */
const char *tc_yaml_list_advice(tc_yaml_node *list);

#endif
