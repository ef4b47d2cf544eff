/* Merging of coincident nodes: joins bodies that were meshed separately with matching faces. Called by
 * `tetracast mesh merge`, after the mesh was oriented and its dual created; an import can call it for a mesh
 * it has just read. The result is checked like a mesh that was read from files. Not collective. */
#ifndef TC_MESH_MERGE_H
#define TC_MESH_MERGE_H

#include "mesh/coincident_nodes.h"

typedef struct tc_merged {
  int32_t nodes;        /* number of nodes that were merged into others and are not in the new mesh */
  int32_t faces;        /* number of pairs of boundary faces that became one interior face */
  int32_t face_entries; /* number of entries of the .face file that were removed because their face became
                           interior */
} tc_merged;

/* Creates a mesh in which coincident nodes of boundary faces (mesh/coincident_nodes.h) are merged into one
 * node, at the position of the node with the lowest number. Nodes coincide if their distance is at most
 * `tolerance` (a length; 0 for equal coordinates). Cells retain their order and regions, and the mesh retains
 * its names. The order of the remaining nodes and face entries does not change, and nodes that belong to no
 * cell are retained. The mesh must have passed tc_mesh_orient, and `dual` must be its dual. The caller frees
 * *out with tc_mesh_destroy. Errors: TC_INPUT with the cells if two nodes of a cell would be merged, if cells
 * would overlap, or if three of them would share a face; TC_INTERNAL if memory is exhausted. */
tc_status tc_mesh_merge(const tc_mesh *mesh, const tc_dual *dual, double tolerance, tc_mesh **out,
                        tc_merged *merged);

/* Sets *faces to the number of pairs of boundary faces that would become one interior face if the nodes of
 * `coincidence` were merged. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_mesh_count_coincident_faces(const tc_mesh *mesh, const tc_dual *dual,
                                         const tc_coincidence *coincidence, int32_t *faces);

#endif
