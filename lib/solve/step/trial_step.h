/* The first step of a run that solves systems, made before it: what an iteration count cannot be told from.
 * Of a steady state it is the whole of it. It is the same on any number of ranks and with any strategy where
 * the solver's bits are. */
#ifndef TC_SOLVE_STEP_TRIAL_STEP_H
#define TC_SOLVE_STEP_TRIAL_STEP_H

#include "solve/step/integrator.h"

typedef struct tc_trial_step {
  const tc_method *method; /* that is taken */
  bool solved;
  bool bitwise, symmetric; /* as in tc_solve_statistics, like */
  double skew;             /* this */
  int64_t iterations;      /* of all solves of the step */
  int64_t
      bound; /* at most so many, by the conditions of the matrix and of what is solved; 0: nothing is known */
  tc_work work;           /* of the whole step, */
  tc_counts sweep_counts; /* and what its sweeps move for this rank */
} tc_trial_step;

/* Collective. integrator: one that solves. how: problem, dt, input and implicit are taken; value[owned]: the
 * initial field. Products are those of estimates (solve/stability/estimate_operator.h). The input begins
 * anew. Errors on all ranks: those of the step; TC_NUMERICAL when it cannot be solved: the rest of *out is
 * known all the same. */
tc_status tc_trial_step_run(const tc_integrator *integrator, const tc_integrator_setup *how,
                            const double *value, tc_trial_step *out);

/* Pure. The most iterations that conjugate gradients need on a matrix of this condition until the norm of the
 * residual is `reduction` times the first, where `preconditioned` is the condition of the matrix that they
 * see: errors fall like 2 ((sqrt(preconditioned) - 1) / (sqrt(preconditioned) + 1))^k in the norm of the
 * matrix, with a preconditioner too (Saad 2003, sections 6.11.3 and 9.2), and residuals are at most
 * sqrt(condition) times what these say. */
int64_t tc_cg_iteration_bound(double condition, double preconditioned, double reduction);

#endif
