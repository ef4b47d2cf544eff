/* Product of an operator whose rows are passed to a callback instead of being stored: the callback combines
 * them with other vectors while they are in the first cache. Stages of explicit methods use it, because a
 * stage then reads the matrix and its vectors once. Devices are not supported: the caller must not pass an
 * operator for which tc_operator_set_device was called. */
#ifndef TC_LINEAR_OPERATOR_OPERATOR_ROWS_H
#define TC_LINEAR_OPERATOR_OPERATOR_ROWS_H

#include "linear/operator/operator.h"

enum { TC_ROWS_BLOCK = 512 }; /* largest number of rows of one call */

/* Receives rows begin .. end-1 of y = M x: product[k] is row begin + k. Called once for each block of rows,
 * by the thread to which tc_matrix_thread_rows assigns them, with the rows of a thread in rising order. It
 * must not write into x, because other blocks and other ranks still read x. `product` is valid during the
 * call. */
typedef struct tc_row_combination {
  void *self;
  void (*combine)(void *self, int32_t begin, int32_t end, const double *product);
} tc_row_combination;

/* Collective. Computes M x like tc_operator_apply and passes the rows to the callback. The rows have the bits
 * of tc_operator_apply. A strategy with an access computes the whole product first, into `scratch`, a vector
 * of the operator that is neither x nor used by the combination. With other strategies `scratch` may be NULL.
 * Adds time and counts like tc_operator_apply; the time of the combination is part of the phase `compute`.
 * Errors: those of tc_operator_apply. */
tc_status tc_operator_apply_rows(tc_operator *op, const tc_vector *x, const tc_row_combination *combination,
                                 tc_vector *scratch, tc_ledger *ledger);

#endif
