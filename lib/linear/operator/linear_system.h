/* Linear system A x = b with A = shift I + scale R. R is the matrix of rates in dv/dt = R v. The struct
 * describes the matrix A and the rank's part of it for methods and preconditioners. Implicit steps and steady
 * solves (solve/step/implicit.c), solves of a user's matrix (system/distributed_system.c), the response to
 * noise (solve/stability/noise_response.c) and studies (run/studies) fill in a tc_linear_system. They pass it
 * to tc_solver_create (linear/solver/solver.h). The struct borrows everything to which it points, and all of
 * this must outlive the solver. */
#ifndef TC_LINEAR_OPERATOR_LINEAR_SYSTEM_H
#define TC_LINEAR_OPERATOR_LINEAR_SYSTEM_H

#include "base/program/log.h"
#include "linear/operator/operator.h"

/* Virtual ranks: in a dry run, one real rank owns all rows and computes as if they were distributed over the
 * ranks of this distribution. Both members are borrowed. */
typedef struct tc_virtual_ranks {
  const tc_distribution *distribution;
  /* [rows] position[id] is the position, in the distributed order, of the row whose number is `id` */
  const int32_t *position;
} tc_virtual_ranks;

/* Linear system on one rank. All pointers are borrowed.
 * The inner product is weighted by the cell volumes V_i: <x, y> is the sum of V_i x_i y_i over all rows i.
 * The norm of x is the square root of <x, x>. The inner product of a field with the constant 1 is the
 * integral of the field. Row i of R yields the flow into cell i divided by V_i. R is therefore not symmetric
 * as a matrix, even if V R is, where V is the diagonal matrix of the volumes. R is self-adjoint in the inner
 * product above if V R is symmetric, as in scheme `two-point`. Products use R as it is stored, and only inner
 * products multiply by volumes. */
typedef struct tc_linear_system {
  tc_world *world;
  const tc_halo *halo;
  const tc_ell *R; /* matrix of rates: the rows that this rank owns */
  /* adjoint V^-1 R^T V of R, with the same array of columns as R. Equal to the pointer R if R is
   * self-adjoint. If it is NULL, methods that need the adjoint cannot be used */
  const tc_ell *R_adjoint;
  /* Rates of the two-point scheme for the same tensors and boundary conditions, whose columns are those of
   * `halo`. Preconditioners that need an M-matrix read it (tc_preconditioner.needs_two_point). NULL if R
   * itself is the matrix of this scheme, or if no preconditioner needs it */
  const tc_ell *two_point;
  double shift, scale;  /* coefficients of A = shift I + scale R */
  const double *volume; /* [rows] volume of the cell of each row; positive */
  /* [rows] number of each row, such as its cell number, which must not depend on the distribution. Messages
   * name rows by it, and colourings of the rows depend on it, so the bits of results may depend on it too */
  const tc_gid *id;
  int32_t base; /* first cell number in the user's files; messages name a row by id + base */
  /* word for a row in messages if the matrix is that of a user, such as "row"; NULL for the rates of a mesh,
   * whose rows are cells */
  const char *noun;
  int exponent;   /* entries of the user's matrix are those of A times 2^exponent, for messages */
  bool symmetric; /* true if A is self-adjoint in the inner product weighted by volumes */
  bool spread;    /* true if all eigenvalues of A are known to be real and between shift and shift + |scale| *
                     largest */
  double largest; /* estimate of the largest |eigenvalue| of R; 0 if unknown */
  const tc_log *log; /* receives progress lines of long setups; may be NULL */
  /* virtual ranks for which a preconditioner of scope `rank` is created; NULL to use the real ranks */
  const tc_virtual_ranks *virtual_ranks;
} tc_linear_system;

/* Returns the word for a row in messages. */
static inline const char *tc_linear_system_noun(const tc_linear_system *system) {
  return system->noun ? system->noun : "cell";
}

#endif
