/* Advice to use stabilised steps: computes how many products the integrator rkl2 would need for a run of
 * explicit Euler. The setup of a session logs it. Pure. */
#ifndef TC_RUN_METHODS_STAGES_ADVICE_H
#define TC_RUN_METHODS_STAGES_ADVICE_H

#include "solve/stability/step_size.h"

/* Number and size of the steps of rkl2 that replace a run of explicit Euler. */
typedef struct tc_stages_advice {
  double dt; /* value for the key time.dt, with three digits */
  int64_t steps;
  int stages;
  int64_t products;
} tc_stages_advice;

/* Computes steps of rkl2 that reach the time of the steps `euler` of explicit Euler with about the same error
 * in time. `largest` is the largest |eigenvalue| of the matrix R in dv/dt = R v, and all eigenvalues are in
 * the ellipse with the axis ratio `axis_ratio`. A step has at most `most_stages` stages. If longer steps
 * would need more, the number of steps is increased. Returns false if no number of steps up to that of
 * explicit Euler is sufficient. */
bool tc_stages_advice_compute(const tc_step_size *euler, double largest, double axis_ratio, int most_stages,
                              tc_stages_advice *out);

/* Finds steps of rkl2 that reach the time of the steps `euler` of explicit Euler with about the same error in
 * time. `largest` is the largest |eigenvalue| of R. The number of stages is computed for real eigenvalues;
 * complex eigenvalues need more stages. `searches` is the number of products that rkl2 additionally needs
 * before the first step. Returns false if there are at most 500 steps, or if rkl2 does not need fewer
 * products. */
bool tc_stages_advice_find(const tc_step_size *euler, double largest, int searches, tc_stages_advice *out);

#endif
