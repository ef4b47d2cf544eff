/* How systems of implicit steps, and of steady states, are to be solved. */
#ifndef TC_SOLVE_IMPLICIT_H
#define TC_SOLVE_IMPLICIT_H

#include "linear/solver.h"

/* What a config says, all plain data. */
typedef struct tc_implicit_choice {
  double theta;            /* 1: backward Euler; 0.5: Crank-Nicolson */
  tc_solver_choice solver; /* strategy and format are for others to fill in */
  bool automatic;          /* method NULL: cg where the matrix is symmetric, else bicgstab */
  bool relative_to_start;  /* the reference of the tolerance is the first residual, else the right side */
  double accept;           /* a failed solve whose true residual is at most this is kept; 0: none is */
} tc_implicit_choice;

#endif
