/* Counts the work of a list of vector operations. tc_solver_vector_ops calls it for each pass over the rows.
 */
#ifndef TC_LINEAR_SOLVER_VECTOR_OPS_COUNT_H
#define TC_LINEAR_SOLVER_VECTOR_OPS_COUNT_H

#include <stdbool.h>

#include "base/ledger/work.h"
#include "linear/solver/vector_ops.h"

/* Not collective. Adds to *work the work of one pass over the rows with these `count` operations, without the
 * reduction of dot products and without preconditionings that are not diagonal. An array that is read or
 * written counts as one stream, an array that is read and then written as two. A read after a write in the
 * same pass is not counted, because the values are then in the L1 cache. */
void tc_vector_ops_count(int count, const tc_vector_op *op, tc_work *work);

#endif
