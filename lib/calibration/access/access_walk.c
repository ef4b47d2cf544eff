/* Walks over a shared array. Each rank owns one block of consecutive elements, so the global index of an
 * element can be computed from its owner and its number in the block. Random elements are chosen with a hash
 * function whose seed depends on the rank only, so that a benchmark accesses the same elements in every run
 * of the program. */
#include "calibration/access/access_walk.h"

#include "base/core/memory.h"
#include "base/numeric/hash.h"

/* ---- shared array ---- */

static tc_status list_ranks(tc_access_walks *w) {
  const tc_world *world = w->bench->world;
  TC_TRY(TC_WORLD_ALLOC(world, w->node_rank, world->ranks));
  TC_TRY(TC_WORLD_ALLOC(world, w->remote_rank, world->ranks));
  for (int r = 0; r < world->ranks; r++) {
    if (w->array->affinity[r] == TC_AFFINITY_NODE) w->node_rank[w->node_ranks++] = r;
    if (w->array->affinity[r] == TC_AFFINITY_REMOTE) w->remote_rank[w->remote_ranks++] = r;
  }
  double min_count[2] = {w->node_ranks, w->remote_ranks};
  TC_TRY(tc_world_min(world, min_count, 2));
  if (min_count[0] < 1.0) w->node_ranks = 0;
  if (min_count[1] < 1.0) w->remote_ranks = 0;
  return TC_OK;
}

tc_status tc_access_walks_init(tc_bench *bench, tc_access_walks *out) {
  const tc_world *world = bench->world;
  *out = (tc_access_walks){.bench = bench, .seed = UINT64_C(1000003) * (uint64_t)world->rank};
  TC_TRY(tc_shared_array_create(world, (int64_t)TC_ACCESS_WALK_BLOCK * world->ranks, TC_ACCESS_WALK_BLOCK,
                                &out->array));
  return list_ranks(out);
}

void tc_access_walks_free(tc_access_walks *w) {
  tc_shared_array_destroy(&w->array);
  tc_free(w->node_rank);
  tc_free(w->remote_rank);
}

/* ---- lists of elements ---- */

int64_t tc_access_walk_random_below(tc_access_walks *w, int64_t n) {
  return (int64_t)((tc_hash_mix(w->seed++) >> 32) * (uint64_t)n >> 32);
}

int64_t tc_access_walk_element(int32_t rank, int64_t local) {
  return rank * (int64_t)TC_ACCESS_WALK_BLOCK + local % TC_ACCESS_WALK_BLOCK;
}

void tc_access_walk_random_own(tc_access_walks *w, bool in_order, int count, int64_t *index) {
  for (int i = 0; i < count; i++)
    index[i] = tc_access_walk_element(w->bench->world->rank,
                                      in_order ? i : tc_access_walk_random_below(w, TC_ACCESS_WALK_BLOCK));
}

void tc_access_walk_random_any(tc_access_walks *w, int ranks, const int32_t *rank, int count,
                               int64_t *index) {
  for (int i = 0; i < count; i++)
    index[i] = tc_access_walk_element(rank[tc_access_walk_random_below(w, ranks)],
                                      tc_access_walk_random_below(w, TC_ACCESS_WALK_BLOCK));
}

void tc_access_walk_random_sequences(tc_access_walks *w, int ranks, const int32_t *rank, int length,
                                     bool has_strides, int count, int64_t *index) {
  for (int i = 0; i < count; i += length) {
    const int32_t owner = rank[tc_access_walk_random_below(w, ranks)];
    int64_t local =
        tc_access_walk_random_below(w, TC_ACCESS_WALK_BLOCK - TC_ACCESS_WALK_MAX * TC_ACCESS_WALK_MAX_STRIDE);
    for (int k = 0; k < length && i + k < count; k++) {
      index[i + k] = tc_access_walk_element(owner, local);
      local += has_strides ? 1 + tc_access_walk_random_below(w, TC_ACCESS_WALK_MAX_STRIDE) : 1;
    }
  }
}

/* ---- timed accesses ---- */

static int operation_length(const tc_access_walk *w, int i) {
  return w->length < w->count - i ? w->length : w->count - i;
}

static tc_status get_elements(tc_access_walk *w) {
  double value[TC_ACCESS_WALK_MAX];
  for (int i = 0; i < w->count && w->length == 0; i++) {
    TC_TRY(tc_shared_get(w->access, w->index[i], value));
    w->walks->sum += value[0];
  }
  for (int i = 0; i < w->count && w->length > 0; i += w->length)
    TC_TRY(tc_shared_get_many(w->access, operation_length(w, i), w->index + i, value));
  return TC_OK;
}

static tc_status put_elements(tc_access_walk *w) {
  static const double value[TC_ACCESS_WALK_MAX] = {0.0};
  for (int i = 0; i < w->count && w->length == 0; i++) TC_TRY(tc_shared_put(w->access, w->index[i], 0.0));
  for (int i = 0; i < w->count && w->length > 0; i += w->length)
    TC_TRY(tc_shared_put_many(w->access, operation_length(w, i), w->index + i, value));
  return TC_OK;
}

tc_status tc_access_walk_run(void *walk) {
  tc_access_walk *w = walk;
  TC_TRY(w->is_write ? put_elements(w) : get_elements(w));
  if (w->ends_with_fence) return tc_shared_fence(w->access);
  return w->ends_with_barrier ? tc_window_barrier(w->walks->array->window, NULL) : TC_OK;
}
