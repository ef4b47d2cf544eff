/* What a sweep does, counted from its list. */
#ifndef TC_LINEAR_SOLVER_VECTOR_OPS_COUNT_H
#define TC_LINEAR_SOLVER_VECTOR_OPS_COUNT_H

#include <stdbool.h>

#include "base/ledger/work.h"
#include "linear/solver/vector_ops.h"

/* Adds one pass over the rows, without its reduction and without preconditionings that are apart: an array
 * that is read and one that is written count as one stream each, one that is read and then written as two;
 * what is read behind its writing comes from the first cache. Not collective. */
void tc_vector_ops_count(int count, const tc_vector_op *op, tc_work *work);

#endif
