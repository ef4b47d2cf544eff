/* Connected components of a matrix: sets of cells such that no non-zero entry couples cells of different
 * sets. Called after the assembly: by the implicit integrators, which count the components without outflow,
 * and by solve/space/component_levels.c, which needs the component of each cell. Every cell gets the smallest
 * cell number of its component as label. The ranks exchange the labels of ghosts until no label changes. The
 * number of exchanges grows with the largest number of ranks along a path through a component. */
#ifndef TC_SOLVE_SPACE_COMPONENTS_H
#define TC_SOLVE_SPACE_COMPONENTS_H

#include "solve/space/space.h"
#include "sparse/ell.h"

/* Collective. Counts in `*closed` the components without outflow, whose integral is therefore conserved.
 * leaves[owned] is true for each cell that has an outflow through the boundary. `*others` receives the number
 * of cells in all other components. The columns of `A` are owned rows, then ghosts in the order of
 * space->halo. Both results are equal on all ranks and for any number of ranks. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_components_count_closed(const tc_space *space, const tc_ell *A, const bool *leaves,
                                     int64_t *closed, int64_t *others);

/* Treatment of matrix rows that contain only zeros. With TC_COMPONENTS_WITH_EMPTY_ROWS each such row is a
 * component. With TC_COMPONENTS_WITHOUT_EMPTY_ROWS it belongs to no component and gets the number -1. */
typedef enum tc_empty_rows { TC_COMPONENTS_WITH_EMPTY_ROWS, TC_COMPONENTS_WITHOUT_EMPTY_ROWS } tc_empty_rows;

/* Collective. Numbers the components from 0. Writes the component number of each cell to of[owned] and the
 * number of components to `*count`. The numbering depends on the distribution of cells over ranks. Errors are
 * those of tc_components_count_closed. */
tc_status tc_components_label(const tc_space *space, const tc_ell *A, tc_empty_rows empty, int64_t *of,
                              int64_t *count);

#endif
