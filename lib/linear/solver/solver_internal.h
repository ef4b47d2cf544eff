/* What the sources of the solver share. Internal to it. */
#ifndef TC_LINEAR_SOLVER_SOLVER_INTERNAL_H
#define TC_LINEAR_SOLVER_SOLVER_INTERNAL_H

#include "linear/solver/solver.h"

extern const tc_work tc_solver_begin_work; /* what the driver does beside the method and claims */

/* Where the driver's own dot product stands, behind those of the method. */
static inline int tc_solver_driver_dot_index(const tc_solver *s) { return s->dots - 1; }

/* Of what earlier solves have found out about the sizes of dot products only bins (base/numeric/dot.h)
 * remain, which are guesses: a solve has the same bits whatever was solved before it. Not collective. */
void tc_solver_reset_dot_windows(tc_solver *solver);

#endif
