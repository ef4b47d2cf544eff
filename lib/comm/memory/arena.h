/* The memory of vectors: any number of them [owned | ghosts], all of one shape, in private memory or in one
 * pair of windows that other ranks reach. */
#ifndef TC_COMM_MEMORY_ARENA_H
#define TC_COMM_MEMORY_ARENA_H

#include <stdbool.h>

#include "comm/memory/vector.h"
#include "comm/memory/window.h"

typedef struct tc_arena {
  int vectors;
  tc_vector *vector;     /* [vectors] zeroed at the start */
  tc_window *window;     /* NULL: private memory */
  int64_t stride;        /* values from one vector to the next in a window, the same on all ranks */
  double **node_pointer; /* [vectors][ranks] where a vector's piece of a rank lies, NULL for ranks of other
                    nodes; in windows only */
} tc_arena;

/* Collective. shared: in windows. owned and ghosts may differ between ranks. First touched as
 * world->placement says. Errors on all ranks: those of tc_window_create, TC_INTERNAL out of memory. */
tc_status tc_arena_create(const tc_world *world, bool shared, int vectors, int32_t owned, int32_t ghosts,
                          tc_arena **out);
void tc_arena_destroy(tc_arena **arena); /* collective when shared */

/* [ranks] of that vector. Shared arenas only. */
static inline double *const *tc_arena_node_pointers(const tc_arena *arena, const tc_vector *v) {
  return arena->node_pointer + (int64_t)v->index * arena->window->world->ranks;
}

/* Where local row `row` of a rank's piece of v lies in that rank's window. */
static inline int64_t tc_arena_offset(const tc_arena *arena, const tc_vector *v, int64_t row) {
  return v->index * arena->stride + row;
}

#endif
