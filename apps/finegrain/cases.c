#include "cases.h"

#include "comm/shared_access.h"
#include "programs.h"

static tc_status take_apart(const tc_options *o, int ranks, int ranks_per_node, tc_yaml_store *store,
                            tc_grain_case *out) {
  out->ranks_per_node = ranks_per_node;
  TC_TRY(tc_program_open(o, ranks, store, &out->loops));
  return tc_partitions_make(&out->loops, ranks_per_node, &store->pool, &out->partitions);
}

/* What is counted does not depend on the layer. */
static tc_status make_all(const tc_options *o, int ranks_per_node, tc_grain_cases *out) {
  const int count = o->rank_counts * o->layers;
  TC_TRY(tc_pool_alloc(&out->store.pool, (size_t)count * sizeof *out->of, &out->of));
  for (int r = 0; r < o->rank_counts; r++) {
    tc_grain_case made = {.layer = NULL};
    TC_TRY(take_apart(o, o->ranks[r], ranks_per_node, &out->store, &made));
    for (int l = 0; l < o->layers; l++) {
      made.layer = tc_access_layer_at(o->layer[l]);
      out->of[out->count++] = made;
    }
  }
  return TC_OK;
}

tc_status tc_grain_cases_create(const tc_options *options, int ranks_per_node, tc_grain_cases *out) {
  *out = (tc_grain_cases){.count = 0};
  tc_status status = make_all(options, ranks_per_node, out);
  if (status) tc_grain_cases_free(out);
  return status;
}

void tc_grain_cases_free(tc_grain_cases *cases) { tc_yaml_store_empty(&cases->store); }
