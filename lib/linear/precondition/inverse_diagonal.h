/* The diagonal of A, for preconditioners that divide by it. */
#ifndef TC_LINEAR_PRECONDITION_INVERSE_DIAGONAL_H
#define TC_LINEAR_PRECONDITION_INVERSE_DIAGONAL_H

#include "linear/operator/linear_system.h"

/* Collective. (*out)[rows]: one over each entry; the adjoint has the same. The caller frees it (tc_free),
 * also after an error. name: of the preconditioner. Errors on all ranks: TC_NUMERICAL naming the cell of an
 * entry that vanishes or is not finite; TC_INTERNAL out of memory. */
tc_status tc_inverse_diagonal_create(const tc_linear_system *system, const char *name, double **out);

#endif
