/* Kernels of the smoother: sweeps over slices of rows (sliced_rows.h). The storage of a level calls them from
 * each thread with the slices of that thread. All vectors are indexed by slots. The bits of the results do
 * not depend on slices, threads and instruction set: term number m of a row is added to accumulator m modulo
 * 4, and the sum is (a0 + a2) + (a1 + a3). No function is collective. */
#ifndef TC_LINEAR_CYCLE_SMOOTHER_H
#define TC_LINEAR_CYCLE_SMOOTHER_H

#include "linear/cycle/sliced_rows.h"

/* Coefficients of step number `step` of the smoother, counted from 1. The step adds momentum (x - x_old) +
 * rate r / d to x, with the residual r = b - K x and the diagonal d of K. `bound` is the upper bound of the
 * spectrum of D^-1 K. Source: Chebyshev polynomials of the fourth kind, Lottes, "Optimal polynomial smoothers
 * for multigrid V-cycles", 2022. */
typedef struct tc_smoother_step {
  float momentum, rate;
} tc_smoother_step;
tc_smoother_step tc_smoother_coefficients(int step, double bound);

/* Results of a sweep, where r = b - K x is the residual, d is the diagonal of K and x_old is the iterate
 * before x. */
typedef enum tc_sweep_kind {
  TC_SWEEP_START,    /* rate (b / d): the first step from x = 0, which reads no x */
  TC_SWEEP_RESIDUAL, /* the residual r */
  TC_SWEEP_FIRST,    /* x + rate (r / d) */
  TC_SWEEP_SECOND,   /* x + (momentum x + rate (r / d)): x_old is 0 */
  TC_SWEEP_NEXT      /* x + (momentum (x - x_old) + rate (r / d)) */
} tc_sweep_kind;

/* Vectors of a sweep. `out` may be the same array as x_old, but not as x, which other rows read. */
typedef struct tc_sweep {
  const float *b;     /* [slots] right-hand side */
  const float *x;     /* [slots + ghosts] iterate that the sweep reads */
  const float *x_old; /* [slots] iterate before x; read by TC_SWEEP_NEXT only */
  float *out;         /* [slots] result */
  tc_smoother_step step;
} tc_sweep;

/* Computes `out` for the slices begin .. end-1. */
void tc_smoother_sweep(const tc_sliced_rows *rows, tc_sweep_kind kind, const tc_sweep *sweep, int32_t begin,
                       int32_t end);

/* Solves the isolated rows of the slices begin .. end-1: x = b / excess, or 0 if the excess is 0. If `r` is
 * not NULL, sets r = b - excess x for these rows. */
void tc_smoother_solve_isolated(const tc_sliced_rows *rows, const float *b, float *x, float *r, int32_t begin,
                                int32_t end);

#endif
