/* Options for solving the linear systems of implicit steps and steady states, and a monitor of the residuals.
 * The session fills tc_implicit_options from the config and passes tc_implicit_steps through tc_step_options
 * to the integrator. Results are recorded in a tc_solve_statistics. */
#ifndef TC_SOLVE_STEP_IMPLICIT_H
#define TC_SOLVE_STEP_IMPLICIT_H

#include "linear/solver/solver.h"
#include "solve/step/solve_statistics.h"

/* Options of implicit steps that the user sets in the config. The struct contains no pointers to be freed.
 * With error control of the steps (solve/observe/error_control.h), solver.tolerance must be at most a tenth
 * of the tolerance of the steps. The error of a solve is then small compared to the error of the step. The
 * error of the field at a fixed time is then proportional to the square root of the tolerance for theta above
 * 0.5, and to its power 2/3 for theta = 0.5. */
typedef struct tc_implicit_options {
  double theta;             /* Time weight of the values at the end of a step: 1 for backward Euler, 0.5 for
                               Crank-Nicolson. */
  tc_solver_options solver; /* Options of the linear solver. The strategy and format of tc_integrator_setup
                               replace the ones in these options. */
  bool automatic; /* True if the solver's method is chosen automatically: cg if matrix and preconditioner are
                     symmetric, otherwise bicgstab. */
  bool relative_to_start; /* True if the tolerance is relative to the norm of the first residual, false if it
                             is relative to that of the right-hand side. */
  double accept; /* A solve that did not converge is still accepted if its true residual, divided by the
                    reference norm, is at most this value. With 0, no such solve is accepted. */
} tc_implicit_options;

/* Pure. Returns the default options: backward Euler, a tolerance of 1e-8 relative to the right-hand side, an
 * automatic choice of the method, and preconditioner jacobi. */
tc_implicit_options tc_implicit_options_default(void);

/* Pure. True if options->solver.tolerance is at most a tenth of `tolerance`, the tolerance of steps with
 * error control (time.tolerance). */
bool tc_implicit_suits_control(const tc_implicit_options *options, double tolerance);

/* Callbacks during linear solves. `residual` is called for every residual that the solver obtains, with its
 * norm divided by the reference norm. Its argument `is_true` is true if the residual was recomputed with a
 * product, and false if the method updated it recursively. `ended` is called at the end of every solve. All
 * ranks call these functions with the same arguments. The functions are not collective. Each may be NULL. */
typedef struct tc_implicit_monitor {
  void *self;
  void (*residual)(void *self, int64_t step, int64_t iteration, double residual, bool is_true);
  void (*ended)(void *self, int64_t step, const tc_solve_result *solution);
} tc_implicit_monitor;

/* Options and borrowed objects that an integrator needs to solve linear systems. */
typedef struct tc_implicit_steps {
  tc_implicit_options options;
  double largest; /* Upper estimate of the largest |eigenvalue| of R (solve/stability/spectrum.h), 1/time. */
  tc_solve_statistics *record;        /* Receives the statistics of all solves during the run; may be NULL. */
  const tc_implicit_monitor *monitor; /* Callbacks that receive the residuals; may be NULL. */
  const tc_virtual_ranks *virtual_ranks; /* Virtual ranks into which a dry run splits the system
                                            (tc_linear_system); NULL in a real run. */
} tc_implicit_steps;

#endif
