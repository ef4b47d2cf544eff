/* Prepared problem: the distributed mesh with matrix, forcing, initial field and steps, ready for runs with
 * any strategy. tc_prepared_create builds it from a plan, which must outlive it. Forecasts (forecasts.h),
 * runs (run.h) and outputs (run/outputs) use it. */
#ifndef TC_RUN_SESSION_PREPARED_H
#define TC_RUN_SESSION_PREPARED_H

#include "run/methods/method_trials.h"
#include "run/session/setup_choices.h"
#include "solve/observe/balance.h"
#include "solve/observe/history.h"
#include "solve/space/field.h"
#include "solve/step/implicit.h"
#include "solve/step/stabilised.h"
#include "solve/step/trial_step.h"

/* A problem that is ready to be run: its matrix, data and steps. Zero-initialise before use; released by
 * tc_prepared_free. */
typedef struct tc_prepared {
  const tc_plan *plan;      /* plan from which the problem was prepared; borrowed */
  tc_setup_choices choices; /* step size, number of steps, stabilisation and matrix format */
  tc_problem *problem;      /* distributed mesh and assembled matrix */
  tc_probes *probes;        /* probes of the config */
  tc_source *source;        /* source and local states; NULL if the config has none */
  tc_forcing *forcing;      /* boundary data and source; NULL if the config has none */
  /* Balance of the integral of the field against inflow and source; NULL without forcing. */
  tc_balance *balance;
  double *initial;      /* [owned] the initial field */
  tc_field_stats start; /* statistics of the initial field */
  uint64_t matrix_hash; /* result of tc_problem_hash; 0 until the caller stores it */
  /* trial step with the preconditioner that solver.preconditioner.name: auto has chosen by trials; otherwise
   * its member `solved` is false */
  tc_trial_step trial;
} tc_prepared;

/* Collective. Distributes the mesh in blocks of block_size rows, assembles the matrix and evaluates the
 * initial field. Also evaluates the formula `exact` of the config once, so that its errors are reported
 * before the steps. `known` contains the step size, stabilisation and format that an earlier setup of the
 * same config has chosen. If `known` is NULL, the function chooses them, and logs the probes and the step
 * size. The caller frees *out, also after an error. Errors (on all ranks): those of the config and the mesh;
 * TC_NUMERICAL; TC_INTERNAL. */
tc_status tc_prepared_create(tc_plan *plan, const tc_setup_choices *known, int32_t block_size,
                             tc_prepared *out);

/* Collective. Creates another source and forcing of the problem, with their initial values. A run needs its
 * own if it makes its steps at the same time as other runs. Each is NULL if the config has none. The caller
 * destroys *forcing, then *source, also after an error. Errors (on all ranks): those of
 * tc_prepared_create. */
tc_status tc_prepared_create_forcing(const tc_prepared *prepared, tc_source **source, tc_forcing **forcing);

/* Collective. Creates p->balance, the balance of the integral of the field against p->forcing and p->source;
 * NULL without forcing. For a copy of a prepared problem whose source and forcing were created by
 * tc_prepared_create_forcing. The caller destroys it, also after an error. Errors (on all ranks):
 * TC_INTERNAL. */
tc_status tc_prepared_create_balance(tc_prepared *p);

/* Not collective. Returns the options of the solves in implicit steps. The caller sets their monitor and
 * their virtual ranks if needed. The solves store statistics in `record`, which is borrowed and may be
 * NULL. */
tc_implicit_steps tc_prepared_implicit(const tc_prepared *prepared, tc_solve_statistics *record);

/* Not collective. Returns the linear system of the first step of integrator implicit, A = I - theta dt R, or
 * of the steady state, A = -R. It borrows from the prepared problem. Members for preconditioners of other
 * matrices than R, the adjoint and the spectrum are not set. */
tc_linear_system tc_prepared_system(const tc_prepared *prepared);

/* Not collective. Returns the parameters of the steps of a stabilised method; all members are 0 for other
 * methods. */
tc_stabilised_steps tc_prepared_stabilised(const tc_prepared *prepared);

/* Not collective. Returns the input of the comparison of time integration methods
 * (run/methods/method_trials.h). It borrows from the arguments. `trial` is the trial step of the run; it may
 * be NULL. */
tc_method_question tc_prepared_method_question(const tc_prepared *prepared, const tc_trial_step *trial);

void tc_prepared_free(tc_prepared *prepared);

#endif
