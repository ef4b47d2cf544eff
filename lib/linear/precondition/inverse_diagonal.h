/* Inverse of the diagonal of A = shift I + scale R. The preconditioners jacobi and neumann create it during
 * setup. The adjoint of A has the same diagonal. */
#ifndef TC_LINEAR_PRECONDITION_INVERSE_DIAGONAL_H
#define TC_LINEAR_PRECONDITION_INVERSE_DIAGONAL_H

#include "linear/operator/linear_system.h"

/* Collective. Returns in (*out)[rows] the inverse of each diagonal entry. The caller frees *out with tc_free,
 * also after an error. `name` is the preconditioner's name for messages. Errors (on all ranks): TC_NUMERICAL
 * if an entry vanishes or is not finite, with the cell number; TC_INTERNAL if memory is exhausted. */
tc_status tc_inverse_diagonal_create(const tc_linear_system *system, const char *name, double **out);

#endif
