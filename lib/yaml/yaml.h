/* A YAML document as a tree: a thin layer over libfyaml that accepts only what configs need. The readers of
 * configs, machine files and reports parse a text once and then walk the tree. Nodes live as long as their
 * tc_yaml. The checks ensure that the accessors never receive an unexpected node. Not collective. */
#ifndef TC_YAML_YAML_H
#define TC_YAML_YAML_H

#include <stdbool.h>

#include "base/core/status.h"

typedef struct tc_yaml tc_yaml;
typedef struct fy_node tc_yaml_node; /* lives as long as its tc_yaml */

typedef enum tc_yaml_kind {
  TC_YAML_NULL,  /* an empty value, null, Null, NULL or ~ */
  TC_YAML_PLAIN, /* text without quotes, possibly a number */
  TC_YAML_TEXT,  /* quoted or block text */
  TC_YAML_LIST,
  TC_YAML_MAP
} tc_yaml_kind;

/* Parses one document and copies the text. Keys are texts, and all keys of a mapping differ. Errors: TC_USAGE
 * for text that is not UTF-8, control characters, invalid YAML, duplicate keys, several documents, and
 * features that configs do not support (anchors, aliases, tags, keys that are not texts). The message is one
 * line that begins with `where`, or with "where:line" if `lines` is true. TC_INTERNAL if memory is exhausted.
 */
tc_status tc_yaml_create(const char *where, bool lines, const char *text, tc_yaml **out);
void tc_yaml_destroy(tc_yaml **yaml);

tc_yaml_node *tc_yaml_root(const tc_yaml *yaml); /* returns NULL if the text has only comments */

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

/* One key of a mapping. */
typedef struct tc_yaml_pair {
  const char *key;
  int line; /* line of the key, from 1 */
  tc_yaml_node *value;
} tc_yaml_pair;

/* Iterates over a mapping. *at is NULL before the first call. Returns false at the end. */
bool tc_yaml_next(tc_yaml_node *map, void **at, tc_yaml_pair *pair);

#endif
