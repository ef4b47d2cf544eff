/* Declarations shared by the source files of the solver. Only files of linear/solver include it. The driver's
 * own dot product has the last index; the indices before it belong to callers between solves and to the
 * method. */
#ifndef TC_LINEAR_SOLVER_SOLVER_INTERNAL_H
#define TC_LINEAR_SOLVER_SOLVER_INTERNAL_H

#include "linear/solver/solver.h"

extern const tc_work
    tc_solver_begin_work; /* work of the driver at the start of a solve, without verifications */

/* Returns the index of the driver's own dot product, the last one. */
static inline int tc_solver_driver_dot_index(const tc_solver *s) { return s->dots - 1; }

/* Not collective. Resets the windows of the method's dot products to the bins of the first ones of the last
 * solve. Only these guesses (base/numeric/dot.h) survive a solve, so a solve has the same bits whatever was
 * solved before. */
void tc_solver_reset_dot_windows(tc_solver *solver);

#endif
