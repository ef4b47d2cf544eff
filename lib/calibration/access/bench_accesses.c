#include "calibration/access/bench_accesses.h"

#include "base/core/memory.h"
#include "calibration/access/bench_access_patterns.h"

const char *const tc_access_pattern_names[TC_ACCESS_PATTERNS] = {"local", "baseline", "vector", "coalesce"};

/* State of the benchmark for one layer. */
typedef struct accesses {
  tc_access_walks walks;
  tc_shared_access *access;
  /* indices of the elements to access; its length is the larger of node_accesses and remote_accesses */
  int64_t *index;
} accesses;

/* Chooses `count` elements of the ranks rank[ranks] according to a pattern. For the pattern `local`, chooses
 * elements that this rank owns. */
static void choose_elements(accesses *a, tc_access_pattern pattern, int ranks, const int32_t *rank,
                            int count) {
  if (pattern == TC_ACCESS_LOCAL)
    tc_access_walk_random_own(&a->walks, false, count, a->index);
  else if (pattern == TC_ACCESS_BASELINE)
    tc_access_walk_random_any(&a->walks, ranks, rank, count, a->index);
  else
    tc_access_walk_random_sequences(&a->walks, ranks, rank, TC_ACCESS_WALK_MAX, pattern == TC_ACCESS_COALESCE,
                                    count, a->index);
}

static int operation_length(tc_access_pattern pattern) {
  return pattern == TC_ACCESS_VECTOR || pattern == TC_ACCESS_COALESCE ? TC_ACCESS_WALK_MAX : 0;
}

/* Measures the accesses to elements of other nodes if `remote` is true, otherwise to elements of this node.
 * Stores a result in out[pattern][write] if it is smaller than the value there. */
static tc_status measure_patterns(accesses *a, bool remote, int count, tc_estimate out[][2]) {
  for (int pattern = remote ? TC_ACCESS_BASELINE : TC_ACCESS_LOCAL; pattern < TC_ACCESS_PATTERNS; pattern++)
    for (int write = 0; write < 2; write++) {
      const int ranks = remote ? a->walks.remote_ranks : a->walks.node_ranks;
      tc_access_walk walk = {&a->walks, a->access, a->index, count, operation_length(pattern),
                             write,     false,     remote};
      if (pattern != TC_ACCESS_LOCAL && ranks == 0) continue;
      choose_elements(a, pattern, ranks, remote ? a->walks.remote_rank : a->walks.node_rank, count);
      TC_TRY(tc_access_pattern_time(&walk, &out[pattern][write]));
    }
  return TC_OK;
}

static tc_status init_accesses(accesses *a, tc_bench *bench, const tc_access_layer *layer, int max_accesses) {
  TC_TRY(TC_WORLD_ALLOC(bench->world, a->index, max_accesses));
  TC_TRY(tc_access_walks_init(bench, &a->walks));
  return tc_shared_access_create(layer, a->walks.array, &a->access);
}

tc_status tc_bench_accesses(tc_bench *bench, const tc_access_layer *layer, int node_accesses,
                            int remote_accesses, tc_access_table *out) {
  const bool previous_waits = bench->waits;
  const int max_accesses = node_accesses > remote_accesses ? node_accesses : remote_accesses;
  accesses a = {.index = NULL};
  tc_status status = TC_OK;
  TC_GUARD(status, init_accesses(&a, bench, layer, max_accesses));
  TC_GUARD(status, measure_patterns(&a, false, node_accesses, out->node_local));
  bench->waits = true; /* a rank that waits for a network has a low CPU share even if the machine is idle */
  TC_GUARD(status, measure_patterns(&a, true, remote_accesses, out->remote));
cleanup:
  bench->waits = previous_waits;
  tc_shared_access_destroy(&a.access);
  tc_access_walks_free(&a.walks);
  tc_free(a.index);
  return status;
}
