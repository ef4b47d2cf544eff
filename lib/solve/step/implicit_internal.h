/* Linear systems of implicit steps and steady states: the code that the integrators `implicit` and `steady`
 * share. Internal to solve/integrators and solve/step. Order of calls: tc_implicit_init once, then in each
 * step tc_implicit_begin, tc_implicit_solve, any number of tc_implicit_refine, and tc_implicit_end. */
#ifndef TC_SOLVE_STEP_IMPLICIT_INTERNAL_H
#define TC_SOLVE_STEP_IMPLICIT_INTERNAL_H

#include "solve/observe/monitor.h"
#include "solve/step/implicit.h"
#include "solve/step/integrator.h"

/* Linear system A x = b with A = shift I + scale R, where R is the rate matrix of a problem, its solver, and
 * the state of the current step. */
typedef struct tc_implicit {
  tc_integrator_setup how;
  tc_implicit_steps setting;
  tc_linear_system system;
  tc_ell *adjoint;   /* Adjoint of the rate matrix R in the volume-weighted inner product; NULL if R is
                        symmetric or the method does not need an adjoint. */
  tc_ell *two_point; /* Rates of the two-point scheme, if the preconditioner needs them and R is the matrix of
                        another scheme; otherwise NULL. */
  double transpose_s; /* Seconds that the last computation of the adjoint took. */
  double skew;
  bool conserves; /* True if the integral of R v is 0 for every field v, because nothing flows out through the
                     boundary.  */
  tc_solver *solver;
  double contrast; /* Largest absolute diagonal entry of A divided by the smallest non-zero absolute diagonal
                      entry. */
  double requested_tolerance; /* Tolerance that the user set. The solves use a larger tolerance if rounding
                                 makes this one unreachable. */
  bool steady;                /* True for a steady state; messages then contain no step number. */
  int64_t step;               /* Number of the current step. */
  tc_step_request request;    /* The current step; zeroed for a steady state. */
  double reference; /* Norm by which the residual of the current solve is divided before it is compared with
                       the tolerance. */
  bool more;        /* True if the current solve refines the previous solution by solving for its residual. */
  bool uncertain; /* True if the residual of this step is small enough, but the accuracy of the solution could
                     not be confirmed (see `uncertain` of tc_solve_statistics). */
  double unsolved_norm; /* Sum over all steps so far of the norm of the final residual of the step. */
  tc_work before; /* Counts of solver work (tc_work) that the ledger contained at the beginning of the current
                     step. */
  tc_work spent;  /* Counts of solver work that an interrupted step had performed before its checkpoint; part
                     of the restart data. */
  tc_solve_result solution;
  tc_monitor progress; /* Reports the progress of the solve for a steady state. Time steps do not use it,
                          because the time loop reports their progress. */
} tc_implicit;

/* Collective. Sets up the system with A = shift I + scale R and its solver. The caller frees `*out` with
 * tc_implicit_free, also after an error. Errors (on all ranks): those of tc_solver_create; TC_NUMERICAL if
 * the steady state is not unique. */
tc_status tc_implicit_init(const tc_integrator_setup *how, double shift, double scale, tc_implicit *out);
void tc_implicit_free(tc_implicit *implicit);

/* Collective. Called before each step. Changes the system to A = shift I + scale R and updates solver,
 * contrast and statistics. Later solves have the same bits as those of a system that tc_implicit_init has set
 * up with this scale, unless the preconditioner of an earlier scale is reused (linear/solver/solver_reuse.h).
 * Errors (on all ranks): those of tc_solver_update; the system can then only be freed. */
tc_status tc_implicit_set_scale(tc_implicit *m, double scale);

/* Collective. Begins the next step and computes y[owned] = A v[owned]. */
tc_status tc_implicit_begin(tc_implicit *m, const double *v, double *y, tc_ledger *ledger);

/* Collective. Solves A x = right. Stores the solution in m->solver->x and the residual in m->solver->r.
 * `first` is the norm of `right`. The tolerance is relative to `size`, or to `first` if
 * options.relative_to_start is set. Errors (on all ranks): TC_NUMERICAL if the solve does not converge and
 * its residual is not accepted. */
tc_status tc_implicit_solve(tc_implicit *m, const double *right, double first, double size,
                            tc_ledger *ledger);

/* Collective. The two halves of tc_implicit_solve. tc_implicit_solve_once performs one solve, before which
 * the caller must set m->reference. tc_implicit_check_result returns an error if the residual is too large to
 * be accepted. */
tc_status tc_implicit_solve_once(tc_implicit *m, const double *right, tc_ledger *ledger);
tc_status tc_implicit_check_result(tc_implicit *m, tc_ledger *ledger);

/* Collective. Refines the last solution by solving for its residual. The solver's vector x becomes the sum of
 * both solutions, and its vector r the new residual, whose norm must be at most `target`. solved[owned] and
 * left[owned] are scratch arrays, which receive the last solution and its residual. Statistics and the limit
 * of iterations per step count the refinement as part of the last solve. If `reached` is NULL, the errors are
 * those of tc_implicit_solve. Otherwise a refinement that does not converge causes no error: `*reached`
 * becomes false, and x, r and the reason why the solve ended are restored to their values before the
 * refinement. */
tc_status tc_implicit_refine(tc_implicit *m, double target, double *solved, double *left, bool *reached,
                             tc_ledger *ledger);

/* Not collective. Adds to the list the restart data after the last step: step number, unsolved_norm,
 * statistics, and the state of a reusable preconditioner. */
tc_status tc_implicit_list_restart(tc_implicit *m, tc_restart_list *keep);

/* tc_implicit_list_solve_restart is not collective. It adds to the list the restart data of a solve in
 * progress, except its right-hand side. tc_implicit_resume is collective. It continues such a solve with the
 * right-hand side `right`, after the caller has filled the listed values from a checkpoint. Its errors are
 * those of tc_implicit_solve. */
tc_status tc_implicit_list_solve_restart(tc_implicit *m, tc_restart_list *keep);
tc_status tc_implicit_resume(tc_implicit *m, const double *right, tc_ledger *ledger);

/* Not collective. Ends the step and adds the result of the solve to the statistics. */
void tc_implicit_end(tc_implicit *m, const tc_ledger *ledger);

/* Limit of tc_implicit.contrast, the ratio of the largest to the smallest diagonal entry of A. Above this
 * limit, a small norm of the residual may hide a large relative error in rows with small diagonal entries.
 * Below the limit, tests showed no such effect. */
static const double tc_implicit_contrast = 100.0;

/* Collective. Divides each value of x[owned] by the diagonal entry of A in its row and computes the norm of
 * the result. scratch[owned] is overwritten. */
tc_status tc_implicit_row_scaled_norm(tc_implicit *m, const double *x, double *scratch, double *out);

/* Collective. Computes the volume-weighted mean of x[owned]. Fills one[owned] with ones. */
tc_status tc_implicit_mean(tc_implicit *m, const double *x, double *one, double *mean);

#endif
