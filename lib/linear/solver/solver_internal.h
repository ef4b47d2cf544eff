/* Declarations shared by the source files of the solver. Only files of linear/solver include it. Dot product
 * indices are assigned in this order: first the indices of the method, then the indices for callers between
 * solves, last the index of the driver. */
#ifndef TC_LINEAR_SOLVER_SOLVER_INTERNAL_H
#define TC_LINEAR_SOLVER_SOLVER_INTERNAL_H

#include "linear/solver/solver.h"

/* Returns the index of the driver's own dot product, which is the last index. */
static inline int tc_solver_driver_dot_index(const tc_solver *s) { return s->dots - 1; }

/* Not collective. Resets the exponent windows of the dot products of the method, one for each index
 * (base/numeric/dot.h). Each window begins at the exponent that the first dot product with this index had in
 * the last solve. A wrong window never changes a result, so the bits of a solve do not depend on earlier
 * solves. */
void tc_solver_reset_dot_windows(tc_solver *solver);

#endif
