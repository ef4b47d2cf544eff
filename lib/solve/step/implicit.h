/* Options of systems that implicit steps and steady states solve, and a monitor of their residuals. The
 * session fills tc_implicit_options from the config and passes tc_implicit_steps through tc_step_options to
 * the integrator. Results are recorded in a tc_solve_statistics. The members are plain data or borrowed
 * pointers. */
#ifndef TC_SOLVE_STEP_IMPLICIT_H
#define TC_SOLVE_STEP_IMPLICIT_H

#include "linear/solver/solver.h"
#include "solve/step/solve_statistics.h"

/* Options from the config; plain data. */
typedef struct tc_implicit_options {
  double theta;             /* 1 for backward Euler, 0.5 for Crank-Nicolson. */
  tc_solver_options solver; /* Strategy and format are replaced by those of the steps. */
  bool automatic; /* True if the method is to be selected: cg for a symmetric matrix and preconditioner,
                     otherwise bicgstab. */
  bool relative_to_start; /* True if the tolerance refers to the first residual, false if it refers to the
                             right-hand side. */
  double accept; /* A failed solve is accepted if its true residual is at most this value; 0 if none is. */
} tc_implicit_options;

/* Pure. Returns the defaults: backward Euler, solved to 1e-8 of the right-hand side by the selected method,
 * with jacobi. */
tc_implicit_options tc_implicit_options_default(void);

/* Callbacks for every residual of every solve, in units of the reference, and for every end of a solve. All
 * ranks receive the same calls. Not collective. Each function may be NULL. */
typedef struct tc_implicit_monitor {
  void *self;
  void (*residual)(void *self, int64_t step, int64_t iteration, double residual, bool is_true);
  void (*ended)(void *self, int64_t step, const tc_solve_result *solution);
} tc_implicit_monitor;

/* Input of integrators that solve systems. */
typedef struct tc_implicit_steps {
  tc_implicit_options options;
  double largest; /* Upper estimate of the largest |eigenvalue| of R (solve/stability/spectrum.h), 1/time. */
  tc_solve_statistics *record;           /* Receives the statistics during the run; may be NULL. */
  const tc_implicit_monitor *monitor;    /* May be NULL. */
  const tc_virtual_ranks *virtual_ranks; /* Virtual ranks of the system; see tc_linear_system. */
} tc_implicit_steps;

/* Pure. Computes in *out the work of a step without that of its solve (tc_solver_work). */
void tc_implicit_work(const tc_implicit_options *choice, tc_work *out);

#endif
