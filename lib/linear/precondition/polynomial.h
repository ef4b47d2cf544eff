/* Functions shared by the polynomial preconditioners neumann and least_squares. During setup they compute
 * bounds of the eigenvalues of A and coefficients of polynomials. During a solve they compute products with
 * A. Inputs of products are vectors that the operator allocates for the preconditioner. Bounds have the same
 * bits on any number of ranks. */
#ifndef TC_LINEAR_PRECONDITION_POLYNOMIAL_H
#define TC_LINEAR_PRECONDITION_POLYNOMIAL_H

#include "linear/precondition/preconditioner.h"

/* Returns the values of vector k (counted from 0) of the vectors that the operator has allocated for the
 * preconditioner. */
static inline double *tc_polynomial_operand(const tc_preconditioner_setup *setup, int k) {
  return tc_operator_vector(setup->op, setup->first_operand + k)->value;
}

/* Collective. Computes y[rows] = A v, or y = A* v if setup->adjoint is true, where v is the preconditioner's
 * vector k. Adds a product to the ledger. Errors: those of MPI windows and messages. */
tc_status tc_polynomial_multiply(const tc_preconditioner_setup *setup, int k, double *y, tc_ledger *ledger);

/* Not collective. Adds to the ledger the work of one pass over the rows: `streams` arrays that are read or
 * written, and `row_flops` FLOPs per row. Adds the time since `since_s`, an earlier value of tc_now_s(), to
 * the phase precond. */
void tc_polynomial_add_time(tc_ledger *ledger, int streams, int row_flops, double since_s);

/* Collective. Computes Gershgorin's upper bound of the absolute eigenvalues of A, or of D^-1 A if
 * `is_relative` is true, where D is the diagonal of A. The bound is the largest sum of the absolute entries
 * of a row, or 0 without rows. It has the same bits on any number of ranks. Errors: those of MPI messages. */
tc_status tc_polynomial_upper_bound(const tc_linear_system *system, bool is_relative, double *out);

/* Not collective. Returns an upper bound of the eigenvalues of A, computed from system->largest, an estimate
 * of the largest absolute eigenvalue of R. The estimate is too small by at most about one percent, so five
 * percent are added. Returns INFINITY if there is no estimate. */
double tc_polynomial_estimated_bound(const tc_linear_system *system);

/* Collective. Computes bounds range[0] .. range[1] of the eigenvalues of D^-1 A, where inverse[rows] is the
 * inverse of the diagonal D of A. If all eigenvalues of A are known to be real (system->spread), range[0] is
 * shift / max D, and range[1] is at most tc_polynomial_estimated_bound / min D. Otherwise range[0] is
 * -INFINITY. In both cases range[1] is at most the bound of tc_polynomial_upper_bound. Errors: those of MPI
 * messages. */
tc_status tc_polynomial_range(const tc_linear_system *system, const double *inverse, double range[2]);

/* Not collective. Computes the polynomial s of degree `degree` that minimises the integral of w(t) (1 - t
 * s(t))^2 over from .. to, with Chebyshev's weight w = 1 / sqrt((t - from) (to - t)). Requires 0 <= from, 2
 * from <= to and 0 < to. coefficient[degree + 1] multiplies the Chebyshev polynomials of (to + from - 2 t) /
 * (to - from). s(t) is positive for 0 <= t < from + to. The computation uses only the operations + - * /, so
 * the result has the same bits on all processors. Source: Saad, "Iterative Methods for Sparse Linear
 * Systems", 2003, section 12.3.3; 1 - t s(t) is a kernel polynomial (Stiefel 1958). */
void tc_polynomial_least_squares(int degree, double from, double to, double *coefficient);

#endif
