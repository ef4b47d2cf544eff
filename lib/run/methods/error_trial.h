/* Error trial: 16 equal steps of the method rkl2 to the end of a run, which yield the time derivatives of the
 * field at the end. The errors of methods with equal steps follow from them (method_counts.h). The trial has
 * few steps and costs little. Differences of the last five fields are divided by the length of the steps.
 * Because the steps are long, rough parts of the field contribute little to the quotients. */
#ifndef TC_RUN_METHODS_ERROR_TRIAL_H
#define TC_RUN_METHODS_ERROR_TRIAL_H

#include "run/methods/method_counts.h"
#include "solve/problem/problem.h"

enum { TC_ERROR_TRIAL_STEPS = 16 };

/* Pure. Returns the number of stages of a step of the trial; 0 if it exceeds TC_STABILISED_STAGES_MAX. All
 * eigenvalues are in the ellipse of this axis ratio, and `largest` is the largest |eigenvalue|. */
int tc_error_trial_stages(double end, double largest, double axis_ratio);

/* Collective. Runs the trial without forcing from the field initial[owned] with `stages` stages a step.
 * Returns the volume-weighted norms of the time derivatives at the end, divided by the norm of the field.
 * They are NaN if the field is 0 at the end. Errors (on all ranks): those of the steps; TC_INTERNAL if memory
 * is exhausted. */
tc_status tc_error_trial_run(const tc_problem *problem, const double *initial, double end, int stages,
                             double axis_ratio, tc_method_derivatives *out);

#endif
