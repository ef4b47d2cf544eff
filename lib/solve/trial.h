/* The first step of a run that solves systems, made before it: what an iteration count cannot be told from.
 * It is the same on any number of ranks and with any strategy where the solver's bits are. */
#ifndef TC_SOLVE_TRIAL_H
#define TC_SOLVE_TRIAL_H

#include "solve/integrator.h"

typedef struct tc_trial {
  const tc_method *method; /* that is taken */
  bool solved;
  bool bitwise, symmetric; /* as in tc_solve_record, like */
  double skew;             /* this */
  int64_t iterations;
  int64_t bound;   /* at most so many, by the condition of the matrix; 0: nothing is known */
  tc_work work;    /* of the whole step, */
  tc_counts swept; /* and what its sweeps move for this rank */
} tc_trial;

/* Collective. how: problem, dt, input and implicit are taken; value[owned]: the initial field. Products are
 * those of estimates (solve/product.h). The input begins anew. Errors on all ranks: those of the step;
 * TC_NUMERICAL when it cannot be solved: the rest of *out is known all the same. */
tc_status tc_trial_make(const tc_stepping *how, const double *value, tc_trial *out);

/* Pure. The most iterations that conjugate gradients need on a matrix whose eigenvalues lie between 1 and
 * `condition`, until the norm of the residual is `reduction` times the first: 2 sqrt(condition)
 * ((sqrt(condition) - 1) / (sqrt(condition) + 1))^k is no more, since errors fall like that in the norm of
 * the matrix (Saad 2003, section 6.11.3). */
int64_t tc_iterations_bound(double condition, double reduction);

#endif
