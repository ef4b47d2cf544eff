/* Trial step: computes the first time step once before the run and discards its field. The purpose is to
 * count the iterations of the linear solver, which no model can forecast. Only for integrators that solve
 * linear systems. For a steady state the trial step is the whole solve. Sessions (run/session/forecasts.c)
 * call tc_trial_step_run before they forecast the time of a step. If the solver is bitwise reproducible, the
 * counts are the same on any number of ranks and with any strategy. */
#ifndef TC_SOLVE_STEP_TRIAL_STEP_H
#define TC_SOLVE_STEP_TRIAL_STEP_H

#include "linear/hierarchy/multigrid_load.h"
#include "solve/step/integrator.h"

/* Solver and counts of a trial step. */
typedef struct tc_trial_step {
  const tc_method *method; /* Method of the solver; NULL if the solver could not be created. */
  bool solved;             /* True if the step was computed without an error. */
  /* `bitwise` is true if the results of the solver have the same bits on any number of ranks. `symmetric` is
   * true if the matrix is symmetric in the inner product weighted by cell volumes. */
  bool bitwise, symmetric;
  /* Asymmetry of the rate matrix R: ||V R - (V R)^T|| / ||V R|| in the Frobenius norm. V is the diagonal
   * matrix of the cell volumes. 0 if V R is symmetric. */
  double skew;
  int64_t iterations; /* Number of iterations of all solves of the step together. */
  /* Upper bound of the number of iterations of the last solve (tc_cg_iteration_bound); 0 if unknown. */
  int64_t bound;
  /* Numbers of vector operations, products and other operations of the solver in the whole step. */
  tc_work work;
  double cycle_B;         /* Bytes of a multigrid cycle on all ranks; 0 without multigrid. */
  tc_cycle_load cycle;    /* Load of a multigrid cycle; 0 levels without multigrid. */
  tc_counts sweep_counts; /* Traffic of this rank in all sweeps of the preconditioner in the step. */
} tc_trial_step;

/* Collective. Computes the first step from the initial field value[owned], which remains unchanged.
 * `integrator` must solve linear systems. The strategy and the storage format in `how` are ignored, and
 * products use the strategy `neighbour` and the first registered format. If how->input is not NULL, calls
 * tc_forcing_begin for it. Errors (on all ranks): those of the step; TC_NUMERICAL if the solver fails. *out
 * is set also after an error. */
tc_status tc_trial_step_run(const tc_integrator *integrator, const tc_integrator_setup *how,
                            const double *value, tc_trial_step *out);

/* Pure. Returns a number of iterations after which conjugate gradients have reduced the norm of the residual
 * to at most `reduction` times its first value; 0 if no such number is known. `condition` is the condition
 * number of the matrix, and `preconditioned` is the condition number of the preconditioned matrix. The number
 * follows from an upper bound e_k of the error in the norm of the matrix after k iterations, relative to the
 * first error. It is e_k = 2 ((sqrt(preconditioned) - 1) / (sqrt(preconditioned) + 1))^k (Saad 2003, sections
 * 6.11.3 and 9.2). The relative norm of the residual is at most sqrt(condition) e_k. */
int64_t tc_cg_iteration_bound(double condition, double preconditioned, double reduction);

/* Pure. Sets *out to the solver and the counts of implicit steps that were computed with `how`, as unsolved.
 * `ledger` contains the counts of the steps and `record` the statistics of their solves. */
void tc_trial_step_describe(const tc_integrator_setup *how, const tc_solve_statistics *record,
                            const tc_ledger *ledger, tc_trial_step *out);

/* Pure. Divides the counts of `steps` steps together, at least one, by their number, and rounds to the
 * nearest integer. The result describes a step with the mean work. */
tc_trial_step tc_trial_step_mean(const tc_trial_step *all, int64_t steps);

#endif
