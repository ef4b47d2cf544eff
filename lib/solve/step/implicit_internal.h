/* Shared part of integrators that solve systems. Internal to solve/integrators and solve/step. Order of
 * calls: tc_implicit_init once; in each step tc_implicit_begin, tc_implicit_solve, any number of
 * tc_implicit_refine, and tc_implicit_end. All functions but the lists of restart data are collective. */
#ifndef TC_SOLVE_STEP_IMPLICIT_INTERNAL_H
#define TC_SOLVE_STEP_IMPLICIT_INTERNAL_H

#include "solve/observe/monitor.h"
#include "solve/step/implicit.h"
#include "solve/step/integrator.h"

/* System A x = b with A = shift I + scale R, where R are the rates of a problem. */
typedef struct tc_implicit {
  tc_integrator_setup how;
  tc_implicit_steps setting;
  tc_linear_system system;
  tc_ell *adjoint;    /* Adjoint of R; NULL if R is symmetric or the method does not need it. */
  double transpose_s; /* Seconds to compute the adjoint. */
  double skew;
  bool conserves; /* True if R v has no integral for any v, because nothing leaves through the boundary. */
  tc_solver *solver;
  double contrast;            /* Largest diagonal entry of A over the smallest non-zero one. */
  double requested_tolerance; /* Tolerance of the user; that of the solves may differ. */
  bool steady;                /* True for a steady state; messages then contain no step number. */
  int64_t step;               /* Number of the current step. */
  double reference;           /* Norm to which the tolerance refers. */
  bool more;                  /* True if the current solve is a refinement of the previous one. */
  bool uncertain; /* True if the residual is small enough, but the values of this step could not be confirmed.
                   */
  double unsolved_norm; /* Sum of the residual norms of all solves. */
  tc_work before;       /* Work in the ledger at the beginning of the step. */
  tc_work spent;        /* Work of the current step so far, as stored in a checkpoint. */
  tc_solve_result solution;
  tc_monitor progress; /* Progress of the solve of a steady state; steps report their own progress. */
} tc_implicit;

/* Collective. The caller frees `*out` with tc_implicit_free, also after an error. Errors (on all ranks):
 * those of tc_solver_create; TC_NUMERICAL if there is no single steady state. */
tc_status tc_implicit_init(const tc_integrator_setup *how, double shift, double scale, tc_implicit *out);
void tc_implicit_free(tc_implicit *implicit);

/* Collective. Begins the next step and computes y[owned] = A v. */
tc_status tc_implicit_begin(tc_implicit *m, const double *v, double *y, tc_ledger *ledger);

/* Collective. Sets the solver's x to A^-1 right and its r to the residual. `first` is the norm of `right`,
 * `size` the norm to which the tolerance refers. Errors (on all ranks): TC_NUMERICAL if the solve does not
 * converge and its residual is not accepted. */
tc_status tc_implicit_solve(tc_implicit *m, const double *right, double first, double size,
                            tc_ledger *ledger);

/* Collective. The two parts of tc_implicit_solve; m->reference must be set before. */
tc_status tc_implicit_solve_once(tc_implicit *m, const double *right, tc_ledger *ledger);
tc_status tc_implicit_check_result(tc_implicit *m, tc_ledger *ledger);

/* Collective. Refines the last solution by solving for its residual. The solver's x becomes the sum of both
 * solutions, its r the new residual. `target` is the required residual norm. `solved` and `left` are scratch
 * [owned]. The refinement counts as part of the last solve, within the iterations allowed per step. If
 * `reached` is NULL, errors are those of tc_implicit_solve. Otherwise `*reached` is true if it converged; if
 * false, x, r and the reason are unchanged. */
tc_status tc_implicit_refine(tc_implicit *m, double target, double *solved, double *left, bool *reached,
                             tc_ledger *ledger);

/* Not collective. Lists the restart data of the steps so far. */
tc_status tc_implicit_list_restart(tc_implicit *m, tc_restart_list *keep);

/* tc_implicit_list_solve_restart is not collective and lists the restart data of a solve in progress, except
 * for its right-hand side. tc_implicit_resume is collective and continues that solve after the list has been
 * filled. Errors of the latter are those of tc_implicit_solve. */
tc_status tc_implicit_list_solve_restart(tc_implicit *m, tc_restart_list *keep);
tc_status tc_implicit_resume(tc_implicit *m, const double *right, tc_ledger *ledger);

/* Not collective. Ends the step and adds its solve to the statistics. */
void tc_implicit_end(tc_implicit *m, const tc_ledger *ledger);

/* Contrast above which norms may hide the residual of rows with small diagonal entries. No effect was found
 * below it. */
static const double tc_implicit_contrast = 100.0;

/* Collective. Computes the norm of x[owned] with each row divided by its diagonal entry in A. scratch[owned]
 * is overwritten. */
tc_status tc_implicit_row_scaled_norm(tc_implicit *m, const double *x, double *scratch, double *out);

/* Collective. Computes the mean of x[owned]. one[owned] is filled with ones. */
tc_status tc_implicit_mean(tc_implicit *m, const double *x, double *one, double *mean);

#endif
