/* Pieces of a mesh that no entry of its matrix connects. */
#ifndef TC_SOLVE_SPACE_COMPONENTS_H
#define TC_SOLVE_SPACE_COMPONENTS_H

#include "solve/space/space.h"
#include "sparse/ell.h"

/* Collective. How many pieces keep their integral by themselves: nothing leaves any of their cells through
 * the boundary. leaves[owned]: where something does; *others: cells of pieces of which some do. Columns of A
 * are numbered by the space's halo. Both the same on any number of ranks. Errors on all ranks: TC_INTERNAL
 * out of memory. */
tc_status tc_components_count_closed(const tc_space *space, const tc_ell *A, const bool *leaves,
                                     int64_t *closed, int64_t *others);

/* Collective. Numbers the pieces from 0 on: of[owned] gets that of each cell's; *count: how many there are.
 * Which piece gets which number depends on the distribution. Errors as above. */
tc_status tc_components_label(const tc_space *space, const tc_ell *A, int64_t *of, int64_t *count);

#endif
