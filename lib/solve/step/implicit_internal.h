/* What integrators that solve systems share. Internal to them. */
#ifndef TC_SOLVE_STEP_IMPLICIT_INTERNAL_H
#define TC_SOLVE_STEP_IMPLICIT_INTERNAL_H

#include "solve/observe/monitor.h"
#include "solve/step/implicit.h"
#include "solve/step/integrator.h"

/* A system A x = b with A = shift I + scale R, of a problem's R. */
typedef struct tc_implicit {
  tc_integrator_setup how;
  tc_implicit_steps setting;
  tc_linear_system system;
  tc_ell *adjoint;    /* of R, where it is not R and the method needs it */
  double transpose_s; /* that it took */
  double skew;
  bool conserves; /* R v has no integral, whatever v: nothing leaves through the boundary */
  tc_solver *solver;
  double contrast; /* of the largest diagonal entry of A to the smallest, or more than 1 where some vanish */
  double requested_tolerance; /* tolerance: that of solves may be another one */
  bool steady;                /* no steps are made: messages do not number them */
  int64_t step;               /* that is being made */
  double reference;           /* of its tolerance */
  bool more;                  /* it is solved for what was left */
  bool uncertain;             /* norms are small enough, but the values of this step could not be confirmed */
  double unsolved_norm;       /* sum of the norms of what solves have left undone */
  tc_work before;             /* what had been done when the step began, */
  tc_work spent;              /* and since then, when it was kept */
  tc_solve_result solution;
  tc_monitor progress; /* of the solve of a steady state; steps tell theirs */
} tc_implicit;

/* Collective. To be closed also after an error. Errors on all ranks: those of tc_solver_create. */
tc_status tc_implicit_init(const tc_integrator_setup *how, double shift, double scale, tc_implicit *out);
void tc_implicit_free(tc_implicit *implicit);

/* Collective. The next step begins: y[owned] = A v. */
tc_status tc_implicit_begin(tc_implicit *m, const double *v, double *y, tc_ledger *ledger);

/* Collective. The solver's x becomes A^-1 right, its r what is left of it. first: the norm of right; size:
 * that of what the tolerance is relative to. Errors on all ranks: TC_NUMERICAL when it does not converge, and
 * what is left is not accepted. */
tc_status tc_implicit_solve(tc_implicit *m, const double *right, double first, double size,
                            tc_ledger *ledger);

/* The two parts of that. m->reference is set before. */
tc_status tc_implicit_solve_once(tc_implicit *m, const double *right, tc_ledger *ledger);
tc_status tc_implicit_check_result(tc_implicit *m, tc_ledger *ledger);

/* Collective. Once more for what the last solve has left: the solver's x becomes all that has been found, its
 * r what is left of that. target: norm of what may be left. solved, left: scratch [owned]. Counts as part of
 * the last solve, within the iterations that a step may take. Errors as above; *reached, where it is not
 * NULL: whether it converged, and where not, x, r and the reason are as before. */
tc_status tc_implicit_refine(tc_implicit *m, double target, double *solved, double *left, bool *reached,
                             tc_ledger *ledger);

/* What it remembers of the steps so far. Not collective. */
tc_status tc_implicit_list_restart(tc_implicit *m, tc_restart_list *keep);

/* What it remembers of a solve that is under way, beside the right side; and, collective, the rest of that,
 * once it was filled in, with the errors of tc_implicit_solve. */
tc_status tc_implicit_list_solve_restart(tc_implicit *m, tc_restart_list *keep);
tc_status tc_implicit_resume(tc_implicit *m, const double *right, tc_ledger *ledger);

/* The step has ended. */
void tc_implicit_end(tc_implicit *m, const tc_ledger *ledger);

/* Beside such a contrast, and no smaller one, norms may hide what is left of rows with small diagonal entries
 * behind others. */
static const double tc_implicit_contrast = 100.0;

/* Collective. The norm of x[owned] with each row over its diagonal entry in A; scratch[owned]. */
tc_status tc_implicit_row_scaled_norm(tc_implicit *m, const double *x, double *scratch, double *out);

/* Collective. *mean = the mean of x[owned]; one[owned] becomes ones. */
tc_status tc_implicit_mean(tc_implicit *m, const double *x, double *one, double *mean);

#endif
