/* Incomplete factorisation without fill. */
#ifndef TC_LINEAR_PRECONDITION_ILU0_H
#define TC_LINEAR_PRECONDITION_ILU0_H

#include "linear/precondition/elimination_order.h"

/* Collective. F holds A; it becomes D, L and U of ILU(0): P = (D + L) D^-1 (D + U) agrees with A in the
 * entries that A has. What goes before a row by the order of elimination is L's. With the scope `global`, the
 * same bits on any number of ranks. A pivot that vanishes is left to the caller to find: D is then 0 or not
 * finite. Errors on all ranks: TC_INTERNAL. Source: Saad, "Iterative Methods for Sparse Linear Systems",
 * 2003, algorithm 10.4. */
tc_status tc_ilu0_factorise(const tc_elimination_order *order, tc_ell *F);

#endif
