/* Ellipse of the eigenvalues: finds an ellipse that contains all eigenvalues of the rate matrix R. The
 * ellipse has the vertices -lambda and 0 on the real axis, where lambda is the largest |eigenvalue|, and the
 * smallest possible axis ratio q (minor to major axis). Stabilised Runge-Kutta steps need this ellipse
 * (solve/stability/stabilised_coefficients.h). Matrices of scheme `gradient` are not symmetric. Without the
 * damping for their ellipse, a field may grow in steps of many stages although every step of explicit Euler
 * is stable. Matrices of symmetric schemes (`two-point`) have q = 0 without a search.
 *
 * The search iterates the polynomials that belong to the ellipse, u_k = 2 g X u_(k-1) - g^2 u_(k-2) with X =
 * w0 (I + (2/lambda) R), w0 = cosh(eta) = 1/sqrt(1 - q^2) and g = exp(-eta). |u_k| remains bounded if and
 * only if all eigenvalues are in the ellipse of q = tanh(eta). The search begins with q = 0. If |u_k| grows
 * by the factor exp(r) per product, the next q is sinh(eta + r)/cosh(eta). Axis ratios are taken from a fixed
 * table, whose indices are called rungs. Norms are exact sums, and growth rates are compared without
 * logarithms. The result therefore has the same bits on any processor and any number of ranks and threads. */
#ifndef TC_SOLVE_STABILITY_ELLIPSE_H
#define TC_SOLVE_STABILITY_ELLIPSE_H

#include "base/program/log.h"
#include "solve/problem/problem.h"
#include "solve/space/field.h"

enum {
  TC_ELLIPSE_RUNGS = 50, /* number of axis ratios in the table: 0, 0.01, 0.01 * 2^(1/8), .. up to 0.64 */
  TC_ELLIPSE_PRODUCTS_MIN = 400,
  TC_ELLIPSE_PRODUCTS_MAX = 2000
};

typedef struct tc_ellipse {
  bool found; /* False if |u_k| grows even with the largest axis ratio of the table. Then R has growing modes,
                 or no stabilised step covers more time per product than explicit Euler. */
  int rung;   /* Index of the axis ratio in the table. */
  double axis_ratio;     /* q of this rung. */
  double largest;        /* lambda: the caller's estimate, or a larger number if the search has found a larger
                            |eigenvalue|. */
  double rate;           /* Growth rate per product that was measured with q = 0; 0 without a search. */
  tc_extreme_cell place; /* Cell that causes the axis ratio q: |u_k| of the last trial with growth is largest
                            there. The member `value` is 0 if no trial grew. */
  int trial;             /* Number of products with each tried axis ratio; 0 without a search. */
  int products;          /* Number of matrix-vector products of the search; 0 without a search. */
} tc_ellipse;

/* Pure. Returns the axis ratio of a rung, 0 <= rung < TC_ELLIPSE_RUNGS. */
double tc_ellipse_axis_ratio(int rung);

/* Pure. Returns an upper bound of the number of steps of explicit Euler that a stabilised step covers per
 * product, for any number of stages; infinite for q = 0. For many stages beta / stages approaches (w0 +
 * 1)/sinh(eta) (solve/stability/stabilised_coefficients.h). A step of explicit Euler has lambda dt = 2. The
 * bound is therefore (w0 + 1)/(2 sinh(eta)) = (1 + sqrt(1 - q^2))/(2 q). */
double tc_ellipse_ceiling(double axis_ratio);

/* Pure. Returns the argument `trial` of tc_ellipse_find for steps that need `stages` stages without damping:
 * 4 * stages, limited to TC_ELLIPSE_PRODUCTS_MIN .. TC_ELLIPSE_PRODUCTS_MAX. The number does not depend on
 * the length of the run, so that an extended run has the same stages. The factor 4 is ln(sqrt(cells))/1.8 for
 * two million cells (tc_ellipse_certain_stages). */
int tc_ellipse_trial(int stages);

/* Collective. Finds the ellipse of the assembled problem. `largest` is the estimate of the largest
 * |eigenvalue| (tc_spectrum.largest). The search increases this estimate if it finds a larger |eigenvalue|.
 * Each tried axis ratio needs `trial` products, TC_ELLIPSE_PRODUCTS_MIN .. TC_ELLIPSE_PRODUCTS_MAX, rounded
 * up to a multiple of 40. Without a search (scheme that is symmetric, or a mesh of one cell) *out is the
 * ellipse of q = 0. The start vector depends on cell numbers alone. Temporarily needs memory for a copy of R
 * and three doubles per cell. Errors (on all ranks): TC_INTERNAL if memory is exhausted, and those of
 * messages. If no ellipse is found, out->found is false and no error is returned. */
tc_status tc_ellipse_find(const tc_problem *problem, double largest, int trial, const tc_log *log,
                          tc_ellipse *out);

/* Pure. Returns the ellipse widened by the uncertainty of the search on a mesh of `cells` cells. The start
 * vector contains each mode with an amplitude of about 1/sqrt(cells) of the norm. A mode whose growth rate
 * per product is below d = ln(sqrt(cells))/trial may therefore have remained undetected, where `trial` is the
 * number of products of the search. Returns the first ellipse of the table whose eta is larger by at least d;
 * `found` is false if the table contains none. An
 * ellipse without a search remains unchanged. */
tc_ellipse tc_ellipse_widen(const tc_ellipse *ellipse, tc_gid cells);

/* Pure. Returns the largest number of stages with which steps of rkl2 are stable in spite of the uncertainty
 * of the search, 1.8 trial / ln(sqrt(cells)); INT_MAX without a search. The reason is that the Legendre
 * polynomials of rkl2 decrease away from the real axis. */
int tc_ellipse_certain_stages(const tc_ellipse *ellipse, tc_gid cells);

#endif
