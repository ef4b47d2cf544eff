/* Arena: storage of several vectors of one shape [owned | ghosts], in private memory or in a window that
 * other ranks access. Operators, exchanges, solvers and integrators each create one arena during setup, which
 * contains all their vectors. In a window, the distance between two vectors is the same on all ranks, so that
 * a rank can compute offsets in the memory of another rank. */
#ifndef TC_COMM_MEMORY_ARENA_H
#define TC_COMM_MEMORY_ARENA_H

#include <stdbool.h>

#include "base/core/pool.h"
#include "comm/memory/vector.h"
#include "comm/memory/window.h"

typedef struct tc_arena {
  int vectors;
  tc_vector *vector; /* [vectors] vectors of the arena, initially all zeros */
  tc_window *window; /* NULL if the memory is private */
  /* distance between two consecutive vectors in the window, in values; the same on all ranks */
  int64_t stride;
  /* [vectors][ranks] segment of each vector on each rank that shares memory with this one; NULL for other
   * ranks. The whole array is NULL if the memory of the arena is private. */
  double **node_pointer;
  tc_pool memory; /* owns the arrays and, if there is no window, the values of the vectors */
} tc_arena;

/* Collective. Creates an arena of `vectors` vectors, in a window if `shared` is true. `owned` and `ghosts`
 * may differ between ranks. world->placement determines the threads that touch the memory pages first
 * (comm/world/placement.h). Errors (on all ranks): those of tc_window_create; TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_arena_create(const tc_world *world, bool shared, int vectors, int32_t owned, int32_t ghosts,
                          tc_arena **out);
void tc_arena_destroy(tc_arena **arena); /* collective if the arena is in a window */

/* Returns an array with the segment of v on each rank, which is NULL for ranks that share no memory with this
 * one. Requires an arena in a window. */
static inline double *const *tc_arena_node_pointers(const tc_arena *arena, const tc_vector *v) {
  return arena->node_pointer + (int64_t)v->index * arena->window->world->ranks;
}

/* Returns the offset of a local row of v within the window's segment on the rank that owns the row. */
static inline int64_t tc_arena_offset(const tc_arena *arena, const tc_vector *v, int64_t row) {
  return v->index * arena->stride + row;
}

#endif
