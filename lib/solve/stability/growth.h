/* Growth estimate: finds the mode of M = I + dt R that grows most or decays least. It detects instabilities
 * that no bound on the step shows. Called by solve/stability/stable_step.c for each stabilisation that is not
 * certified in all cells. Results have the same bits on any number of ranks. */
#ifndef TC_SOLVE_STABILITY_GROWTH_H
#define TC_SOLVE_STABILITY_GROWTH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/program/log.h"
#include "solve/problem/problem.h"
#include "solve/space/field.h"

typedef struct tc_growth {
  double rate;   /* log |eigenvalue of M| of that mode per step, without the constants of components that
                    nothing leaves; -infinity if there is no mode. */
  double miss;   /* Residual of the pair as an eigenpair of M, per step. */
  bool grows;    /* True if rate > 1e-8. */
  bool settled;  /* True if `miss` is below a tenth of |rate|. */
  double energy; /* (v, (M - I) v) / (v, v) of that mode. If positive, no step is stable; if negative, a
                    shorter one is. */
  tc_extreme_cell place; /* Cell in which the mode is largest. */
  int products;          /* Number of products of the estimate. */
} tc_growth;

/* Collective. Arnoldi's method on M^k, restarted with the dominant mode: 16 vectors and at most three rounds,
 * with k such that about `products` products are made (at least 48), or fewer if it settles. Slow growth
 * needs many products: with a tenth of the run's steps, growth by a factor of about three or more in the run
 * is found. The start vector depends on cell numbers and weight[owned] (NULL for ones) alone; the weight
 * should be large where growth may begin. Memory: M and 17 doubles per cell. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_growth_estimate(const tc_problem *problem, double dt, int products, const double *weight,
                             const tc_log *log, tc_growth *out);

#endif
