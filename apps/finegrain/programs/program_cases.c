#include "programs/program_cases.h"

#include "base/core/memory.h"
#include "pgas/shared_access.h"
#include "programs/programs.h"

int fg_count_nodes(const fg_case *c) { return (c->loops.ranks + c->ranks_per_node - 1) / c->ranks_per_node; }

/* Checks that the access counts need at most half of the free memory. Assumes the worst case, in which each
 * reference forms a separate partition. */
static tc_status check_memory(const tc_loops *loops) {
  double bytes = (double)loops->ranks * TC_USES * sizeof(tc_reference_partition_count), references = 0.0;
  for (int i = 0; i < loops->intervals; i++) references += loops->interval[i].references;
  bytes *= references;
  const double available_B = (double)tc_memory_available();
  if (bytes <= available_B / 2.0) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "--ranks %d: the access counts of %.0f references need up to %.2g GB, and %.2g GB "
                          "are free: use fewer ranks",
                          loops->ranks, references, 1e-9 * bytes, 1e-9 * available_B);
}

static tc_status read_program(const fg_options *o, int ranks, int ranks_per_node, tc_yaml_store *store,
                              fg_case *out) {
  out->ranks_per_node = ranks_per_node;
  TC_TRY(fg_program_load(o, ranks, store, &out->loops));
  TC_TRY(check_memory(&out->loops));
  return tc_reference_partitions_create(&out->loops, ranks_per_node, &store->pool, &out->partitions);
}

/* Appends to *out one case for each number of ranks and each layer. The cases of one number of ranks share
 * their access counts, which do not depend on the layer. */
static tc_status create_cases(const fg_options *o, int ranks_per_node, fg_cases *out) {
  const int count = o->ranks.count * o->layers.count;
  TC_TRY(tc_pool_alloc(&out->store.pool, (size_t)count * sizeof *out->item, &out->item));
  for (int r = 0; r < o->ranks.count; r++) {
    fg_case prototype = {.layer = NULL};
    TC_TRY(read_program(o, o->ranks.item[r], ranks_per_node, &out->store, &prototype));
    for (int l = 0; l < o->layers.count; l++) {
      prototype.layer = tc_access_layer_at(o->layers.item[l]);
      out->item[out->count++] = prototype;
    }
  }
  return TC_OK;
}

tc_status fg_cases_create(const fg_options *options, int ranks_per_node, fg_cases *out) {
  *out = (fg_cases){.count = 0};
  tc_status status = create_cases(options, ranks_per_node, out);
  if (status) fg_cases_free(out);
  return status;
}

void fg_cases_free(fg_cases *cases) { tc_yaml_store_free(&cases->store); }
