/* What the sources of the solver share. Internal to it. */
#ifndef TC_LINEAR_SOLVER_INSIDE_H
#define TC_LINEAR_SOLVER_INSIDE_H

#include "linear/solver.h"

extern const tc_work tc_solver_beginning, tc_solver_claim; /* what the driver does beside the method */

#endif
