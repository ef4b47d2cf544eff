#include "programs/update_benchmark.h"

#include "base/numeric/hash.h"

enum { max_batch = 1 << 16 };

int fg_update_benchmark_batch(const fg_update_benchmark *u) {
  return (int)(u->draws < max_batch ? u->draws : max_batch);
}

/* Returns the index of the next random element. The sequence depends on the rank, so that the ranks update
 * different sequences of elements. */
static int64_t draw_element(fg_update_benchmark *u) {
  const uint64_t seed = (uint64_t)u->access->array->world->rank << 40,
                 hash = tc_hash_mix(tc_hash_mix(seed + (uint64_t)u->next));
  u->next = (u->next + 1) % u->draws;
  return (int64_t)((hash >> 32) * (uint64_t)u->elements >> 32);
}

tc_status fg_update_benchmark_run(void *updates) {
  fg_update_benchmark *u = updates;
  for (int i = fg_update_benchmark_batch(u); i > 0; i--) {
    const int64_t element = draw_element(u);
    double value;
    TC_TRY(tc_shared_get(u->access, element, &value));
    TC_TRY(tc_shared_put(u->access, element, value + 0.0));
  }
  return TC_OK;
}
