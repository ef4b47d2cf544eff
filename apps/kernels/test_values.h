/* Test values of products: small integers, so that every sum is exact in any order and a result is either
 * right or wrong. Products use the weights and x, and `kernels run` checks the results. Pure. */
#ifndef TC_KERNELS_TEST_VALUES_H
#define TC_KERNELS_TEST_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "sparse/reuse_distance.h"

/* Returns the weight of an edge, 1 to 8, equal for both directions. */
int32_t kn_test_weight(int32_t i, int32_t j);

/* Returns x_i in step number `step`. The change between steps differs between rows, so a row that still uses
 * values of an earlier step has a wrong result. */
int64_t kn_test_x(int32_t i, int32_t step);

/* Not collective. Checks that each y_i is the sum over the neighbours of weight (x_j - x_i), which is
 * computed here in integers. If `symmetric`, also checks that the rows add up to 0. `what` names the product
 * in the message. Errors: TC_NUMERICAL. */
tc_status kn_test_check_product(const tc_ell_pattern *columns, bool symmetric, int32_t step, const double *y,
                                const char *what);

#endif
