#include "calibration/access/access_walk.h"

#include "base/core/memory.h"
#include "base/numeric/hash.h"

/* ---- the array ---- */

static tc_status find_ranks(tc_walks *w) {
  const tc_world *world = w->bench->world;
  TC_TRY(TC_WORLD_ALLOC(world, w->near, world->ranks));
  TC_TRY(TC_WORLD_ALLOC(world, w->far, world->ranks));
  for (int r = 0; r < world->ranks; r++) {
    if (w->array->kin[r] == TC_KIN_LOCAL) w->near[w->nears++] = r;
    if (w->array->kin[r] == TC_KIN_ABSENT) w->far[w->fars++] = r;
  }
  double least[2] = {w->nears, w->fars};
  TC_TRY(tc_world_min(world, least, 2));
  if (least[0] < 1.0) w->nears = 0;
  if (least[1] < 1.0) w->fars = 0;
  return TC_OK;
}

tc_status tc_walks_open(tc_bench *bench, tc_walks *out) {
  const tc_world *world = bench->world;
  *out = (tc_walks){.bench = bench, .seed = UINT64_C(1000003) * (uint64_t)world->rank};
  TC_TRY(tc_shared_array_create(world, (int64_t)TC_WALK_PIECE * world->ranks, TC_WALK_PIECE, &out->array));
  return find_ranks(out);
}

void tc_walks_close(tc_walks *w) {
  tc_shared_array_destroy(&w->array);
  tc_free(w->near);
  tc_free(w->far);
}

/* ---- lists of elements ---- */

int64_t tc_walk_below(tc_walks *w, int64_t n) {
  return (int64_t)((tc_hash_mix(w->seed++) >> 32) * (uint64_t)n >> 32);
}

int64_t tc_walk_element(int32_t rank, int64_t local) {
  return rank * (int64_t)TC_WALK_PIECE + local % TC_WALK_PIECE;
}

void tc_walk_draw_own(tc_walks *w, bool in_order, int count, int64_t *index) {
  for (int i = 0; i < count; i++)
    index[i] = tc_walk_element(w->bench->world->rank, in_order ? i : tc_walk_below(w, TC_WALK_PIECE));
}

void tc_walk_draw_any(tc_walks *w, int ranks, const int32_t *rank, int count, int64_t *index) {
  for (int i = 0; i < count; i++)
    index[i] = tc_walk_element(rank[tc_walk_below(w, ranks)], tc_walk_below(w, TC_WALK_PIECE));
}

void tc_walk_draw_sequences(tc_walks *w, int ranks, const int32_t *rank, int length, bool strides, int count,
                            int64_t *index) {
  for (int i = 0; i < count; i += length) {
    const int32_t of = rank[tc_walk_below(w, ranks)];
    int64_t local = tc_walk_below(w, TC_WALK_PIECE - TC_WALK_LONGEST * TC_WALK_FARTHEST);
    for (int k = 0; k < length && i + k < count; k++) {
      index[i + k] = tc_walk_element(of, local);
      local += strides ? 1 + tc_walk_below(w, TC_WALK_FARTHEST) : 1;
    }
  }
}

/* ---- accesses ---- */

static int of_operation(const tc_walk *w, int i) {
  return w->length < w->count - i ? w->length : w->count - i;
}

static tc_status read_list(tc_walk *w) {
  double value[TC_WALK_LONGEST];
  for (int i = 0; i < w->count && w->length == 0; i++) {
    TC_TRY(tc_shared_get(w->access, w->index[i], value));
    w->of->sum += value[0];
  }
  for (int i = 0; i < w->count && w->length > 0; i += w->length)
    TC_TRY(tc_shared_get_many(w->access, of_operation(w, i), w->index + i, value));
  return TC_OK;
}

static tc_status write_list(tc_walk *w) {
  static const double value[TC_WALK_LONGEST] = {0.0};
  for (int i = 0; i < w->count && w->length == 0; i++) TC_TRY(tc_shared_put(w->access, w->index[i], 0.0));
  for (int i = 0; i < w->count && w->length > 0; i += w->length)
    TC_TRY(tc_shared_put_many(w->access, of_operation(w, i), w->index + i, value));
  return TC_OK;
}

tc_status tc_walk_go(void *walk) {
  tc_walk *w = walk;
  TC_TRY(w->write ? write_list(w) : read_list(w));
  if (w->fence) return tc_shared_fence(w->access);
  return w->meet ? tc_window_barrier(w->of->array->window, NULL) : TC_OK;
}
