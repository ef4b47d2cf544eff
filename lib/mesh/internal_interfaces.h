/* Internal interfaces: boundary faces that lie inside the mesh, because the cell across them does not share
 * them. They occur where bodies were meshed separately, where faces do not match, and at the sides of a crack
 * without width. */
#ifndef TC_MESH_INTERNAL_INTERFACES_H
#define TC_MESH_INTERNAL_INTERFACES_H

#include "mesh/dual.h"

/* A boundary face lies inside the mesh if a point in front of it, a thousandth of the face's height away, is
 * inside another cell that has a boundary face as well. (A body that is covered by another one more deeply
 * than the outermost cells of that is not found.) */
typedef struct tc_interfaces {
  int32_t faces;       /* such faces */
  int32_t across;      /* those whose other cell belongs to another component */
  int32_t overlapping; /* boundary faces with a cell of another component behind them, where their own cell
                          is: the components overlap */
  int32_t cell;        /* the lowest cell that has such a face, -1: none */
  double position[3];  /* a point of that face */
} tc_interfaces;

/* component[cells] as in mesh/components.h. The mesh must have passed tc_mesh_orient. Time: proportional to
 * the boundary faces times the logarithm of their number. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_interfaces_find(const tc_mesh *mesh, const tc_dual *dual, const int32_t *component,
                             tc_interfaces *out);

#endif
