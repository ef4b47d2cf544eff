/* Trial step: performs the first step before the run to count the iterations of the linear solver, which
 * cannot be forecast otherwise. Only for integrators that solve linear systems. For a steady state the trial
 * step is the whole solve. Called by the forecast of a session (run/session/forecasts.c). If the solver is
 * bitwise reproducible, the result is the same on any number of ranks and with any strategy. */
#ifndef TC_SOLVE_STEP_TRIAL_STEP_H
#define TC_SOLVE_STEP_TRIAL_STEP_H

#include "solve/step/integrator.h"

typedef struct tc_trial_step {
  const tc_method *method; /* Method of the solves; NULL if the solver could not be created. */
  bool solved;
  bool bitwise, symmetric; /* Copies of tc_solve_statistics.bitwise and .symmetric. */
  double skew;             /* Asymmetry of the matrix, a copy of tc_solve_statistics.skew. */
  int64_t iterations;      /* Number of iterations of all solves of the step. */
  int64_t
      bound; /* Upper bound of the number of iterations of one solve (tc_cg_iteration_bound); 0 if unknown. */
  tc_work work;           /* Solver work (vector operations, products) of the whole step. */
  tc_counts sweep_counts; /* Traffic counts of this rank in the sweeps of the preconditioner. */
} tc_trial_step;

/* Collective. Performs the first step from the initial field value[owned]. `integrator` must be one that
 * solves linear systems. The strategy and the format in `how` are ignored. Products use the strategy
 * `neighbour` and the first registered format. Calls tc_forcing_begin. Errors (on all ranks): those of the
 * step; TC_NUMERICAL if the step cannot be solved. *out is set also after an error. */
tc_status tc_trial_step_run(const tc_integrator *integrator, const tc_integrator_setup *how,
                            const double *value, tc_trial_step *out);

/* Pure. Returns an upper bound of the number of iterations of conjugate gradients; 0 if there is no bound.
 * After these iterations the norm of the residual is at most `reduction` times that of the first residual.
 * `condition` is the condition number of the matrix, `preconditioned` that of the preconditioned matrix.
 * After k iterations the error in the norm of the matrix has decreased to at most 2 ((sqrt(preconditioned) -
 * 1) / (sqrt(preconditioned) + 1))^k (Saad 2003, sections 6.11.3 and 9.2). The residual has decreased to at
 * most sqrt(condition) times this. */
int64_t tc_cg_iteration_bound(double condition, double preconditioned, double reduction);

#endif
