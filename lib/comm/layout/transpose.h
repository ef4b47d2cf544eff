/* Adjoint of a distributed matrix in the inner product weighted by cell volumes. The analysis of implicit
 * systems (solve/step/implicit.c) creates it for two purposes: to measure the asymmetry of the matrix, and
 * for methods that need products with the adjoint. The adjoint has the halo of the matrix, because patterns
 * are structurally symmetric. */
#ifndef TC_COMM_LAYOUT_TRANSPOSE_H
#define TC_COMM_LAYOUT_TRANSPOSE_H

#include "comm/layout/halo.h"
#include "sparse/ell.h"

/* Collective. Creates the adjoint A*, for which <A x, y> = <x, A* y>. Here <x, y> is the sum of V_i x_i y_i
 * over all cells i, and V_i is the volume of cell i. The entries of A* are V_j a_ji / V_i. `A` contains the
 * rows of this rank, with columns numbered by the halo; volume[owned] is positive. Patterns are structurally
 * symmetric (count/pattern.h), so A* has the columns of A in the same order, and the same halo. The result
 * has the same bits on any number of ranks. Errors (on all ranks): TC_INTERNAL if the pattern is not
 * symmetric, memory is exhausted or MPI fails. */
tc_status tc_adjoint_create(const tc_world *world, const tc_halo *halo, const tc_ell *A, const double *volume,
                            tc_ell **out);

/* Collective. Computes the asymmetry ||V A - V A*|| / ||V A|| in the Frobenius norm, where V is the diagonal
 * matrix of the volumes. It is 0 for a symmetric V A and for a zero matrix. The result has the same bits on
 * any number of ranks. Errors (on all ranks): TC_INTERNAL. */
tc_status tc_adjoint_compute_skewness(const tc_world *world, const tc_ell *A, const tc_ell *adjoint,
                                      const double *volume, double *out);

#endif
