/* Linear system A x = b with A = shift I + scale R, as methods and preconditioners see it. Implicit steps and
 * steady solves (solve/step/implicit.c), the noise response (solve/stability) and the fit of the paraiso
 * model (run/studies) fill it in and pass it to tc_solver_create (linear/solver/solver.h). The struct borrows
 * everything that it points to, which must outlive the solver. */
#ifndef TC_LINEAR_OPERATOR_LINEAR_SYSTEM_H
#define TC_LINEAR_OPERATOR_LINEAR_SYSTEM_H

#include "base/program/log.h"
#include "linear/operator/operator.h"

/* Virtual ranks: in a dry run, one real rank has all rows and computes as if they were distributed over these
 * ranks. Borrowed. */
typedef struct tc_virtual_ranks {
  const tc_distribution *distribution;
  const int32_t *position; /* [rows] position of each row, by row id */
} tc_virtual_ranks;

/* System of one rank; all pointers are borrowed. The inner product is weighted by volumes, <x, y> = sum over
 * all rows of V_i x_i y_i, and the norm is its square root. In this product the matrix R of scheme two-point
 * is self-adjoint, and the inner product of a field with the constant 1 is its integral. Matrices are stored
 * without this weight. */
typedef struct tc_linear_system {
  tc_world *world;
  const tc_halo *halo;
  const tc_ell *R;
  const tc_ell *R_adjoint; /* adjoint V^-1 R^T V of R, with the same columns; R itself if both are equal; NULL
                              if unknown, which excludes methods that need it */
  double shift, scale;
  const double *volume; /* [rows] */
  const tc_gid *id;  /* [rows] row ids, independent of the distribution; results depend on them bit for bit */
  int32_t base;      /* first cell number in the user's files; messages name a row by id + base */
  bool symmetric;    /* true if A is self-adjoint in this inner product */
  bool spread;       /* true if all eigenvalues of A are real and from shift to shift + |scale| * largest */
  double largest;    /* estimate of the largest modulus of an eigenvalue of R; 0 if unknown */
  const tc_log *log; /* receives progress lines of long setups; may be NULL */
  const tc_virtual_ranks *virtual_ranks; /* distribution for preconditioners of scope `rank`; NULL if each
                                            rank uses its owned rows */
} tc_linear_system;

#endif
