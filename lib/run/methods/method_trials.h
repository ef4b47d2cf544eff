/* Trials of methods of time integration: find out before a run what explicit Euler, a stabilised method and
 * implicit steps need to reach its end time. Called after the setup of a session by the command `run -v`
 * (lib/api/stepper) and for one process by `predict` (run/dry_run/dry_run_trial.c). The trials discard their
 * fields, so they change no bit of a run. Results have the same bits on any number of ranks and threads. */
#ifndef TC_RUN_METHODS_METHOD_TRIALS_H
#define TC_RUN_METHODS_METHOD_TRIALS_H

#include "io/config/config.h"
#include "report/document/time_methods.h"
#include "run/methods/control_trial.h"
#include "solve/observe/error_control.h"
#include "solve/problem/forcing.h"
#include "solve/stability/stable_step.h"
#include "solve/step/trial_step.h"

/* Prepared run whose methods are compared. All pointers are borrowed. */
typedef struct tc_method_question {
  const tc_config *config;
  const tc_problem *problem; /* problem with the matrix of the run */
  const double *initial;     /* [owned] initial field */
  const tc_stable_step *stable;
  tc_step_size step;               /* steps of the config's method */
  const tc_error_control *control; /* error control of the config's steps; NULL for steps of given length */
  bool is_full;                    /* true if a trial makes all steps with error control */
  tc_forcing *forcing; /* boundary data; the weight theta changes during a trial; NULL without forcing */
  const tc_trial_step *implicit; /* trial step of the config if its steps are implicit; NULL if unknown */
  /* Trial of the config's implicit steps with error control; NULL if it must be made. */
  const tc_control_trial *controlled;
  /* True if trials may take as long as they need. Otherwise the ellipse of the eigenvalues remains unknown
   * unless the config's method needs it. Errors then remain unknown if their trial needs more than a quarter
   * of the products of the run. */
  bool is_thorough;
  const tc_log *log;
} tc_method_question;

/* Results of the trials. Contains no memory to free. */
typedef struct tc_method_trials {
  tc_time_methods table;       /* counts and errors; the seconds are unknown */
  tc_implicit_options options; /* options of the implicit steps, with the method that the trial step used */
  /* Trial step of implicit steps, with error control the mean step of a trial. It is not solved if it is
   * unknown. */
  tc_trial_step implicit;
} tc_method_trials;

/* Pure. True if methods can be compared: the config's method makes steps to a given time on the CPU, there is
 * no source, and the run does not end at a steady state. */
bool tc_method_trials_apply(const tc_method_question *question);

/* Collective, after tc_method_trials_apply has returned true. Runs the trials. Explicit Euler has its largest
 * stable step times time.safety. A stabilised method has the number of equal steps with about the error of
 * explicit Euler (run/methods/stages_advice.h). Implicit steps are time.multiple times as long as the largest
 * explicit step. The method of the config has its own steps; with error control a trial forecasts their
 * products (control_trial.h). Errors (on all ranks): those of steps and of messages; a solve that fails is
 * not an error. */
tc_status tc_method_trials_run(const tc_method_question *question, tc_method_trials *out);

#endif
