/* Trial of steps with error control: makes the steps of a run up to an early time with a large tolerance, and
 * forecasts the products of the whole run from them. The sequence of steps does not depend on the number of
 * ranks, so a trial on one process is valid for all. `predict` (dry_run_trial.c) and time.method: auto
 * (method_choice.h) use it. */
#ifndef TC_RUN_METHODS_CONTROL_TRIAL_H
#define TC_RUN_METHODS_CONTROL_TRIAL_H

#include "solve/step/integrator.h"
#include "solve/step/trial_step.h"

/* Extent of a trial. */
typedef struct tc_control_extent {
  /* the trial ends after this fraction 1/share of the time; 1 means that it makes all steps with their
   * tolerance */
  int share;
  int64_t most_products; /* the trial ends after a step with which it exceeds this number; 0 for no limit */
} tc_control_extent;

/* Work of a trial. */
typedef struct tc_control_trial {
  double tolerance, until; /* tolerance of the trial, and the simulated time at its end */
  bool is_complete;        /* true if it made all steps of the run with its tolerance */
  bool is_ended;           /* true if it ended before `until`, because it exceeded its limit of products */
  tc_error_control_record record;
  int64_t last_products; /* products of the last step, rejected attempts included */
  tc_trial_step solver;  /* solver and counts of all implicit steps together; 0 for other methods */
} tc_control_trial;

/* Pure. Returns the mean step of a trial of implicit steps. Its counts are those of all attempts, divided by
 * the number of accepted steps. It is not solved if the trial has made no step. */
tc_trial_step tc_control_trial_mean_step(const tc_control_trial *trial);

/* Forecast of the products of a run, and the interval `low` .. `high` that is expected to contain their
 * number. After a complete trial all three are equal. */
typedef struct tc_control_forecast {
  double low, products, high;
} tc_control_forecast;

enum { TC_CONTROL_TRIAL_SHARE = 8 }; /* usual value of `share`: an eighth of the simulated time */

/* Collective. Runs `integrator` with the error control how->control from the field initial[owned]. A complete
 * trial uses this tolerance and makes all steps to the end. Another trial uses a tolerance of at least 0.1
 * and makes the steps to a share of the end. Discards the field. `how` needs no strategy and no format.
 * Errors (on all ranks): those of the steps; TC_NUMERICAL if error control fails. */
tc_status tc_control_trial_run(const tc_integrator *integrator, const tc_integrator_setup *how,
                               const double *initial, const tc_control_extent *extent, tc_control_trial *out);

/* Pure. Forecasts the products of a run with the error control `control` of a stabilised method of second
 * order, or of implicit steps whose products are proportional to the root of their length, such as those of
 * conjugate gradients. After the trial, steps grow in proportion to the time, because the field fades, and
 * their stages like the root of their length, so products per time fall like the root of the time. With this
 * law the products of complete trials at tolerance 0.1 were 0.85 to 1.11 times the forecast (cube and
 * ventricle, ends that are 80 to 800 times as long as a step of explicit Euler, both schemes). Steps grow
 * like tolerance^(1/3), and products fall like tolerance^(-1/6) for small tolerances. From 0.1 to 1e-3 they
 * fell less, by factors of 1.18 to 1.39 for each factor of ten. The interval contains tolerance^(-1/12) to
 * tolerance^(-1/8), and 0.8 to 1.2 times the law. The computation uses + - * / and square roots only. */
tc_control_forecast tc_control_trial_forecast(const tc_control_trial *trial, const tc_error_control *control);

#endif
