/* Declaration shared by the source files of an operator. Internal to linear/operator. */
#ifndef TC_LINEAR_OPERATOR_OPERATOR_INTERNAL_H
#define TC_LINEAR_OPERATOR_OPERATOR_INTERNAL_H

#include "linear/operator/operator.h"

/* Returns the bytes that one product of `multiplier`, a form of the operator, reads and writes if every entry
 * of the matrix, of x and of y is transferred once. */
double tc_operator_count_product_bytes(const tc_operator *op, const tc_multiplier *multiplier);

#endif
