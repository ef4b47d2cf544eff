/* Formulas for tests. */
#ifndef TC_TESTS_FORMULAS_H
#define TC_TESTS_FORMULAS_H

#include "fv/formula/expression.h"
#include "support/expect.h"

/* In the first so many of x, y, z, t, v, w; messages say "here". */
static inline tc_expression *formula(const char *text, int names) {
  static const char *const name[] = {"x", "y", "z", "t", "v", "w"};
  tc_expression *out = NULL;
  expect_ok(tc_expression_create("here", text, name, names, &out));
  return out;
}

#endif
