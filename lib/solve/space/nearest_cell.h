/* Search for the cell nearest to a point outside the mesh. Called by solve/space/probe.c. A probe on a curved
 * surface may be outside all cells, because plane faces of cells only approximate the surface. The search
 * visits all owned cells and excludes most of them by their bounding box. Collective during setup. */
#ifndef TC_SOLVE_SPACE_NEAREST_CELL_H
#define TC_SOLVE_SPACE_NEAREST_CELL_H

#include "solve/space/space.h"

/* Result of the search. All members except `row` are equal on all ranks. */
typedef struct tc_nearest_cell {
  double distance; /* Distance from the point to the nearest point of the cell; infinite if the point is not
                      finite. */
  double edge;     /* Longest edge of the cell. */
  tc_gid cell;     /* Cell number of the mesh, from 0. */
  int32_t row;     /* Local row of the cell on its owner; -1 on all other ranks. */
} tc_nearest_cell;

/* Collective. Finds the cell with the smallest distance from `at`, a point outside all cells. If several
 * cells have the same distance, the lowest cell number is chosen, so the result does not depend on the number
 * of ranks. */
tc_status tc_nearest_cell_find(const tc_space *space, const double at[3], tc_nearest_cell *out);

#endif
