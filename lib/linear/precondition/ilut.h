/* Incomplete factors with fill of a rank's owned rows, ILUT. The preconditioner ilut creates them once during
 * setup and solves with them in each iteration. One thread works on the rows in memory order, and no function
 * is collective. Sources: Saad, "ILUT: a dual threshold incomplete LU factorization", 1994; "Iterative
 * Methods for Sparse Linear Systems", 2003, algorithm 10.6. */
#ifndef TC_LINEAR_PRECONDITION_ILUT_H
#define TC_LINEAR_PRECONDITION_ILUT_H

#include "base/core/pool.h"
#include "linear/operator/linear_system.h"

/* A triangle without its diagonal, stored by rows. */
typedef struct tc_ilut_triangle {
  int64_t *begin;  /* [rows + 1] first entry of each row */
  int32_t *column; /* [capacity] column of each entry, ascending in each row */
  double *value;
  int64_t capacity; /* number of allocated entries */
} tc_ilut_triangle;

/* Factors L and U whose product approximates A in the rank's owned rows and columns. All diagonal entries of
 * L are 1. The diagonal entry of U in row i is 1 / inverse[i]. */
typedef struct tc_ilut {
  int32_t rows;
  double *inverse; /* [rows] inverse of the diagonal of U */
  tc_ilut_triangle lower, upper;
  tc_pool memory; /* owns the arrays of this struct and `begin` of both triangles */
} tc_ilut;

/* Not collective. Factorises the rank's owned rows in memory order, without entries in ghost columns. An
 * entry of L or U is dropped if its absolute value is at most `drop` times the norm of the same row of A. The
 * n largest of the remaining entries of a row of L are retained. The number n is `fill` plus the number of
 * entries of A in this row left of the diagonal. U is treated in the same way, with the entries right of the
 * diagonal. The caller frees *out with tc_ilut_destroy. Errors: TC_NUMERICAL if a pivot vanishes or is not
 * finite, with the cell number; TC_INTERNAL if memory is exhausted, with the config key that determines the
 * size of the factors. */
tc_status tc_ilut_create(const tc_linear_system *system, int fill, double drop, tc_ilut **out);
void tc_ilut_destroy(tc_ilut **ilut);

/* Not collective. Computes z = (L U)^-1 r on the calling thread. z[rows] and r[rows] may be the same
 * array. */
void tc_ilut_solve(const tc_ilut *ilut, const double *r, double *z);

/* Not collective. Computes z = (L U)^-T z on the calling thread. z has `rows` values. */
void tc_ilut_solve_transposed(const tc_ilut *ilut, double *z);

#endif
