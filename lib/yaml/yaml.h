/* A YAML document as a tree that is safe to walk: a thin layer over libfyaml. Not collective. */
#ifndef TC_YAML_YAML_H
#define TC_YAML_YAML_H

#include <stdbool.h>

#include "base/core/status.h"

typedef struct tc_yaml tc_yaml;
typedef struct fy_node tc_yaml_node; /* lives as long as its tc_yaml */

typedef enum tc_yaml_kind {
  TC_YAML_NULL,  /* nothing, null, Null, NULL or ~ */
  TC_YAML_PLAIN, /* text without quotes: maybe a number */
  TC_YAML_TEXT,  /* quoted or block text */
  TC_YAML_LIST,
  TC_YAML_MAP
} tc_yaml_kind;

/* Parses one document; the text is copied. Keys are texts and differ within a mapping.
 * Errors, TC_USAGE, one line that begins with `where`, and with "where:line" when `lines`: not UTF-8, control
 * characters, bad YAML, duplicate keys, several documents, and what a config has no use for (anchors,
 * aliases, tags, keys that are no texts). */
tc_status tc_yaml_create(const char *where, bool lines, const char *text, tc_yaml **out);
void tc_yaml_destroy(tc_yaml **yaml);

tc_yaml_node *tc_yaml_root(const tc_yaml *yaml); /* NULL when the text holds nothing but comments */

tc_yaml_kind tc_yaml_kind_of(tc_yaml_node *node); /* NULL is TC_YAML_NULL */
const char *tc_yaml_text(tc_yaml_node *node);     /* of PLAIN and TEXT, UTF-8 without NUL; else "" */
int tc_yaml_count(tc_yaml_node *list);
tc_yaml_node *tc_yaml_item(tc_yaml_node *list, int index);
int tc_yaml_line(
    tc_yaml_node *node); /* from 1; of a list or mapping that of the first thing in it, 0 without any */

/* Reads a boolean of YAML's core schema: true, True, TRUE, false, False, FALSE. Returns false for other
 * nodes. */
bool tc_yaml_boolean(tc_yaml_node *node, bool *out);

/* One key of a mapping. */
typedef struct tc_yaml_pair {
  const char *key;
  int line; /* of the key, from 1 */
  tc_yaml_node *value;
} tc_yaml_pair;

/* Walks a mapping: *at starts as NULL; false at the end. */
bool tc_yaml_next(tc_yaml_node *map, void **at, tc_yaml_pair *pair);

#endif
