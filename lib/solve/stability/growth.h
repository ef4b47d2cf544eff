/* Growth estimate: finds the mode (eigenvector) of M = I + dt R that grows most or decays least per step of
 * explicit Euler, where R are the rates. It detects modes that grow with any step size.
 * solve/stability/stable_step.c calls it for each stabilisation that is not certified in all cells. Results
 * have the same bits on any number of ranks. */
#ifndef TC_SOLVE_STABILITY_GROWTH_H
#define TC_SOLVE_STABILITY_GROWTH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/program/log.h"
#include "solve/problem/problem.h"
#include "solve/space/field.h"

typedef struct tc_growth {
  double rate;  /* Growth rate of the mode per step, log |eigenvalue of M|; -infinity if there is no mode.
                   Constants in closed components do not count as modes. */
  double miss;  /* Norm of the residual of the estimated eigenpair of M^k (see tc_growth_estimate), divided by
                   k. */
  bool grows;   /* True if rate > 1e-8. */
  bool settled; /* True if `miss` is at most a tenth of |rate|, so that the estimate is reliable. */
  double
      energy; /* (v, (M - I) v) / (v, v) of the mode v in the inner product weighted by volumes. If positive,
                 the mode grows with any step size. If negative, it decays with a shorter step. */
  tc_extreme_cell place; /* Cell in which the mode is largest. */
  int products;          /* Number of products of the estimate. */
} tc_growth;

/* Collective. Estimates the growth by Arnoldi's method on M^k with 16 vectors, restarted with the dominant
 * mode, in at most three rounds. k is chosen so that all rounds together make about `products` products, at
 * least 48. The estimate ends early if it settles. Slow growth needs many products. If `products` is a tenth
 * of the steps of the run, the estimate finds growth by a factor of about three or more during the run. The
 * start vector depends only on cell numbers and on weight[owned] (NULL for ones), which should be large where
 * growth may begin. Temporarily needs memory for M and 17 doubles per cell. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_growth_estimate(const tc_problem *problem, double dt, int products, const double *weight,
                             const tc_log *log, tc_growth *out);

#endif
