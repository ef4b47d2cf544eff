/* Store of YAML documents and other memory of values. The readers of configs, machine files and loop files
 * create one store, parse their texts into it, and free it after the last use of any value. Not
 * collective. */
#ifndef TC_YAML_YAML_STORE_H
#define TC_YAML_YAML_STORE_H

#include "base/core/pool.h"
#include "yaml/yaml.h"

/* Store of documents and memory. Zero-initialise before use. */
typedef struct tc_yaml_store {
  tc_pool pool;
  struct tc_yaml_constant *last;
} tc_yaml_store;

/* Parses a text like tc_yaml_create. *root lives as long as the store and is NULL if the text has only
 * comments. Errors: those of tc_yaml_create. */
tc_status tc_yaml_store_parse(tc_yaml_store *store, const char *where, bool lines, const char *text,
                              tc_yaml_node **root);

/* Parses a text constant of the program like tc_yaml_store_parse, but only once for each address. */
tc_status tc_yaml_store_constant(tc_yaml_store *store, const char *text, tc_yaml_node **root);

void tc_yaml_store_free(tc_yaml_store *store);

#endif
