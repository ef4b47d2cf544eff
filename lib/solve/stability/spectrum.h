/* Spectrum estimate: the largest |eigenvalue| of the rate matrix R, and the resulting bound of the step size
 * of explicit Euler. solve/stability/stable_step.c calls tc_spectrum_estimate after each assembly. Results
 * have the same bits on any number of ranks and threads. */
#ifndef TC_SOLVE_STABILITY_SPECTRUM_H
#define TC_SOLVE_STABILITY_SPECTRUM_H

#include "solve/problem/problem.h"

typedef struct tc_spectrum {
  double largest; /* Estimate of the largest |eigenvalue| of R in 1/time, at most `gershgorin`. It includes a
                     margin of 1 %, or a larger one if `settled` is false. */
  double gershgorin; /* Upper bound of the largest |eigenvalue|: the largest sum of the absolute entries of a
                        row. */
  bool settled;      /* True if the estimate has converged: the last iteration changed it by at most 0.2 %. */
  int products;      /* Number of matrix-vector products that the estimate needed. */
} tc_spectrum;

/* Collective. Estimates the spectrum by a power method whose steps are Chebyshev polynomials of R, which damp
 * all eigenvalues below 0.85 of the current estimate. The estimate is |R v|^2 / -(v, R v) in the inner
 * product weighted by volumes. The start vector depends on cell numbers alone. Errors (on all ranks):
 * TC_NUMERICAL if the mode with the largest |eigenvalue| grows, because then no step size is stable. */
tc_status tc_spectrum_estimate(const tc_problem *problem, tc_spectrum *out);

/* Pure. Returns the largest stable step of explicit Euler, 2/|lambda|max; infinite without diffusion (a
 * single cell). */
double tc_spectrum_step_bound(const tc_spectrum *spectrum);

#endif
