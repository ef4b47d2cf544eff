/* Coincident nodes: points at the same position, up to a tolerance. Called by the report of a mesh's topology
 * (mesh/topology.h) and by merging (mesh/merge.h), after the dual was created, and by imports
 * (convert/merge_points.h), which have points but no cells yet. In a valid mesh a node that is on no boundary
 * face cannot coincide with another node, so only nodes of boundary faces are compared. Time and memory are
 * proportional to the number of compared points, except for arrays with one element per point. Not
 * collective. */
#ifndef TC_MESH_COINCIDENT_NODES_H
#define TC_MESH_COINCIDENT_NODES_H

#include "mesh/dual.h"

typedef struct tc_coincidence {
  /* [nodes of the mesh] for each node, the lower-numbered node with which it coincides, or the node itself if
   * there is no such node; owned. */
  int32_t *same_as;
  int32_t nodes; /* number of nodes that coincide with a node of a lower number */
} tc_coincidence;

/* Points that are compared with each other. The arrays are borrowed. */
typedef struct tc_compared_points {
  int32_t points;
  const double *point;        /* [points][3] coordinates, which are finite */
  const uint8_t *is_compared; /* [points] 1 for each point that is compared, 0 for others */
} tc_compared_points;

/* Returns the length of the diagonal of the compared points' bounding box, in the unit of the coordinates.
 * The result is infinite if it overflows, and 0 if no point is compared. */
double tc_compared_points_diagonal(const tc_compared_points *points);

/* Finds the coincident points among the compared ones by the rule of tc_coincidence_find. The diagonal of
 * their bounding box must be finite. The caller zeroes *out before the call and frees it, also after an
 * error. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_coincident_points_find(const tc_compared_points *points, double tolerance, tc_coincidence *out);

/* Returns the length of the diagonal of the bounding box of all boundary faces, in the mesh's unit. All cells
 * are inside this box. */
double tc_mesh_diagonal(const tc_mesh *mesh, const tc_dual *dual);

/* Finds the coincident nodes: pairs of nodes whose distance is at most `tolerance` (a length; 0 for equal
 * coordinates). Nodes are visited in ascending order. Each node joins the nearest earlier node within the
 * tolerance that has not joined another node itself. Two nodes whose distance exceeds the tolerance are
 * therefore not joined through nodes between them. The caller zeroes *out before the call and frees it, also
 * after an error. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_coincidence_find(const tc_mesh *mesh, const tc_dual *dual, double tolerance,
                              tc_coincidence *out);
void tc_coincidence_free(tc_coincidence *coincidence);

/* Returns the distance of two nodes in the mesh's unit. */
double tc_mesh_distance(const tc_mesh *mesh, int32_t a, int32_t b);

#endif
