/* Several products in one pass through the matrix (linear/operator/sweep_plan.h). A callback combines the
 * rows of each product with other vectors, as in linear/operator/operator_rows.h. Needs a strategy with a
 * transport; devices are not supported. */
#ifndef TC_LINEAR_OPERATOR_OPERATOR_SWEEP_H
#define TC_LINEAR_OPERATOR_OPERATOR_SWEEP_H

#include "linear/operator/operator.h"
#include "linear/operator/sweep_plan.h"

/* Callback that receives rows begin .. end-1 of y_j = M x_j in stage j: product[k] is row begin + k. It
 * computes these rows of the next input x_(j+1) and writes them to the vector of x_(j-1). No row that is
 * computed later reads the values of x_(j-1) which this overwrites. Called by any thread, with at most
 * TC_ROWS_BLOCK (linear/operator/operator_rows.h) rows. */
typedef struct tc_sweep_combination {
  void *self;
  void (*combine)(void *self, int stage, int32_t begin, int32_t end, const double *product);
} tc_sweep_combination;

/* Collective. Performs the stages of the plan. input[stages]: the vector x_j that stage j multiplies; stages
 * use two vectors alternately. Each stage exchanges its ghosts once, as a single product does. The exchange
 * writes the ghosts into the vector itself, also for strategies whose single products read a copy, so that
 * owned values are not copied. Gives the bits of single products. Adds the time and the counts of all stages
 * to the ledger. Errors: those of tc_operator_apply. */
tc_status tc_operator_sweep(tc_operator *op, const tc_sweep_plan *plan, tc_vector *const *input,
                            const tc_sweep_combination *combination, tc_ledger *ledger);

#endif
