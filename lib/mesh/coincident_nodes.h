/* Coincident nodes: nodes of boundary faces at the same position, up to a tolerance. Called by the report of
 * a mesh's topology (mesh/topology.h) and by merging (mesh/merge.h), after the dual was created. In a valid
 * mesh, nodes inside a component cannot coincide with others, so only nodes of boundary faces are compared.
 * Time and memory are proportional to their number, except for one number per node of the mesh. Not
 * collective. */
#ifndef TC_MESH_COINCIDENT_NODES_H
#define TC_MESH_COINCIDENT_NODES_H

#include "mesh/dual.h"

typedef struct tc_coincidence {
  /* [nodes] lower node that a node coincides with; the node itself if there is none; owned. */
  int32_t *same_as;
  int32_t nodes; /* number of nodes that coincide with a lower one */
} tc_coincidence;

/* Returns the diagonal of the bounding box of all boundary faces, and so of all cells, in the mesh's unit. */
double tc_mesh_diagonal(const tc_mesh *mesh, const tc_dual *dual);

/* Finds pairs of nodes at most `tolerance` apart (a length; 0 for equal coordinates). In ascending order,
 * each node joins the nearest earlier node that did not join another one, so no node is farther than the
 * tolerance from the node it joins. The caller zeroes *out before the call and frees it, also after an error.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_coincidence_find(const tc_mesh *mesh, const tc_dual *dual, double tolerance,
                              tc_coincidence *out);
void tc_coincidence_free(tc_coincidence *coincidence);

/* Returns the distance of two nodes in the mesh's unit. */
double tc_mesh_distance(const tc_mesh *mesh, int32_t a, int32_t b);

#endif
