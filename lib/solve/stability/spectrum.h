/* Spectrum estimate: the largest |eigenvalue| of R and the step bound that follows. Called by
 * solve/stability/stable_step.c after each assembly. Results have the same bits on any number of ranks and
 * threads. */
#ifndef TC_SOLVE_STABILITY_SPECTRUM_H
#define TC_SOLVE_STABILITY_SPECTRUM_H

#include "solve/problem/problem.h"

typedef struct tc_spectrum {
  double largest;    /* Estimate of the largest |eigenvalue| of R plus 1 % (more if not settled), at most
                        `gershgorin`; 1/time. */
  double gershgorin; /* Upper bound: the largest row sum of |R|. */
  bool settled;      /* True if the last change of the estimate was at most 0.2 %. */
  int products;      /* Number of products of the estimate. */
} tc_spectrum;

/* Collective. A power method whose steps are Chebyshev polynomials of R (they damp everything below 0.85 of
 * the current estimate), then |R v|^2 / -(v, R v) in the inner product weighted by volumes. The start vector
 * depends on cell numbers alone. Errors (on all ranks): TC_NUMERICAL if growing modes dominate all others. */
tc_status tc_spectrum_estimate(const tc_problem *problem, tc_spectrum *out);

/* Pure. Returns the largest stable step of explicit Euler, 2/|lambda|max; infinite without diffusion (a
 * single cell). */
double tc_spectrum_step_bound(const tc_spectrum *spectrum);

#endif
