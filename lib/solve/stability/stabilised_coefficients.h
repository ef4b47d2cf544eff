/* Coefficients of the stabilised explicit Runge-Kutta methods `rkl2` and `rkc2`. A step of length tau makes
 * `stages` products with the rate matrix R and is stable up to tau lambda = beta, where lambda is the largest
 * |eigenvalue| of R and beta grows with the square of the number of stages. Both methods are of second order
 * and differ mainly in the parameter alpha of their polynomials, which is 0 (Chebyshev polynomials:
 * Sommeijer, Shampine and Verwer, J. Comput. Appl. Math. 88, 315, 1998) or 1/2 (Legendre polynomials: Meyer,
 * Balsara and Aslam, J. Comput. Phys. 257, 594, 2014). Both papers use arguments w0 close to 1. A larger w0
 * damps modes with complex eigenvalues. With w0 = 1/sqrt(1 - q^2) a step is stable if all products tau *
 * eigenvalue are in the ellipse that has the axis ratio q and meets the real axis at 0 and -beta. The
 * functions use additions, multiplications, divisions and square roots only, so their results have the same
 * bits on all processors. No function is collective. */
#ifndef TC_SOLVE_STABILITY_STABILISED_COEFFICIENTS_H
#define TC_SOLVE_STABILITY_STABILISED_COEFFICIENTS_H

#include "base/core/status.h"

enum { TC_STABILISED_STAGES_MIN = 2, TC_STABILISED_STAGES_MAX = 1000 };

typedef struct tc_stabilised_method {
  double alpha; /* 0 for Chebyshev polynomials, 1/2 for Legendre polynomials */
  /* lower limit of w0 - 1, multiplied by the square of the number of stages; 2/13 for rkc2, 0 for rkl2 */
  double damping;
} tc_stabilised_method;

extern const tc_stabilised_method tc_stabilised_rkl2, tc_stabilised_rkc2;

/* Coefficients of stage j. Let y_0 be the field before a step of length tau, F_0 = R y_0 + b its rate of
 * change, and D_j the difference between the field of stage j and y_0. With D_0 = 0 the step computes
 *   D_j = last D_(j-1) + before D_(j-2) + product tau R D_(j-1) + first tau F_0   for j = 1 .. stages.
 * The field after the step is y_0 + D_stages. In stage 1, `last` and `before` are 0 and `product` equals
 * `first`. Stage j belongs to the time t + time tau, where t is the time of y_0. */
typedef struct tc_stage_coefficients {
  double last, before, product, first;
  /* time of the stage since the beginning of the step, divided by tau; 0 for j = 0, and 1 up to rounding for
   * the last stage */
  double time;
  /* Weight of R D_(j-1) in the mean rate of the step, which is D_stages/tau; 0 for j < 2. In this mean F_0
   * has the weight 1 up to rounding. */
  double flow;
} tc_stage_coefficients;

typedef struct tc_stabilised_coefficients {
  int stages;
  double beta;                   /* the step is stable if tau lambda <= beta */
  tc_stage_coefficients stage[]; /* [stages + 1]; the coefficients of stage 0 are 0 */
} tc_stabilised_coefficients;

/* Returns w0 for `stages` stages and the axis ratio q = `axis_ratio` from 0 to less than 1: the larger one of
 * 1/sqrt(1 - q^2) and 1 + damping / stages^2. */
double tc_stabilised_argument(const tc_stabilised_method *method, int stages, double axis_ratio);

/* Returns beta, the largest tau lambda for which a step of `stages` stages (TC_STABILISED_STAGES_MIN ..
 * TC_STABILISED_STAGES_MAX) is stable if all eigenvalues are in the ellipse of axis ratio `axis_ratio`. It
 * increases with the number of stages. */
double tc_stabilised_beta(const tc_stabilised_method *method, int stages, double axis_ratio);

/* Returns the smallest number of stages whose beta is at least `reach`, the product of step length and
 * largest |eigenvalue|. Returns 0 if that number exceeds `most`, which is at most TC_STABILISED_STAGES_MAX,
 * or if `reach` is not a number. */
int tc_stabilised_count_stages(const tc_stabilised_method *method, double axis_ratio, double reach, int most);

/* Computes all coefficients. The polynomials of many stages exceed the range of double, so the recurrence
 * works with ratios. The caller frees *out with tc_free. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_stabilised_coefficients_create(const tc_stabilised_method *method, int stages, double axis_ratio,
                                            tc_stabilised_coefficients **out);

#endif
