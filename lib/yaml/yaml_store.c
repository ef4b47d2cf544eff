#include "yaml/yaml_store.h"

/* A parsed text constant of the program, identified by its address. */
typedef struct tc_yaml_constant {
  struct tc_yaml_constant *before;
  const char *text;
  tc_yaml_node *root;
} constant;

static void destroy_document(void *thing) {
  tc_yaml *yaml = thing;
  tc_yaml_destroy(&yaml);
}

tc_status tc_yaml_store_parse(tc_yaml_store *store, const char *where, bool lines, const char *text,
                              tc_yaml_node **root) {
  tc_yaml *yaml = NULL;
  TC_TRY(tc_yaml_create(where, lines, text, &yaml));
  TC_TRY(tc_pool_add_owned(&store->pool, yaml, destroy_document));
  *root = tc_yaml_root(yaml);
  return TC_OK;
}

tc_status tc_yaml_store_constant(tc_yaml_store *store, const char *text, tc_yaml_node **root) {
  constant *new = NULL;
  for (const constant *c = store->last; c; c = c->before)
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
