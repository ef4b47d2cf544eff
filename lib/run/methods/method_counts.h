/* Counts of methods of time integration: what a method needs to reach a given time. The trials
 * (method_trials.h) fill the comparison of methods with them. Bytes are those of matrix rows in format ell
 * and of vectors, each read or written once, so they depend neither on the machine nor on the ranks. Pure. */
#ifndef TC_RUN_METHODS_METHOD_COUNTS_H
#define TC_RUN_METHODS_METHOD_COUNTS_H

#include "report/document/time_methods.h"
#include "run/methods/control_trial.h"
#include "solve/stability/stabilised_coefficients.h"
#include "solve/stability/step_size.h"
#include "solve/step/trial_step.h"

/* Size of the matrix. */
typedef struct tc_method_matrix {
  int64_t cells;
  double width; /* number of off-diagonal entries per row; the mean if rows have different numbers */
} tc_method_matrix;

/* Returns a row for a method in which all counts are marked as unknown (0, -1 or NaN). */
tc_time_method tc_method_counts_unknown(const char *method);

/* Returns the counts of `step->steps` steps of explicit Euler. */
tc_time_method tc_method_counts_euler(const tc_method_matrix *matrix, const tc_step_size *step);

/* Returns the counts of steps of the stabilised method with the name `method`, with `stages` stages each. */
tc_time_method tc_method_counts_stabilised(const tc_method_matrix *matrix, const char *method,
                                           const tc_step_size *step, int stages);

/* Returns the counts of implicit steps that all need the work of the trial step. */
tc_time_method tc_method_counts_implicit(const tc_method_matrix *matrix, const tc_step_size *step,
                                         const tc_trial_step *trial);

/* Returns the counts of steps with the error control `control` up to control->end, from a trial of the
 * integrator. Implicit steps need the work per product of the trial. */
tc_time_method tc_method_counts_controlled(const tc_method_matrix *matrix, const tc_integrator *integrator,
                                           const tc_error_control *control, const tc_control_trial *trial);

/* Norms of the second and the third time derivative of the field at the end time, divided by the norm of the
 * field; NaN if unknown. */
typedef struct tc_method_derivatives {
  double second, third;
} tc_method_derivatives;

/* These functions return the leading term of the error in time of equal steps of length dt at the time `end`,
 * relative to the norm of the field. Here v is the field and z is dt times the matrix. A step computes P(z) v
 * instead of the exact exp(z) v. P(z) = exp(z) - c z^k + .. gives the error end dt^(k-1) c |v^(k)|, where
 * v^(k) is the k-th time derivative. Explicit Euler has k = 2, c = 1/2. Implicit steps have k = 2 and c =
 * theta - 1/2, or k = 3 and c = 1/12 if theta is 1/2. rkl2 without damping has k = 3, c = 1/6 - (s^2 + s - 6)
 * / (9 (s^2 + s - 2)) with s stages. This follows from the third derivative of the Legendre polynomial
 * (Meyer, Balsara and Aslam, J. Comput. Phys. 257, 594, 2014). */
double tc_method_error_euler(const tc_method_derivatives *norm, double end, double dt);
double tc_method_error_implicit(const tc_method_derivatives *norm, double end, double dt, double theta);
double tc_method_error_rkl2(const tc_method_derivatives *norm, double end, double dt, int stages);

#endif
