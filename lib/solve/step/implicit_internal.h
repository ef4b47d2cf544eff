/* Shared part of the integrators that solve systems. Internal to solve/integrators and solve/step. Order of
 * calls: tc_implicit_init once, then in each step tc_implicit_begin, tc_implicit_solve, any number of
 * tc_implicit_refine, and tc_implicit_end. */
#ifndef TC_SOLVE_STEP_IMPLICIT_INTERNAL_H
#define TC_SOLVE_STEP_IMPLICIT_INTERNAL_H

#include "solve/observe/monitor.h"
#include "solve/step/implicit.h"
#include "solve/step/integrator.h"

/* System A x = b with A = shift I + scale R, where R are the rates of a problem, with its solver and the
 * state of the current step. */
typedef struct tc_implicit {
  tc_integrator_setup how;
  tc_implicit_steps setting;
  tc_linear_system system;
  tc_ell *adjoint;    /* Adjoint of R; NULL if R is symmetric or the method does not need it. */
  double transpose_s; /* Seconds to compute the adjoint. */
  double skew;
  bool conserves; /* True if the integral of R v is 0 for any v, because nothing leaves through the boundary.
                   */
  tc_solver *solver;
  double contrast; /* Largest absolute diagonal entry of A divided by the smallest one that is not 0. */
  double requested_tolerance; /* Tolerance that the user set. The solves may use a larger one. */
  bool steady;                /* True for a steady state; messages then contain no step number. */
  int64_t step;               /* Number of the current step. */
  double reference;           /* Norm to which the tolerance of the current solve is relative. */
  bool more;                  /* True if the current solve is a refinement of the previous one. */
  bool uncertain; /* True if the residual of this step is small enough, but its values could not be confirmed
                     (see tc_solve_statistics). */
  double unsolved_norm; /* Sum over all steps so far of the norm of the residual that remained after the
                           step's last solve. */
  tc_work before;       /* Copy of the work in the ledger at the beginning of the step. */
  tc_work spent;        /* Work of a step in progress until the checkpoint; restart data. */
  tc_solve_result solution;
  tc_monitor progress; /* Reports the progress of the solve of a steady state. Unused in time steps, whose
                          progress the time loop reports. */
} tc_implicit;

/* Collective. The caller frees `*out` with tc_implicit_free, also after an error. Errors (on all ranks):
 * those of tc_solver_create; TC_NUMERICAL if there is no single steady state. */
tc_status tc_implicit_init(const tc_integrator_setup *how, double shift, double scale, tc_implicit *out);
void tc_implicit_free(tc_implicit *implicit);

/* Collective. Begins the next step and computes y[owned] = A v[owned]. */
tc_status tc_implicit_begin(tc_implicit *m, const double *v, double *y, tc_ledger *ledger);

/* Collective. Sets the solver's x to A^-1 right and its r to the residual. `first` is the norm of `right`.
 * The tolerance is relative to `size`, or to `first` if options.relative_to_start is set. Errors (on all
 * ranks): TC_NUMERICAL if the solve does not converge and its residual is not accepted. */
tc_status tc_implicit_solve(tc_implicit *m, const double *right, double first, double size,
                            tc_ledger *ledger);

/* Collective. The two parts of tc_implicit_solve: the first solves, the second returns an error if the result
 * is not accepted. m->reference must be set before the first. */
tc_status tc_implicit_solve_once(tc_implicit *m, const double *right, tc_ledger *ledger);
tc_status tc_implicit_check_result(tc_implicit *m, tc_ledger *ledger);

/* Collective. Refines the last solution by solving for its residual. The solver's x becomes the sum of both
 * solutions, its r the new residual, whose norm must be at most `target`. `solved` and `left` are scratch
 * [owned]. In statistics and in the limit of iterations per step, the refinement counts as part of the last
 * solve. If `reached` is NULL, errors are those of tc_implicit_solve. Otherwise no convergence is no error:
 * `*reached` is then false, and x, r and the reason are those before the refinement. */
tc_status tc_implicit_refine(tc_implicit *m, double target, double *solved, double *left, bool *reached,
                             tc_ledger *ledger);

/* Not collective. Lists the restart data after the last step: step number, sums and statistics. */
tc_status tc_implicit_list_restart(tc_implicit *m, tc_restart_list *keep);

/* tc_implicit_list_solve_restart is not collective. It lists the restart data of a solve in progress, except
 * its right-hand side. tc_implicit_resume is collective. It continues that solve with the right-hand side
 * `right`, after the caller has filled the listed values. Errors of the latter are those of
 * tc_implicit_solve. */
tc_status tc_implicit_list_solve_restart(tc_implicit *m, tc_restart_list *keep);
tc_status tc_implicit_resume(tc_implicit *m, const double *right, tc_ledger *ledger);

/* Not collective. Ends the step and adds its solve to the statistics. */
void tc_implicit_end(tc_implicit *m, const tc_ledger *ledger);

/* Limit of the contrast. Above it, norms may hide the residual of rows with small diagonal entries. Below it
 * no such effect was found. */
static const double tc_implicit_contrast = 100.0;

/* Collective. Computes the norm of x[owned] after division of each value by the diagonal entry of A in its
 * row. scratch[owned] is overwritten. */
tc_status tc_implicit_row_scaled_norm(tc_implicit *m, const double *x, double *scratch, double *out);

/* Collective. Computes the volume-weighted mean of x[owned]. Fills one[owned] with ones. */
tc_status tc_implicit_mean(tc_implicit *m, const double *x, double *one, double *mean);

#endif
