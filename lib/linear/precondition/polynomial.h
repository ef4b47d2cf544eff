/* Functions shared by the polynomial preconditioners neumann and least_squares. They compute bounds of the
 * spectrum and coefficients during setup, and products during a solve. Inputs of products are vectors that
 * the operator allocates for the preconditioner. Bounds have the same bits on any number of ranks. */
#ifndef TC_LINEAR_PRECONDITION_POLYNOMIAL_H
#define TC_LINEAR_PRECONDITION_POLYNOMIAL_H

#include "linear/precondition/preconditioner.h"

/* Returns the values of vector k of those vectors of the operator that belong to the preconditioner. */
static inline double *tc_polynomial_operand(const tc_preconditioner_setup *where, int k) {
  return tc_operator_vector(where->op, where->operand + k)->value;
}

/* Collective. Computes y = A v, or A* v for the adjoint, where v is vector k of the preconditioner; y[rows].
 * Adds a product to the ledger. Errors: those of windows and messages. */
tc_status tc_polynomial_multiply(const tc_preconditioner_setup *where, int k, double *y, tc_ledger *ledger);

/* Not collective. Adds to the ledger the work of a pass over the rows and, in phase precond, the time since
 * `since_s`, a value of tc_now_s(). */
void tc_polynomial_add_time(tc_ledger *ledger, int streams, int row_flops, double since_s);

/* Collective. Computes Gershgorin's upper bound of the moduli of the eigenvalues of A, or of D^-1 A if
 * `relative`. It is the largest sum of absolute values of a row, or 0 without rows. It has the same bits on
 * any number of ranks. Errors: those of messages. */
tc_status tc_polynomial_upper_bound(const tc_linear_system *system, bool relative, double *out);

/* Not collective. Returns an upper bound of the eigenvalues of A, computed from the estimate of R's largest
 * eigenvalue. That estimate is too small by at most about one percent, so five percent are added. INFINITY if
 * there is no estimate. */
double tc_polynomial_estimated_bound(const tc_linear_system *system);

/* Collective. Computes bounds of the spectrum of D^-1 A, where inverse[rows] is the inverse of D. If all
 * eigenvalues of A are known to be real (system->spread), the lower bound is shift / max D, and the upper
 * bound is at most the bound of A divided by min D. Otherwise the lower bound is -INFINITY. Errors: those of
 * messages. */
tc_status tc_polynomial_range(const tc_linear_system *system, const double *inverse, double range[2]);

/* Not collective. Computes the polynomial s of degree `degree` that minimises the integral of w(t) (1 - t
 * s(t))^2 over from .. to, with Chebyshev's weight w = 1 / sqrt((t - from) (to - t)); 0 <= from, 2 from <=
 * to, 0 < to. coefficient[degree + 1] multiplies the Chebyshev polynomials of (to + from - 2 t) / (to -
 * from). s is positive for 0 <= t < from + to. Uses + - * / only, so all nodes compute the same bits. Source:
 * Saad, "Iterative Methods for Sparse Linear Systems", 2003, section 12.3.3; 1 - t s(t) is a kernel
 * polynomial (Stiefel 1958). */
void tc_polynomial_least_squares(int degree, double from, double to, double *coefficient);

#endif
