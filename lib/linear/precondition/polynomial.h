/* What preconditioners that are polynomials in A share: all they do is to multiply and to update. */
#ifndef TC_LINEAR_PRECONDITION_POLYNOMIAL_H
#define TC_LINEAR_PRECONDITION_POLYNOMIAL_H

#include "linear/precondition/preconditioner.h"

/* Vector k of those that the operator keeps for the preconditioner. */
static inline double *tc_polynomial_operand(const tc_preconditioner_setup *where, int k) {
  return tc_operator_vector(where->op, where->operand + k)->value;
}

/* Collective. y = A v, or A* v, for v = that vector; y[rows]. Counted as a product. Errors: of windows and
 * messages. */
tc_status tc_polynomial_multiply(const tc_preconditioner_setup *where, int k, double *y, tc_ledger *ledger);

/* Notes a pass over the rows that has begun at a moment of tc_now_s(). */
void tc_polynomial_add_time(tc_ledger *ledger, int streams, int row_flops, double since_s);

/* Collective. No eigenvalue of A (relative: of D^-1 A) is larger: Gershgorin's bound, the largest sum of
 * absolute values of a row; 0 without rows. The same bits on any number of ranks. Errors: of messages. */
tc_status tc_polynomial_upper_bound(const tc_linear_system *system, bool relative, double *out);

/* The same, not relative, by the estimate of R's largest eigenvalue, which is from below and good to about
 * one percent: with a margin of five. INFINITY: it is not known. Not collective. */
double tc_polynomial_estimated_bound(const tc_linear_system *system);

/* Collective. The same for both ends of the spectrum of D^-1 A, inverse[rows] of D: 1 / max D is the lower
 * one, and the upper one is no more than what lambda / D can be, where all eigenvalues lambda of A are known
 * to lie in shift .. that estimate (system->spread); else there is no lower one, -INFINITY. */
tc_status tc_polynomial_range(const tc_linear_system *system, const double *inverse, double range[2]);

/* The polynomial s of a degree that makes the integral of w(t) (1 - t s(t))^2 over from .. to least, for w =
 * Chebyshev's weight 1 / sqrt((t - from) (to - t)); 0 <= from, 2 from <= to, 0 < to. coefficient[degree + 1]:
 * of Chebyshev polynomials of (to + from - 2 t) / (to - from). It is positive for 0 <= t < from + to. With +
 * - * / only, so every node finds the same bits. Not collective. Source: Saad, "Iterative Methods for Sparse
 * Linear Systems", 2003, section 12.3.3; 1 - t s(t) is a kernel polynomial (Stiefel 1958). */
void tc_polynomial_least_squares(int degree, double from, double to, double *coefficient);

#endif
