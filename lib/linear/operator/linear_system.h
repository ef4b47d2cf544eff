/* Linear system A x = b with A = shift I + scale R, as methods and preconditioners see it. Implicit steps and
 * steady solves (solve/step/implicit.c), the response to noise (solve/stability/noise_response.c) and the fit
 * of the forecast model `paraiso` (run/studies) fill in a tc_linear_system. They pass it to tc_solver_create
 * (linear/solver/solver.h). The struct borrows everything that it points to, which must outlive the solver.
 */
#ifndef TC_LINEAR_OPERATOR_LINEAR_SYSTEM_H
#define TC_LINEAR_OPERATOR_LINEAR_SYSTEM_H

#include "base/program/log.h"
#include "linear/operator/operator.h"

/* Virtual ranks: in a dry run, one real rank owns all rows and computes as if they were distributed over the
 * ranks of this distribution. Both members are borrowed. */
typedef struct tc_virtual_ranks {
  const tc_distribution *distribution;
  const int32_t
      /* [rows] position[id] is the position, in the distributed order, of the row whose number is `id` */
      *position;
} tc_virtual_ranks;

/* Linear system, as seen by one rank; all pointers are borrowed. The inner product is weighted by volumes,
 * <x, y> = sum over all rows of V_i x_i y_i, and the norm is its square root. With respect to this inner
 * product the matrix R of scheme two-point is self-adjoint. The inner product of a field with the constant 1
 * is the integral of the field. The entries of matrices do not contain the volumes. */
typedef struct tc_linear_system {
  tc_world *world;
  const tc_halo *halo;
  const tc_ell *R;
  /* adjoint V^-1 R^T V of R, where V is the diagonal matrix of the volumes. It has the columns of R. R itself
   * if R is self-adjoint. NULL excludes methods that need the adjoint */
  const tc_ell *R_adjoint;
  double shift, scale;
  const double *volume; /* [rows] volume of the cell of each row; positive */
  /* [rows] a number for each row, such as its cell number. It does not depend on the distribution. The bits
   * of results may depend on it */
  const tc_gid *id;
  int32_t base;   /* first cell number in the user's files; messages name a row by id + base */
  bool symmetric; /* true if A is self-adjoint in the inner product weighted by volumes */
  bool spread;    /* true if all eigenvalues of A are known to be real and between shift and shift + |scale| *
                     largest */
  double largest; /* estimate of the largest |eigenvalue| of R; 0 if unknown */
  const tc_log *log; /* receives progress lines of long setups; may be NULL */
  /* virtual ranks for which a preconditioner of scope `rank` is created; NULL to use the real ranks */
  const tc_virtual_ranks *virtual_ranks;
} tc_linear_system;

#endif
