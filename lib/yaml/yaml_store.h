/* What values live in: YAML documents and other memory, given back all at once. Not collective. */
#ifndef TC_YAML_YAML_STORE_H
#define TC_YAML_YAML_STORE_H

#include "base/core/pool.h"
#include "yaml/yaml.h"

/* Begins as {0}. */
typedef struct tc_yaml_store {
  tc_pool pool;
  struct tc_yaml_constant *last;
} tc_yaml_store;

/* Parses a text as tc_yaml_create does; *root, NULL for nothing but comments, lives as long as the store. */
tc_status tc_yaml_store_parse(tc_yaml_store *store, const char *where, bool lines, const char *text,
                              tc_yaml_node **root);

/* The same for a constant of the program, which is parsed once however often it is asked for. */
tc_status tc_yaml_store_constant(tc_yaml_store *store, const char *text, tc_yaml_node **root);

void tc_yaml_store_free(tc_yaml_store *store);

#endif
