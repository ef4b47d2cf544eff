/* Error control of the step lengths of a run: its settings, and a record of the steps so far. An integrator
 * with error control estimates the error of every step, repeats a step whose error is too large with a
 * shorter length, and chooses the length of the next step (solve/step/step_control.h). All decisions follow
 * from exact sums and comparisons, so the sequence of steps has the same bits on any number of ranks and
 * threads. This header declares no functions. */
#ifndef TC_SOLVE_OBSERVE_ERROR_CONTROL_H
#define TC_SOLVE_OBSERVE_ERROR_CONTROL_H

#include <stdint.h>

/* Settings. A step is accepted if the norm of the error is at most the larger one of tolerance * S and
 * absolute * sqrt(volume of the mesh). Let N be the norm of the field at the end of the step minus the mean
 * of the initial field. S is the larger one of N and a hundredth of the largest N so far. */
typedef struct tc_error_control {
  double tolerance;
  double absolute; /* absolute tolerance in units of the field; 0 if there is none */
  /* Largest distance of a value from the range of the initial field, divided by the width of that range; 0
   * for no limit. An attempt at a step that exceeds this limit is repeated with half the length, unless its
   * length is at most `unit`. */
  double overshoot;
  /* The largest stable step of explicit Euler, used as unit of length: steps have the length 2^(H/8) * unit
   * with an integer H (solve/step/step_control.h). */
  double unit;
  double end; /* simulated time at which the run ends */
  /* largest |eigenvalue| of R plus the slopes of the source, for which the stages must be stable; unused by
   * implicit steps */
  double rate;
  int most_stages; /* largest number of stages of a step; unused by implicit steps */
} tc_error_control;

/* One accepted step. */
typedef struct tc_controlled_step {
  double time; /* simulated time at the end of the step */
  double dt;
  double error; /* norm of the estimated error divided by the allowed error; at most 1 */
  int stages;   /* number of products of a stabilised step; 0 for implicit steps */
} tc_controlled_step;

/* The steps of a run so far. Equal on all ranks; part of the restart data. */
typedef struct tc_error_control_record {
  tc_controlled_step last;
  int64_t steps;             /* accepted steps */
  int64_t rejected;          /* rejected attempts */
  int64_t products;          /* matrix-vector products of all attempts */
  int64_t rejected_products; /* matrix-vector products of the rejected attempts */
  /* accepted steps that were shortened to end at a time at which the user requested output */
  int64_t shortened;
  /* number of times that an increase of the norm in an attempt has widened the ellipse that contains the
   * eigenvalues (solve/step/stabilised.h) */
  int64_t widened;
  int64_t overshoots; /* accepted steps that exceed the limit `overshoot` of tc_error_control, and whose
                         length is at most `unit` */
  /* largest overshoot of the steps counted by `overshoots`, divided by the width of the initial range */
  double largest_overshoot;
  double axis_ratio; /* axis ratio of the ellipse of the eigenvalues in the last step; 0 for implicit steps */
  double shortest, longest; /* smallest and largest dt of the accepted steps */
  double largest_error;     /* largest `error` of the accepted steps */
  int fewest_stages, most_stages;
} tc_error_control_record;

#endif
