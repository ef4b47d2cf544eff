/* Submesh: the cells of a mesh that one rank needs, which are its owned cells and rings of face neighbours
 * around them. The root extracts one per rank with an extractor and sends it (comm/layout/mesh_scatter.h);
 * geometry and physics (fv/physics) are computed from it. Not collective. */
#ifndef TC_MESH_SUBMESH_H
#define TC_MESH_SUBMESH_H

#include "base/core/gid.h"
#include "base/core/pool.h"
#include "mesh/dual.h"

/* Local cells are the rank's owned cells in row order, followed by the rings in order. The cells of a ring
 * are sorted by position. Ring r contains the cells that are r faces away from the nearest owned one. */
typedef struct tc_submesh {
  int rings;
  /* [rings+2] ring r consists of the local cells ring_begin[r] .. ring_begin[r+1]-1. Ring 0 consists of the
   * owned cells. */
  int32_t *ring_begin;
  /* Numbers of cells. owned: cells that the rank owns, equal to ring_begin[1]. inner: cells outside the last
   * ring, equal to ring_begin[rings]; all neighbours of inner cells are in the submesh. cells: all cells,
   * equal to ring_begin[rings+1]. */
  int32_t owned, inner, cells;
  int32_t nodes, boundary;
  int32_t base;       /* 0 or 1: the user's number of a cell is id + base */
  tc_gid *id;         /* [cells] number of each cell in the mesh, counted from 0 */
  tc_gid *position;   /* [cells] number of each cell in the distributed order of the whole mesh */
  int32_t *region;    /* [cells] region of each cell */
  int32_t *vertices;  /* [cells][4] local node numbers, in the order of the mesh's array `vertices` */
  int32_t *neighbour; /* [inner][4] local number of the neighbour across each face, or -1-b if the face is
                         boundary face b */
  int32_t *marker;    /* [boundary] marker of each boundary face */
  double *points;     /* [nodes][3] coordinates of each node */
  tc_pool memory;     /* owns the arrays of this struct */
} tc_submesh;

/* Allocates a submesh with `rings` >= 0 rings, `nodes` nodes and `boundary` boundary faces. Copies the array
 * ring_begin, which has rings + 2 elements and determines the numbers of cells. The contents of other arrays
 * are not set. The caller frees *out with tc_submesh_destroy. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_submesh_create(int rings, const int32_t *ring_begin, int32_t nodes, int32_t boundary,
                            tc_submesh **out);
void tc_submesh_destroy(tc_submesh **submesh);

/* An extractor extracts submeshes from a mesh. Its scratch arrays have the size of the mesh and are reused by
 * all extractions. The arguments of tc_submesh_extractor_create are borrowed and must outlive the extractor.
 * position[cells] is each cell's number in the distributed order. Errors: TC_INTERNAL if memory is
 * exhausted. */
typedef struct tc_submesh_extractor tc_submesh_extractor;
tc_status tc_submesh_extractor_create(const tc_mesh *mesh, const tc_dual *dual, const int32_t *position,
                                      tc_submesh_extractor **out);
void tc_submesh_extractor_destroy(tc_submesh_extractor **extractor);

/* Extracts the submesh of the cells owned_cell[0..owned-1] (the mesh's numbers, in row order) with `rings`
 * rings. The caller frees *out with tc_submesh_destroy. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_submesh_extract(tc_submesh_extractor *extractor, int32_t owned, const int32_t *owned_cell,
                             int rings, tc_submesh **out);

#endif
