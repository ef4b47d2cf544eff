/* How large a step may be. */
#ifndef TC_SOLVE_STABILITY_SPECTRUM_H
#define TC_SOLVE_STABILITY_SPECTRUM_H

#include "solve/problem/problem.h"

typedef struct tc_spectrum {
  double largest;    /* estimate of the largest |eigenvalue| of R plus 1 % (more when it has not settled), at
                        most `gershgorin`; 1/time */
  double gershgorin; /* upper bound: the largest row sum of |R| */
  bool settled;      /* the estimate no longer changed by more than 0.2 % */
  int products;      /* that the estimate took */
} tc_spectrum;

/* Collective. A power method whose steps are Chebyshev polynomials of R
 * (they damp everything below 0.85 of the current estimate), then |R v|^2 / -(v, R v) in the
 * volume-weighted inner product. The start vector depends on mesh numbers alone and all sums are
 * reproducible: the same bits on any number of ranks and threads and in any order. Errors on all ranks:
 * TC_NUMERICAL when modes that grow outweigh all others. */
tc_status tc_spectrum_estimate(const tc_problem *problem, tc_spectrum *out);

/* The largest stable step of explicit Euler, 2/|lambda|max; infinite when nothing diffuses (a single cell).
 */
double tc_spectrum_step_bound(const tc_spectrum *spectrum);

#endif
