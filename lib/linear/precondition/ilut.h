/* Incomplete factors with fill, of a rank's own rows. */
#ifndef TC_LINEAR_PRECONDITION_ILUT_H
#define TC_LINEAR_PRECONDITION_ILUT_H

#include "linear/operator/linear_system.h"

/* A triangle without its diagonal, row by row. */
typedef struct tc_ilut_triangle {
  int64_t *begin;  /* [rows + 1] of the entries of each row */
  int32_t *column; /* rising in each row */
  double *value;
  int64_t capacity; /* for so many entries */
} tc_ilut_triangle;

/* L U, something like A in the rank's own rows and columns: L has ones on its diagonal, U one over
 * `inverse`. */
typedef struct tc_ilut {
  int32_t rows;
  double *inverse; /* [rows] */
  tc_ilut_triangle lower, upper;
} tc_ilut;

/* Factors the rank's rows in the order that they have, without what they read of other ranks. An entry of L
 * or U that is not larger than drop times the norm of its row of A is left out, and of the rest each row of a
 * triangle keeps the largest: as many as A has there, and `fill` more. Not collective. Errors: TC_NUMERICAL
 * naming the cell whose pivot vanishes or is not finite; TC_INTERNAL out of memory, naming what takes it.
 * Source: Saad, "ILUT: a dual threshold incomplete LU factorization", 1994; "Iterative Methods for Sparse
 * Linear Systems", 2003, algorithm 10.6. */
tc_status tc_ilut_create(const tc_linear_system *system, int fill, double drop, tc_ilut **out);
void tc_ilut_destroy(tc_ilut **ilut);

/* z = (L U)^-1 r; [rows], may be the same. By the calling thread. */
void tc_ilut_solve(const tc_ilut *ilut, const double *r, double *z);

/* z = (L U)^-T z; [rows]. By the calling thread. */
void tc_ilut_solve_transposed(const tc_ilut *ilut, double *z);

#endif
