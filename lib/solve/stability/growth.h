/* Growth estimate: finds the mode (eigenvector) of M = I + dt R that grows most or decays least per step of
 * explicit Euler, where R is the rate matrix. It detects modes that grow with any step size.
 * solve/stability/stable_step.c calls tc_growth_estimate for each value of the stabilisation with which the
 * certificate does not prove stability in all cells. Results have the same bits on any number of ranks. */
#ifndef TC_SOLVE_STABILITY_GROWTH_H
#define TC_SOLVE_STABILITY_GROWTH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/program/log.h"
#include "solve/problem/problem.h"
#include "solve/space/field.h"

typedef struct tc_growth {
  double rate;  /* Growth rate of the mode per step, log |eigenvalue of M|; -infinity if there is no mode. A
                   constant in a component of the mesh without outflow does not count as a mode. */
  double miss;  /* Error estimate of `rate`: norm of the residual of the estimated eigenpair of M^k (k: see
                   tc_growth_estimate), divided by k. */
  bool grows;   /* True if rate > 1e-8, so that growth exceeds rounding. */
  bool settled; /* True if the estimate is reliable: `miss` is at most a tenth of |rate|. */
  /* Rate at which the energy of the mode v changes per step: (v, (M - I) v) / (v, v) in the volume-weighted
   * inner product. If `energy` is positive, the mode grows with any step size. If it is negative, the mode
   * decays with a shorter step. */
  double energy;
  tc_extreme_cell place; /* Cell in which the mode is largest. */
  int products;          /* Number of matrix-vector products that the estimate needed. */
} tc_growth;

/* Collective. Estimates the growth rate by Arnoldi's method on M^k with 16 basis vectors. The method is
 * restarted with the dominant mode, at most three rounds in total. k is chosen such that all rounds together
 * perform about `products` matrix-vector products, at least 48. The estimate ends early if it becomes
 * reliable (`settled`). The slower a mode grows, the more products are needed to detect it. If `products` is
 * a tenth of the steps of the run, the estimate detects modes that grow by a factor of about three or more
 * during the run. The start vector depends only on cell numbers and on weight[owned] (NULL for ones), which
 * should be large where growth may begin. Temporarily needs memory for M and 17 doubles per cell. Errors (on
 * all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_growth_estimate(const tc_problem *problem, double dt, int products, const double *weight,
                             const tc_log *log, tc_growth *out);

/* Pure. Returns true if the mode grows with the tested step size but decays with shorter steps. */
bool tc_growth_is_step_instability(const tc_growth *growth);

#endif
