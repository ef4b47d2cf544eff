/* Incomplete factorisation without fill, ILU(0). The preconditioner ilu0 calls it during setup, after it has
 * created the elimination order and before it creates the triangular factors
 * (linear/precondition/ldu_factors.h). The creation of the triangular factors detects pivots that are 0.
 * Source: Saad, "Iterative Methods for Sparse Linear Systems", 2003, algorithm 10.4. */
#ifndef TC_LINEAR_PRECONDITION_ILU0_H
#define TC_LINEAR_PRECONDITION_ILU0_H

#include "linear/precondition/elimination_order.h"

/* Collective. On entry F contains the matrix A. On return F contains the diagonal D and the triangles L and U
 * of ILU(0), for which P = (D + L) D^-1 (D + U) equals A in all entries that A has. L contains the entries
 * whose column precedes their row in the elimination order, and U the entries whose column follows their row.
 * With scope `global` the result has the same bits on any number of ranks. If a pivot is 0, the entry of D is
 * 0 or not finite, which the caller must check. Errors (on all ranks): TC_INTERNAL. */
tc_status tc_ilu0_factorise(const tc_elimination_order *order, tc_ell *F);

#endif
