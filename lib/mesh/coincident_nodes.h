/* Coincident nodes: nodes of boundary faces that lie at the same place, up to a tolerance. Used by the report
 * of a mesh's topology (mesh/topology.h) and by merging (mesh/merge.h). Nodes inside a component cannot
 * coincide with others in a valid mesh, so only nodes of boundary faces are compared: time and memory are
 * proportional to these, except for one number for each node. */
#ifndef TC_MESH_COINCIDENT_NODES_H
#define TC_MESH_COINCIDENT_NODES_H

#include "mesh/dual.h"

typedef struct tc_coincidence {
  int32_t
      *same_as;  /* [nodes] the node that a node coincides with, a lower one; itself for all others; owned */
  int32_t nodes; /* nodes that coincide with a lower one */
} tc_coincidence;

/* Length of the diagonal of the box around the boundary faces, and so around all cells. */
double tc_mesh_diagonal(const tc_mesh *mesh, const tc_dual *dual);

/* Finds the nodes that are at most `tolerance` (a length; 0: equal coordinates) away from each other. In
 * rising order each node joins the nearest node before it that joined no other, so that no node is farther
 * than the tolerance from the one it joins. *out is zeroed before and freed by the caller, also after an
 * error. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_coincidence_find(const tc_mesh *mesh, const tc_dual *dual, double tolerance,
                              tc_coincidence *out);
void tc_coincidence_free(tc_coincidence *coincidence);

/* Distance of two nodes. */
double tc_mesh_distance(const tc_mesh *mesh, int32_t a, int32_t b);

#endif
