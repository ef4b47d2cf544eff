/* Message of a solve that has failed: method, reason, residuals and the advice. tc_system_solve creates it on
 * all ranks. Not collective. */
#ifndef TC_SYSTEM_SOLVE_ERROR_H
#define TC_SYSTEM_SOLVE_ERROR_H

#include "linear/solver/solver.h"
#include "matrix/csr/row_sums.h"

/* A failed solve. All pointers are borrowed. */
typedef struct tc_failed_solve {
  const char *place;               /* name of the solve in the message */
  const tc_solver_options *solver; /* options of the solver */
  const tc_solve_result *result;
  double reference;         /* norm to which the tolerance is relative */
  bool is_symmetric;        /* true if the matrix is symmetric */
  bool automatic;           /* true if the preconditioner was chosen by auto */
  tc_csr_row_sums row_sums; /* properties of the row sums of the matrix */
} tc_failed_solve;

/* Returns `norm` divided by `reference`; 0 if `norm` is 0. */
double tc_relative_norm(double norm, double reference);

/* Returns the error TC_NUMERICAL. If the row sums vanish, the advice concerns the system. If the tolerance is
 * below rounding errors, the advice concerns the tolerance. Otherwise the advice is that of
 * tc_method_advise. */
tc_status tc_solve_error(const tc_failed_solve *failed);

#endif
