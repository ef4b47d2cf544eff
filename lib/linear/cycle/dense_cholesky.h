/* Dense Cholesky factorisation of small symmetric matrices in double precision. The coarsest level of a
 * multigrid hierarchy (cycle/coarsest.c) factorises once and solves in each cycle. The order of all sums
 * is fixed, so every rank and every instruction set gives the same bits. All functions are pure. */
#ifndef TC_LINEAR_CYCLE_DENSE_CHOLESKY_H
#define TC_LINEAR_CYCLE_DENSE_CHOLESKY_H

#include <stddef.h>
#include <stdint.h>

/* Returns the number of elements of a packed lower triangle, in which row i begins at element i (i + 1) / 2
 * and ends with the diagonal. */
size_t tc_dense_cholesky_size(int32_t rows);

/* Replaces the lower triangle of a matrix by its Cholesky factor, whose inverse diagonal becomes
 * inverse[rows]. A pivot that is at most 1e-9 of the original diagonal is skipped: its inverse is 0, and the
 * solution contains 0 for this unknown. This covers matrices with a null space. */
void tc_dense_cholesky_factorise(int32_t rows, double *lower, double *inverse);

/* Replaces the right-hand side x[rows] by the solution. */
void tc_dense_cholesky_solve(int32_t rows, const double *lower, const double *inverse, double *x);

#endif
