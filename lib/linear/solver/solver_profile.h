/* Profile of a solver for forecasts: the work of the preconditioner, and the memory that an iteration touches
 * between two uses of the matrix. The profile follows from the options and from the counted work of method
 * and preconditioner, so it is available before a linear system exists. Pure: no MPI, no clock. */
#ifndef TC_LINEAR_SOLVER_SOLVER_PROFILE_H
#define TC_LINEAR_SOLVER_SOLVER_PROFILE_H

#include "linear/solver/solver.h"
#include "model/step/forecast.h"

/* Returns the profile of a solver for rows with `width` off-diagonal entries. The method may be NULL if it is
 * chosen automatically (`auto`). The profile then approximates that of most methods. */
tc_solver_profile tc_solver_profile_compute(const tc_solver_options *solver, double width);

#endif
