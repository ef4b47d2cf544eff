/* What products are made with: whole numbers, so small that every sum is exact in whatever order it is made,
 * and results are either right or wrong. */
#ifndef TC_KERNELS_TEST_VALUES_H
#define TC_KERNELS_TEST_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "sparse/reuse_distance.h"

/* The weight of an edge, 1 to 8, the same from both ends. */
int32_t kn_test_weight(int32_t i, int32_t j);

/* x_i as a product with number `step` finds it. It differs from step to step, and not by the same everywhere:
 * what is left of an earlier step is seen in the result. */
int64_t kn_test_x(int32_t i, int32_t step);

/* Whether y is sum over the row's neighbours of weight (x_j - x_i), which is computed anew here, in integers.
 * Of a symmetric instance the sum of y has to be 0 as well. what: for the message. Not
 * collective. Errors: TC_NUMERICAL. */
tc_status kn_test_check_product(const tc_ell_pattern *columns, bool symmetric, int32_t step, const double *y,
                                const char *what);

#endif
