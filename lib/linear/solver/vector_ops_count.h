/* Work of a list of vector operations, counted from the list. tc_solver_vector_ops calls it for each pass
 * over the rows. The count has no side effects except on `work`. */
#ifndef TC_LINEAR_SOLVER_VECTOR_OPS_COUNT_H
#define TC_LINEAR_SOLVER_VECTOR_OPS_COUNT_H

#include <stdbool.h>

#include "base/ledger/work.h"
#include "linear/solver/vector_ops.h"

/* Not collective. Adds the work of one pass over the rows, without its reduction and without non-diagonal
 * preconditionings. An array that is read or written counts as one stream, an array that is read and then
 * written as two. A read after a write in the same pass is served by the L1 cache and is not counted. */
void tc_vector_ops_count(int count, const tc_vector_op *op, tc_work *work);

#endif
