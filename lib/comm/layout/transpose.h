/* The adjoint of a distributed matrix in the inner product of volumes. */
#ifndef TC_COMM_LAYOUT_TRANSPOSE_H
#define TC_COMM_LAYOUT_TRANSPOSE_H

#include "comm/layout/halo.h"
#include "sparse/ell.h"

/* Collective. A* with <A x, y> = <x, A* y>, where <x, y> = sum over cells of V x y: its entries are V_j a_ji
 * / V_i. A: the rank's rows, columns numbered by the halo; volume[owned], above 0. Patterns are structurally
 * symmetric (count/pattern.h), so A* has the columns of A in their order, and its halo. The same bits on any
 * number of ranks. Errors on all ranks: TC_INTERNAL, also for a pattern that is not symmetric. */
tc_status tc_adjoint_create(const tc_world *world, const tc_halo *halo, const tc_ell *A, const double *volume,
                            tc_ell **out);

/* Collective. ||V A - V A*|| / ||V A|| in Frobenius' norm, 0 for a matrix of zeros: how far A is from being
 * self-adjoint. The same bits on any number of ranks. Errors on all ranks: TC_INTERNAL. */
tc_status tc_adjoint_skewness(const tc_world *world, const tc_ell *A, const tc_ell *adjoint,
                              const double *volume, double *out);

#endif
