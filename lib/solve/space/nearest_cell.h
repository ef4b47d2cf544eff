/* The cell nearest to a point outside the mesh, for probes on a surface that the cells only approximate. */
#ifndef TC_SOLVE_SPACE_NEAREST_CELL_H
#define TC_SOLVE_SPACE_NEAREST_CELL_H

#include "solve/space/space.h"

/* All members but `row` are equal on all ranks. */
typedef struct tc_nearest_cell {
  double distance; /* from the point to the nearest point of the cell; infinite if the point is not finite */
  double edge;     /* longest edge of the cell */
  tc_gid cell;     /* the mesh's own number */
  int32_t row;     /* the own row of the cell; -1 on other ranks */
} tc_nearest_cell;

/* Collective. Finds the cell with the smallest distance from `at`, a point outside all cells. Of several, it
 * is the one with the lowest number, so that the result does not depend on the number of ranks. */
tc_status tc_nearest_cell_find(const tc_space *space, const double at[3], tc_nearest_cell *out);

#endif
