/* The part of a mesh that one rank works on: its own cells and two rings of face neighbours around them. */
#ifndef TC_MESH_SUBMESH_H
#define TC_MESH_SUBMESH_H

#include "base/gid.h"
#include "mesh/dual.h"

/* Local cells: [0, owned) are the rank's own in its row order, then the first ring, then the second; each
 * ring in rising position. Ring 1: cells that share a face with an owned one; ring 2: the further neighbours
 * of ring 1. */
typedef struct tc_submesh {
  int32_t owned, ring1, ring2; /* numbers of cells; cells = their sum */
  int32_t nodes, boundary;
  int32_t base;       /* the user's number of cell id is id + base */
  tc_gid *id;         /* [cells] cell number in the mesh's own numbering (0-based) */
  tc_gid *position;   /* [cells] cell number in the distributed order: order[position] = id */
  int32_t *region;    /* [cells] */
  int32_t *vertices;  /* [cells][4] local node numbers, in the mesh's own sequence */
  int32_t *neighbour; /* [owned+ring1][4] local cell, or -1-b for boundary face b; never a cell outside the
                         rings */
  int32_t *marker;    /* [boundary] */
  double *points;     /* [nodes][3] */
} tc_submesh;

/* Allocates for the given numbers (arrays not set). */
tc_status tc_submesh_create(int32_t owned, int32_t ring1, int32_t ring2, int32_t nodes, int32_t boundary,
                            tc_submesh **out);
void tc_submesh_destroy(tc_submesh **submesh);

/* Cuts submeshes out of a mesh. Keeps scratch of the mesh's size between cuts; borrows its arguments. */
typedef struct tc_cutter tc_cutter;
tc_status tc_cutter_create(const tc_mesh *mesh, const tc_dual *dual, const int32_t *position,
                           tc_cutter **out);
void tc_cutter_destroy(tc_cutter **cutter);

/* The submesh of the `owned` cells own[0..owned-1] (the mesh's numbers, in row order). */
tc_status tc_cutter_cut(tc_cutter *cutter, int32_t owned, const int32_t *own, tc_submesh **out);

#endif
