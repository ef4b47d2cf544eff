/* Extracts submeshes. A breadth-first search over the dual graph collects the rings, and each ring is sorted
 * by position. Nodes and boundary faces are then numbered and copied. The maps from mesh numbers to local
 * numbers have the mesh's size, so they are allocated only once. After an extraction only the elements of the
 * submesh are reset. */
#include "mesh/submesh.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

static tc_status alloc_submesh(const int32_t *ring_begin, tc_submesh *s) {
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->ring_begin, s->rings + 2));
  memcpy(s->ring_begin, ring_begin, ((size_t)s->rings + 2) * sizeof *ring_begin);
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->id, s->cells));
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->position, s->cells));
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->region, s->cells));
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->vertices, 4 * (size_t)s->cells));
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->neighbour, 4 * (size_t)s->inner));
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->marker, s->boundary));
  return TC_POOL_ARRAY(&s->memory, s->points, 3 * (size_t)s->nodes);
}

tc_status tc_submesh_create(int rings, const int32_t *ring_begin, int32_t nodes, int32_t boundary,
                            tc_submesh **out) {
  tc_submesh *s = NULL;
  TC_TRY(TC_ALLOC_ZERO(s, 1));
  *s = (tc_submesh){.rings = rings,
                    .owned = ring_begin[1],
                    .inner = ring_begin[rings],
                    .cells = ring_begin[rings + 1],
                    .nodes = nodes,
                    .boundary = boundary};
  TC_RETURN_CREATED(alloc_submesh(ring_begin, s), s, tc_submesh_destroy(&s), out);
}

void tc_submesh_destroy(tc_submesh **submesh) { TC_POOL_DESTROY_OWNER(submesh); }

struct tc_submesh_extractor {
  const tc_mesh *mesh;
  const tc_dual *dual;
  const int32_t *position;
  int32_t *local; /* [cells of the mesh] local number of each cell; -1 if the submesh does not contain it. All
                     elements are -1 between extractions */
  int32_t *local_node; /* [nodes of the mesh] local number of each node; -1 if the submesh does not contain
                          it. All elements are -1 between extractions */
  int32_t *cell;  /* [cells of the mesh] cells of the submesh in local order; pages that were never written
                     occupy no physical memory */
  int32_t cells;  /* number of cells of the submesh */
  tc_pool memory; /* owns the arrays of this struct */
};

static tc_status init_extractor(tc_submesh_extractor *c) {
  TC_TRY(TC_POOL_ARRAY(&c->memory, c->local, c->mesh->cells));
  TC_TRY(TC_POOL_ARRAY(&c->memory, c->local_node, c->mesh->nodes));
  for (int32_t i = 0; i < c->mesh->cells; i++) c->local[i] = -1;
  for (int32_t i = 0; i < c->mesh->nodes; i++) c->local_node[i] = -1;
  return TC_POOL_ARRAY(&c->memory, c->cell, c->mesh->cells);
}

tc_status tc_submesh_extractor_create(const tc_mesh *mesh, const tc_dual *dual, const int32_t *position,
                                      tc_submesh_extractor **out) {
  tc_submesh_extractor *c = NULL;
  TC_TRY(TC_ALLOC_ZERO(c, 1));
  *c = (tc_submesh_extractor){.mesh = mesh, .dual = dual, .position = position};
  TC_RETURN_CREATED(init_extractor(c), c, tc_submesh_extractor_destroy(&c), out);
}

void tc_submesh_extractor_destroy(tc_submesh_extractor **extractor) { TC_POOL_DESTROY_OWNER(extractor); }

typedef struct positioned_cell {
  int32_t position, cell;
} positioned_cell;

static int compare_positions(const void *a, const void *b) {
  int32_t x = ((const positioned_cell *)a)->position, y = ((const positioned_cell *)b)->position;
  return (x > y) - (x < y);
}

/* Sorts the local cells begin .. c->cells - 1, which form a ring, by position and sets their local numbers.
 */
static tc_status sort_ring(tc_submesh_extractor *c, int32_t begin) {
  int32_t n = c->cells - begin;
  positioned_cell *ring = NULL;
  TC_TRY(TC_ALLOC(ring, n));
  for (int32_t i = 0; i < n; i++)
    ring[i] = (positioned_cell){c->position[c->cell[begin + i]], c->cell[begin + i]};
  qsort(ring, (size_t)n, sizeof *ring, compare_positions);
  for (int32_t i = 0; i < n; i++) {
    c->cell[begin + i] = ring[i].cell;
    c->local[ring[i].cell] = begin + i;
  }
  tc_free(ring);
  return TC_OK;
}

