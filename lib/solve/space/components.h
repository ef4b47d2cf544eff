/* Connected components of a matrix: sets of cells that no non-zero entry connects. Called after the assembly:
 * by the implicit integrators, which count closed components, and by solve/space/component_levels.c, which
 * needs the component of each cell. Every cell gets the smallest cell number of its component as label. The
 * ranks exchange the labels of ghosts until no label changes. The number of exchanges grows with the largest
 * number of subdomains along a path through a component. */
#ifndef TC_SOLVE_SPACE_COMPONENTS_H
#define TC_SOLVE_SPACE_COMPONENTS_H

#include "solve/space/space.h"
#include "sparse/ell.h"

/* Collective. Counts in `*closed` the components without outflow, whose integral is therefore conserved.
 * leaves[owned] is true for each cell that has an outflow through the boundary. `*others` receives the number
 * of cells in all other components. The columns of `A` are numbered by the halo of the space. Both results
 * are equal on all ranks and for any number of ranks. Errors (on all ranks): TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_components_count_closed(const tc_space *space, const tc_ell *A, const bool *leaves,
                                     int64_t *closed, int64_t *others);

/* Treatment of rows that contain only zeros. WITH: each is a component. WITHOUT: they belong to no component
 * and get the number -1. */
typedef enum tc_empty_rows { TC_COMPONENTS_WITH_EMPTY_ROWS, TC_COMPONENTS_WITHOUT_EMPTY_ROWS } tc_empty_rows;

/* Collective. Numbers the components from 0, writes the component of each cell to of[owned] and their number
 * to `*count`. The numbering depends on the distribution. Errors are those of tc_components_count_closed. */
tc_status tc_components_label(const tc_space *space, const tc_ell *A, tc_empty_rows empty, int64_t *of,
                              int64_t *count);

#endif
