/* The part of a mesh that one rank works on: its own cells and rings of face neighbours around them. */
#ifndef TC_MESH_SUBMESH_H
#define TC_MESH_SUBMESH_H

#include "base/core/gid.h"
#include "mesh/dual.h"

/* Local cells: the rank's own in its row order, then ring after ring, each in rising position. Ring r: cells
 * that are r faces away from the nearest owned one. */
typedef struct tc_submesh {
  int rings;
  int32_t
      *ring_begin; /* [rings+2] ring r is the cells ring_begin[r] .. ring_begin[r+1]-1; ring 0: the owned */
  int32_t owned, inner, cells; /* ring_begin[1], [rings] and [rings+1]. inner: all but the last ring, whose
                                  neighbours are all here */
  int32_t nodes, boundary;
  int32_t base;       /* the user's number of cell id is id + base */
  tc_gid *id;         /* [cells] cell number in the mesh's own numbering (0-based) */
  tc_gid *position;   /* [cells] cell number in the distributed order: order[position] = id */
  int32_t *region;    /* [cells] */
  int32_t *vertices;  /* [cells][4] local node numbers, in the mesh's own sequence */
  int32_t *neighbour; /* [inner][4] local cell, or -1-b for boundary face b */
  int32_t *marker;    /* [boundary] */
  double *points;     /* [nodes][3] */
} tc_submesh;

/* Allocates for the given numbers; ring_begin[rings+2] is copied, other arrays are not set. rings >= 0. */
tc_status tc_submesh_create(int rings, const int32_t *ring_begin, int32_t nodes, int32_t boundary,
                            tc_submesh **out);
void tc_submesh_destroy(tc_submesh **submesh);

/* Cuts submeshes out of a mesh. Keeps scratch of the mesh's size between cuts; borrows its arguments. */
typedef struct tc_submesh_extractor tc_submesh_extractor;
tc_status tc_submesh_extractor_create(const tc_mesh *mesh, const tc_dual *dual, const int32_t *position,
                                      tc_submesh_extractor **out);
void tc_submesh_extractor_destroy(tc_submesh_extractor **cutter);

/* The submesh of the `owned` cells own[0..owned-1] (the mesh's numbers, in row order) with so many rings. */
tc_status tc_submesh_extract(tc_submesh_extractor *cutter, int32_t owned, const int32_t *own, int rings,
                             tc_submesh **out);

#endif