/* Appends a ring, sorted by position. The ring consists of all neighbours of the local cells from .. to-1
 * that are not yet in the submesh. */
static tc_status add_ring(tc_submesh_extractor *c, int32_t from, int32_t to) {
  int32_t begin = c->cells;
  for (int32_t i = from; i < to; i++)
    for (int k = 0; k < 4; k++) {
      int32_t other = c->dual->neighbour[4 * (size_t)c->cell[i] + (size_t)k];
      if (other < 0 || c->local[other] >= 0) continue;
      c->local[other] = c->cells;
      c->cell[c->cells++] = other;
    }
  return sort_ring(c, begin);
}

/* Counts nodes and boundary faces and numbers the nodes in the order in which they first occur in the
 * cells. */
static void number_nodes(tc_submesh_extractor *c, int32_t inner, int32_t *nodes, int32_t *boundary) {
  *nodes = *boundary = 0;
  for (int32_t i = 0; i < c->cells; i++)
    for (int k = 0; k < 4; k++) {
      int32_t *number = &c->local_node[c->mesh->vertices[4 * (size_t)c->cell[i] + (size_t)k]];
      if (*number < 0) *number = (*nodes)++;
      if (i < inner) *boundary += c->dual->neighbour[4 * (size_t)c->cell[i] + (size_t)k] < 0;
    }
}

static void fill_neighbours(const tc_submesh_extractor *c, tc_submesh *s) {
  int32_t boundary = 0;
  for (int32_t i = 0; i < s->inner; i++)
    for (size_t k = 0; k < 4; k++) {
      int32_t other = c->dual->neighbour[4 * (size_t)c->cell[i] + k];
      if (other < 0) {
        s->marker[boundary] = c->dual->marker[-1 - other];
        s->neighbour[4 * (size_t)i + k] = -1 - boundary++;
      } else {
        s->neighbour[4 * (size_t)i + k] = c->local[other];
      }
    }
}

static void fill_submesh(const tc_submesh_extractor *c, tc_submesh *s) {
  const tc_mesh *mesh = c->mesh;
  s->base = mesh->base;
  for (int32_t i = 0; i < c->cells; i++) {
    int32_t cell = c->cell[i];
    s->id[i] = cell;
    s->position[i] = c->position[cell];
    s->region[i] = mesh->region[cell];
    for (size_t k = 0; k < 4; k++) {
      int32_t node = mesh->vertices[4 * (size_t)cell + k];
      s->vertices[4 * (size_t)i + k] = c->local_node[node];
      memcpy(s->points + 3 * (size_t)c->local_node[node], mesh->points + 3 * (size_t)node,
             3 * sizeof(double));
    }
  }
  fill_neighbours(c, s);
}

/* Resets all local numbers to -1. Visits only the cells and nodes of the last submesh, not those of the whole
 * mesh. */
static void reset_numbers(tc_submesh_extractor *c) {
  for (int32_t i = 0; i < c->cells; i++) {
    c->local[c->cell[i]] = -1;
    for (size_t k = 0; k < 4; k++) c->local_node[c->mesh->vertices[4 * (size_t)c->cell[i] + k]] = -1;
  }
  c->cells = 0;
}

/* Collects the owned cells and their rings and fills ring_begin[rings+2]. */
static tc_status collect_rings(tc_submesh_extractor *c, int32_t owned, const int32_t *owned_cell, int rings,
                               int32_t *ring_begin) {
  for (int32_t i = 0; i < owned; i++) {
    c->cell[i] = owned_cell[i];
    c->local[owned_cell[i]] = i;
  }
  c->cells = owned;
  ring_begin[0] = 0;
  ring_begin[1] = owned;
  for (int r = 1; r <= rings; r++) {
    TC_TRY(add_ring(c, ring_begin[r - 1], ring_begin[r]));
    ring_begin[r + 1] = c->cells;
  }
  return TC_OK;
}

tc_status tc_submesh_extract(tc_submesh_extractor *c, int32_t owned, const int32_t *owned_cell, int rings,
                             tc_submesh **out) {
  tc_status status = TC_OK;
  int32_t nodes, boundary, *ring_begin = NULL;
  TC_GUARD(status, TC_ALLOC(ring_begin, rings + 2));
  TC_GUARD(status, collect_rings(c, owned, owned_cell, rings, ring_begin));
  number_nodes(c, ring_begin[rings], &nodes, &boundary);
  TC_GUARD(status, tc_submesh_create(rings, ring_begin, nodes, boundary, out));
  fill_submesh(c, *out);
cleanup:
  reset_numbers(c);
  tc_free(ring_begin);
  return status;
}
