/* Test values of products: small integers, so that every sum is exact in any order and a result is either
 * right or wrong. product.c fills A with the weights and x with kn_test_x, and `kernels run` checks the
 * result. Pure. */
#ifndef TC_KERNELS_TEST_VALUES_H
#define TC_KERNELS_TEST_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "sparse/reuse_distance.h"

/* Returns the matrix entry a_ij, an integer from 1 to 8. a_ij equals a_ji. */
int32_t kn_test_weight(int32_t i, int32_t j);

/* Returns value i of x in step number `step`. The value changes from step to step by an amount that depends
 * on i. A product that reads values of an earlier step therefore has a wrong result. */
int64_t kn_test_x(int32_t i, int32_t step);

/* Not collective. Checks that each y_i is the sum of a_ij (x_j - x_i) over the columns j of row i. Computes
 * this sum in integers with the x of step `step`. If `symmetric` is true, also checks that all y_i add up to
 * 0. `what` names the product in the message. Errors: TC_NUMERICAL. */
tc_status kn_test_check_product(const tc_ell_pattern *columns, bool symmetric, int32_t step, const double *y,
                                const char *what);

#endif
