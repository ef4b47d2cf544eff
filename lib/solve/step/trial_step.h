/* Trial step: the first step of a run that solves systems, performed before the run, because its number of
 * iterations cannot be forecast from counts. For a steady state it is the whole solve. Called by the forecast
 * of a session (run/session/session_forecast.c). The result is the same on any number of ranks and with any
 * strategy if the solver is bitwise reproducible. */
#ifndef TC_SOLVE_STEP_TRIAL_STEP_H
#define TC_SOLVE_STEP_TRIAL_STEP_H

#include "solve/step/integrator.h"

typedef struct tc_trial_step {
  const tc_method *method; /* Method that was selected for the solves. */
  bool solved;
  bool bitwise, symmetric; /* Properties of the solver and the matrix; see tc_solve_statistics. */
  double skew;             /* Asymmetry of the matrix; see tc_solve_statistics. */
  int64_t iterations;      /* Number of iterations of all solves of the step. */
  int64_t bound; /* Upper bound of the iterations, from the condition of the matrix and of the preconditioned
                    matrix; 0 if unknown. */
  tc_work work;  /* Work of the whole step. */
  tc_counts sweep_counts; /* Counts of the sweeps of this rank. */
} tc_trial_step;

/* Collective. `integrator` must solve systems. Of `how`, the problem, dt, forcing and implicit options are
 * used. value[owned] is the initial field. Products are those of estimates (neighbour exchange and the first
 * format). The forcing begins again. Errors (on all ranks): those of the step; TC_NUMERICAL if the step
 * cannot be solved, with all other members of *out set. */
tc_status tc_trial_step_run(const tc_integrator *integrator, const tc_integrator_setup *how,
                            const double *value, tc_trial_step *out);

/* Pure. Returns the largest number of iterations that conjugate gradients need until the norm of the residual
 * is `reduction` times the first. `condition` is that of the matrix, `preconditioned` that of the
 * preconditioned matrix. Errors decrease like 2 ((sqrt(preconditioned) - 1) / (sqrt(preconditioned) + 1))^k
 * in the norm of the matrix, with a preconditioner too (Saad 2003, sections 6.11.3 and 9.2), and residuals
 * are at most sqrt(condition) times larger. */
int64_t tc_cg_iteration_bound(double condition, double preconditioned, double reduction);

#endif
