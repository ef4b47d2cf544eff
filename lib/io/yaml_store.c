#include "io/yaml_store.h"

typedef struct tc_yaml_kept {
  struct tc_yaml_kept *before;
  const char *constant; /* the text of which it was made, by its address; NULL: any text */
  tc_yaml *yaml;
} kept;

static tc_status keep(tc_yaml_store *store, const char *where, bool lines, const char *text,
                      const char *constant, tc_yaml_node **root) {
  kept *new = NULL;
  TC_TRY(tc_pool_alloc(&store->pool, sizeof *new, &new));
  TC_TRY(tc_yaml_create(where, lines, text, &new->yaml));
  new->before = store->last;
  new->constant = constant;
  store->last = new;
  *root = tc_yaml_root(new->yaml);
  return TC_OK;
}

tc_status tc_yaml_store_parse(tc_yaml_store *store, const char *where, bool lines, const char *text,
                              tc_yaml_node **root) {
  return keep(store, where, lines, text, NULL, root);
}

tc_status tc_yaml_store_constant(tc_yaml_store *store, const char *text, tc_yaml_node **root) {
  for (const kept *k = store->last; k; k = k->before)
    if (k->constant == text) {
      *root = tc_yaml_root(k->yaml);
      return TC_OK;
    }
  return keep(store, text, false, text, text, root);
}

void tc_yaml_store_empty(tc_yaml_store *store) {
  for (kept *k = store->last; k; k = k->before) tc_yaml_destroy(&k->yaml);
  store->last = NULL;
  tc_pool_empty(&store->pool);
}
