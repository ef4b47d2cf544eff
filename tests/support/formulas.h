/* Functions that parse formulas for tests. */
#ifndef TC_TESTS_FORMULAS_H
#define TC_TESTS_FORMULAS_H

#include "fv/formula/expression.h"
#include "support/expect.h"

/* Parses a formula in the first `names` of the variables x, y, z, t, v, w. Messages use the place "here". */
static inline tc_expression *formula(const char *text, int names) {
  static const char *const name[] = {"x", "y", "z", "t", "v", "w"};
  tc_expression *out = NULL;
  expect_ok(tc_expression_create("here", text, name, names, &out));
  return out;
}

#endif
