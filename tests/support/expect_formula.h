/* Expects the expression to have the value of a formula of x, y, z and t at two points. */
#ifndef TC_TESTS_SUPPORT_EXPECT_FORMULA_H
#define TC_TESTS_SUPPORT_EXPECT_FORMULA_H

#include "fv/formula/expression.h"
#include "support/expect.h"

static inline void expect_formula(tc_expression *e, const char *formula) {
  static const double at[2][4] = {{0.25, 1.5, -0.75, 2.0}, {-3.0, 0.5, 7.0, 0.125}};
  tc_expression *expected = NULL;
  expect_ok(tc_expression_create("here", formula, tc_expression_xyzt, 4, &expected));
  for (int i = 0; i < 2; i++) {
    double value, other;
    expect_ok(tc_expression_value(e, at[i], &value));
    expect_ok(tc_expression_value(expected, at[i], &other));
    cr_expect_eq(value, other, "%s: %.17g, not %.17g", formula, value, other);
  }
  tc_expression_destroy(&expected);
}

#endif
