/* Pieces of a mesh that no entry of its matrix connects. */
#ifndef TC_SOLVE_PIECES_H
#define TC_SOLVE_PIECES_H

#include "solve/space.h"
#include "sparse/ell.h"

/* Collective. How many pieces keep their integral by themselves: nothing leaves any of their cells through
 * the boundary. leaves[owned]: where something does; *others: cells of pieces of which some do. Columns of A
 * are numbered by the space's halo. Both the same on any number of ranks. Errors on all ranks: TC_INTERNAL
 * out of memory. */
tc_status tc_pieces_closed(const tc_space *space, const tc_ell *A, const bool *leaves, int64_t *closed,
                           int64_t *others);

#endif
