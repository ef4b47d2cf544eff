/* Merging of coincident nodes: joins bodies that were meshed separately with matching faces. Used by
 * `tetracast mesh merge`; a mesh import can call it for a mesh that it has just read. */
#ifndef TC_MESH_MERGE_H
#define TC_MESH_MERGE_H

#include "mesh/dual.h"

typedef struct tc_merged {
  int32_t nodes;        /* nodes that were merged into others, and that the new mesh lacks */
  int32_t faces;        /* pairs of boundary faces that became one interior face */
  int32_t face_entries; /* entries of the .face file removed, because their faces became interior */
} tc_merged;

/* Creates a mesh in which nodes of boundary faces that are at most `tolerance` (a length; 0: equal
 * coordinates) apart are one node, at the place of the lowest of them. Cells keep their sequence and regions,
 * nodes and faces lose only those that are merged; nodes of no cell remain. The mesh must have passed
 * tc_mesh_orient; dual: its dual. *out is the caller's (tc_mesh_destroy). Errors: TC_INPUT naming the cells
 * if two nodes of a cell would be merged, or if cells would overlap or three of them share a face;
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_mesh_merge(const tc_mesh *mesh, const tc_dual *dual, double tolerance, tc_mesh **out,
                        tc_merged *merged);

#endif
