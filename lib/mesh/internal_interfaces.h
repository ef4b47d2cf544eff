/* Internal interfaces are boundary faces inside the mesh. A cell is on the other side of such a face, but
 * does not have this face, so no flux passes between the two cells. Internal interfaces occur where bodies
 * were meshed separately, where faces do not match, and at the two sides of a crack of zero width. Called by
 * tc_topology_find, which reports them before a run is set up. Not collective. */
#ifndef TC_MESH_INTERNAL_INTERFACES_H
#define TC_MESH_INTERNAL_INTERFACES_H

#include "mesh/dual.h"

/* Numbers of internal interfaces found. A boundary face counts as inside the mesh if a point just outside its
 * own cell, in front of the face, is inside another cell that also has a boundary face. The distance of the
 * point from the face is a thousandth of the smallest height of the triangle. A boundary face deep inside
 * another body is not found, because the point is then in a cell without boundary faces. */
typedef struct tc_interfaces {
  int32_t faces;  /* number of boundary faces inside the mesh */
  int32_t across; /* number of the faces in `faces` whose own cell and the cell on the other side belong to
                     different components */
  /* Number of boundary faces whose cell overlaps, next to the face, with a cell of another component. */
  int32_t overlapping;
  int32_t cell; /* lowest cell number of a cell with a boundary face inside the mesh; -1 if there is none */
  double position[3]; /* point on a boundary face of `cell` that is inside the mesh */
} tc_interfaces;

/* Finds the internal interfaces. `component` is the array of this name that tc_mesh_components_find returns.
 * The mesh must have passed tc_mesh_orient. Time is proportional to the boundary faces times the logarithm of
 * their number. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_interfaces_find(const tc_mesh *mesh, const tc_dual *dual, const int32_t *component,
                             tc_interfaces *out);

#endif
