#include "base/numeric/hash.h"
#include "graph/order/order.h"

/* Fills `order` with a random permutation (Fisher and Yates 1938). The random numbers are hashes of the
 * position, so the permutation is the same on every machine. */
static tc_status compute_random(const tc_graph *graph, tc_block_ordering_options blocking, int32_t *order) {
  const int32_t n = graph->vertices;
  (void)blocking;
  for (int32_t v = 0; v < n; v++) order[v] = v;
  for (int32_t i = 0; i < n; i++) {
    const uint64_t random = tc_hash_mix(tc_hash_mix((uint64_t)i + 1)) >> 32;
    const int32_t other = i + (int32_t)((random * (uint64_t)(n - i)) >> 32), swapped = order[i];
    order[i] = order[other];
    order[other] = swapped;
  }
  return TC_OK;
}

const tc_order tc_order_random = {
    .name = "random",
    .summary = "random order, equal on all machines, to measure the effect of an ordering",
    .compute = compute_random,
};
