/* The field in which nothing changes, found without steps: for verification, where fast and slow parts of a
 * mesh would ask for millions of steps. */
#ifndef TC_SOLVE_EQUILIBRIUM_H
#define TC_SOLVE_EQUILIBRIUM_H

#include "base/log.h"
#include "solve/problem.h"

/* Collective. R v + rate = 0: rate[owned] is all that does not depend on v (boundary data and sources),
 * value[owned] a first guess, then v. BiCGSTAB (van der Vorst 1992) on the rows divided by their diagonals,
 * until what rounding cannot explain of their residuals, row by row, is at most 1e-14 of the field, and the
 * residuals 1 % of the rates that drive it; with reproducible sums: the same bits on any number of ranks and
 * threads. Errors on all ranks: TC_USAGE when constants may be added to any solution (nothing but fluxes at
 * the boundary); TC_NUMERICAL when it does not get there; TC_INTERNAL out of memory. */
tc_status tc_equilibrium_find(const tc_problem *problem, const double *rate, const tc_log *log, double *value,
                              int *products);

#endif
