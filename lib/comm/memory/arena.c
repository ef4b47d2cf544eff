#include "comm/memory/arena.h"

enum { line_values = 8 }; /* Number of values in a cache line. No two vectors in a window share a line. */

/* Collective. Sets the stride to the length of the longest vector of any rank, rounded up to cache lines, so
 * that no rank needs the lengths of other ranks. */
static tc_status agree_stride(const tc_world *world, tc_arena *arena, int32_t owned, int32_t ghosts) {
  double longest = (double)owned + (double)ghosts;
  TC_TRY(tc_world_max(world, &longest, 1));
  arena->stride = ((int64_t)longest + line_values - 1) / line_values * line_values;
  return TC_OK;
}

static void find_node_pointers(const tc_world *world, tc_arena *arena) {
  for (int v = 0; v < arena->vectors; v++)
    for (int r = 0; r < world->ranks; r++) {
      double *const segment = arena->window->node_pointer[r];
      arena->node_pointer[(int64_t)v * world->ranks + r] = segment ? segment + v * arena->stride : NULL;
    }
}

static void zero_vector(tc_vector *v) {
  tc_vector_fill(0.0, v);
  for (int32_t g = 0; g < v->ghosts; g++) v->value[v->owned + g] = 0.0;
}

/* Assigns memory to the vectors: segments of the window, or one private array per vector, because a large
 * separate array can have huge pages. */
static tc_status divide_storage(tc_arena *arena, int32_t owned, int32_t ghosts) {
  for (int i = 0; i < arena->vectors; i++) {
    double *value = arena->window ? arena->window->local + i * arena->stride : NULL;
    if (!value) TC_TRY(TC_POOL_ARRAY(&arena->memory, value, (size_t)owned + (size_t)ghosts));
    arena->vector[i] = (tc_vector){value, owned, ghosts, i, NULL};
    zero_vector(&arena->vector[i]);
  }
  return TC_OK;
}

static tc_status open_windows(const tc_world *world, int32_t owned, int32_t ghosts, tc_arena *arena) {
  TC_TRY(agree_stride(world, arena, owned, ghosts));
  TC_TRY(tc_world_agree(world, TC_POOL_ARRAY(&arena->memory, arena->node_pointer,
                                             (int64_t)arena->vectors * world->ranks)));
  TC_TRY(tc_window_create_arrays(world, arena->vectors, arena->stride, &arena->window));
  find_node_pointers(world, arena);
  return TC_OK;
}

static tc_status create_arena(const tc_world *world, bool shared, int vectors, int32_t owned, int32_t ghosts,
                              tc_arena **out) {
  tc_arena *arena = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, arena, 1));
  arena->vectors = vectors;
  tc_status status = tc_world_agree(world, TC_POOL_ARRAY_ZERO(&arena->memory, arena->vector, vectors));
  if (shared && !status) status = open_windows(world, owned, ghosts, arena);
  if (!status) status = tc_world_agree(world, divide_storage(arena, owned, ghosts));
  TC_RETURN_CREATED(status, arena, tc_arena_destroy(&arena), out);
}

tc_status tc_arena_create(const tc_world *world, bool shared, int vectors, int32_t owned, int32_t ghosts,
                          tc_arena **out) {
  const int threads = tc_placement_begin(world);
  const tc_status status = create_arena(world, shared, vectors, owned, ghosts, out);
  tc_placement_end(threads);
  return status;
}

void tc_arena_destroy(tc_arena **out) {
  if (*out) tc_window_destroy(&(*out)->window);
  TC_POOL_DESTROY_OWNER(out);
}
