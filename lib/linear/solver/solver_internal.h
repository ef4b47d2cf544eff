/* Declarations shared by the source files of the solver. Only files of linear/solver include it. Indices of
 * dot products are ordered: first those of the method, then those for callers between solves, and last the
 * one of the driver. */
#ifndef TC_LINEAR_SOLVER_SOLVER_INTERNAL_H
#define TC_LINEAR_SOLVER_SOLVER_INTERNAL_H

#include "linear/solver/solver.h"

/* Work of the driver at the start of a solve, without verifications. */
extern const tc_work tc_solver_begin_work;

/* Returns the index of the driver's own dot product, the last one. */
static inline int tc_solver_driver_dot_index(const tc_solver *s) { return s->dots - 1; }

/* Not collective. Resets the windows of the method's dot products to the bins of the first dot products of
 * the last solve. A solve inherits nothing but these guesses from earlier ones (base/numeric/dot.h), so its
 * bits do not depend on earlier solves. */
void tc_solver_reset_dot_windows(tc_solver *solver);

#endif
