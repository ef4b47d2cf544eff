/* How systems of implicit steps, and of steady states, are to be solved, and what came of it. */
#ifndef TC_SOLVE_STEP_IMPLICIT_H
#define TC_SOLVE_STEP_IMPLICIT_H

#include "linear/solver/solver.h"
#include "solve/step/solve_statistics.h"

/* What a config says, all plain data. */
typedef struct tc_implicit_options {
  double theta;             /* 1: backward Euler; 0.5: Crank-Nicolson */
  tc_solver_options solver; /* strategy and format are those of the steps */
  bool automatic;           /* method NULL: cg where the matrix is symmetric, else bicgstab */
  bool relative_to_start;   /* the reference of the tolerance is the first residual, else the right side */
  double accept;            /* a failed solve whose true residual is at most this is kept; 0: none is */
} tc_implicit_options;

/* Backward Euler, solved to 1e-8 of the right side by whatever method fits, with jacobi. */
tc_implicit_options tc_implicit_options_default(void);

/* Told of every residual of every solve, in units of the reference, and of every end; the same calls on all
 * ranks. Not collective. Any may be NULL. */
typedef struct tc_implicit_monitor {
  void *self;
  void (*residual)(void *self, int64_t step, int64_t iteration, double residual, bool is_true);
  void (*ended)(void *self, int64_t step, const tc_solve_result *solution);
} tc_implicit_monitor;

/* What integrators that solve systems are given. */
typedef struct tc_implicit_steps {
  tc_implicit_options options;
  double largest;                        /* |eigenvalue| of R, or more (solve/stability/spectrum.h) */
  tc_solve_statistics *record;           /* filled in on the way; NULL: nobody wants to know */
  const tc_implicit_monitor *monitor;    /* NULL: nobody */
  const tc_virtual_ranks *virtual_ranks; /* as in a tc_linear_system */
} tc_implicit_steps;

/* Pure: what a step does in addition to its solve (tc_solver_work). */
void tc_implicit_work(const tc_implicit_options *choice, tc_work *out);

#endif
