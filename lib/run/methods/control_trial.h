/* Trial of steps with error control: makes the steps of a run up to an early time with a large tolerance, and
 * forecasts from them the number of matrix-vector products of the whole run. The sequence of steps does not
 * depend on the number of ranks, so a trial on one process is valid for all. `predict` (dry_run_trial.c) and
 * time.method: auto (run/session/auto_method.h) use it. */
#ifndef TC_RUN_METHODS_CONTROL_TRIAL_H
#define TC_RUN_METHODS_CONTROL_TRIAL_H

#include "solve/step/integrator.h"
#include "solve/step/trial_step.h"

/* Extent of a trial. */
typedef struct tc_control_extent {
  /* the trial ends after the fraction 1/share of the simulated time; 1 means that it makes all steps of the
   * run with the tolerance of the run */
  int share;
  int64_t most_products; /* the trial ends after the step in which its products exceed this number; 0 for no
                            limit */
} tc_control_extent;

/* Work of a trial. */
typedef struct tc_control_trial {
  double tolerance, until; /* tolerance of the trial, and the simulated time at its end */
  bool is_complete;        /* true if the trial made all steps of the run with the tolerance of the run */
  bool is_ended;           /* true if the trial ended before `until`, because it exceeded its limit of
                              products */
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
 * trial (extent->share 1) uses the tolerance of this control and makes all steps to the end. Any other trial
 * uses a tolerance of at least 0.1 and ends at the time end / share. Discards the field. `how` needs no
 * strategy and no format. Errors (on all ranks): those of the steps; TC_NUMERICAL if error control fails. */
tc_status tc_control_trial_run(const tc_integrator *integrator, const tc_integrator_setup *how,
                               const double *initial, const tc_control_extent *extent, tc_control_trial *out);

/* Pure. Forecasts the products of a run with the error control `control`. The steps are those of a stabilised
 * method of second order, or implicit steps whose products are proportional to the root of their length, as
 * with conjugate gradients. After the trial, steps grow in proportion to the time, because the field decays.
 * The stages of a step grow like the root of the length, so products per time fall like 1 / root of the time.
 * With this law the measured products of complete trials at tolerance 0.1 were 0.85 to 1.11 times the
 * forecast. The trials used a cube and a ventricle, both schemes, and ends of 80 to 800 steps of explicit
 * Euler. Steps grow like tolerance^(1/3), and products fall like tolerance^(-1/6) for small tolerances. From
 * 0.1 to 1e-3 they fell less, by factors of 1.18 to 1.39 for each factor of ten. The interval contains
 * tolerance^(-1/12) to tolerance^(-1/8), and 0.8 to 1.2 times the law. The computation uses + - * / and
 * square roots only. */
tc_control_forecast tc_control_trial_forecast(const tc_control_trial *trial, const tc_error_control *control);

#endif
