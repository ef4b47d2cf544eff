/* Incomplete factorisation without fill, ILU(0). The preconditioner ilu0 calls it during setup, after it has
 * created the elimination order and before it creates the triangular factors
 * (linear/precondition/ldu_factors.h). Zero pivots are detected there. Source: Saad, "Iterative Methods for
 * Sparse Linear Systems", 2003, algorithm 10.4. */
#ifndef TC_LINEAR_PRECONDITION_ILU0_H
#define TC_LINEAR_PRECONDITION_ILU0_H

#include "linear/precondition/elimination_order.h"

/* Collective. Overwrites F, which contains A, with D, L and U of ILU(0): P = (D + L) D^-1 (D + U) equals A in
 * the entries of A. L contains the entries that precede their row in the elimination order. With scope
 * `global` the result has the same bits on any number of ranks. If a pivot vanishes, D is 0 or not finite
 * there, and the caller must check it. Errors (on all ranks): TC_INTERNAL. */
tc_status tc_ilu0_factorise(const tc_elimination_order *order, tc_ell *F);

#endif
