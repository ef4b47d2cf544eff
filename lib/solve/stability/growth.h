/* Whether some mode of M = I + dt R grows, and how fast: what no bound on the step can tell. */
#ifndef TC_SOLVE_STABILITY_GROWTH_H
#define TC_SOLVE_STABILITY_GROWTH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/program/log.h"
#include "solve/problem/problem.h"
#include "solve/space/field.h"

typedef struct tc_growth {
  double rate;  /* log |eigenvalue of M| of the mode that decays least or grows most, without the constants of
                   components that nothing leaves; per step, -infinity if there is no mode */
  double miss;  /* how far the pair is from an eigenpair of M, per step */
  bool grows;   /* rate > 1e-8 */
  bool settled; /* the miss is below a tenth of |rate| */
  double
      energy; /* (v, (M - I) v) / (v, v) of that mode: above 0 no step is stable, below 0 a shorter one is */
  tc_extreme_cell place; /* where the mode is largest */
  int products;          /* that the estimate took */
} tc_growth;

/* Collective. Arnoldi's method on M^k, restarted with the mode that dominates:
 * 16 vectors and at most three rounds, k such that about `products` products are spent (at least 48); sooner
 * when settled. Slow growth wants many products: with a tenth of the run's steps, what grows by a factor of
 * about three or more in the run is seen. The start vector depends on mesh numbers and weight[owned]
 * (NULL: ones) alone, which should be high where growth may begin, and sums are reproducible: the same bits
 * on any number of ranks and threads and in any order. Memory: M and 17 doubles a cell. Errors on all ranks:
 * TC_INTERNAL out of memory. */
tc_status tc_growth_estimate(const tc_problem *problem, double dt, int products, const double *weight,
                             const tc_log *log, tc_growth *out);

#endif
