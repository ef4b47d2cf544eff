/* The functions of formulas must be correctly rounded, so that their bits do not depend on the processor.
 * The reference values are computed in binary128. */
#define __STDC_WANT_IEC_60559_TYPES_EXT__ 1
#include "fv/formula/math_functions.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/numeric/hash.h"
#include "fv/formula/expression.h"
#include "support/expect.h"

#if defined __HAVE_FLOAT128 && __HAVE_FLOAT128

enum { tries = 2000 };

/* Returns a pseudo-random number, either from the usual range of function arguments or with arbitrary
 * bits. */
static double number(uint64_t i) {
  const uint64_t bits = tc_hash_mix(i + 1);
  const double even = (double)bits * 0x1p-63 - 1.0;
  double any;
  memcpy(&any, &bits, sizeof any);
  return i % 4 == 0 ? even : i % 4 == 1 ? 30.0 * even : i % 4 == 2 ? 1.0 + 1e-3 * even : any;
}

static void expect_same(double got, double wanted, const char *name, double x, double y) {
  cr_assert((isnan(got) && isnan(wanted)) || memcmp(&got, &wanted, sizeof got) == 0,
            "%s of %.17g and %.17g is %.17g, should be %.17g", name, x, y, got, wanted);
}

typedef struct bench {
  tc_expression *expression;
  const char *name;
} bench;

static double evaluate(const bench *b, double x, double y) {
  const double at[] = {x, y};
  double value = NAN;
  expect_ok(tc_expression_value(b->expression, at, &value));
  return value;
}

#define EXPECT_ROUNDED(formula, wide)                                                                        \
  do {                                                                                                       \
    bench b = {NULL, formula};                                                                               \
    expect_ok(tc_expression_create("here", formula, tc_expression_xyzt, 2, &b.expression));                  \
    for (uint64_t i = 0; i < tries; i++) {                                                                   \
      const double x = number(i), y = number(i * 7 + 3);                                                     \
      (void)y;                                                                                               \
      expect_same(evaluate(&b, x, y), (double)(wide), formula, x, y);                                        \
    }                                                                                                        \
    tc_expression_destroy(&b.expression);                                                                    \
  } while (0)

Test(functions, are_rounded_correctly) {
  EXPECT_ROUNDED("sin(x)", sinf128(x));
  EXPECT_ROUNDED("cos(x)", cosf128(x));
  EXPECT_ROUNDED("tan(x)", tanf128(x));
  EXPECT_ROUNDED("asin(x)", asinf128(x));
  EXPECT_ROUNDED("acos(x)", acosf128(x));
  EXPECT_ROUNDED("atan(x)", atanf128(x));
  EXPECT_ROUNDED("sinh(x)", sinhf128(x));
  EXPECT_ROUNDED("cosh(x)", coshf128(x));
  EXPECT_ROUNDED("tanh(x)", tanhf128(x));
  EXPECT_ROUNDED("asinh(x)", asinhf128(x));
  EXPECT_ROUNDED("acosh(x)", acoshf128(x));
  EXPECT_ROUNDED("atanh(x)", atanhf128(x));
  EXPECT_ROUNDED("log2(x)", log2f128(x));
  EXPECT_ROUNDED("log10(x)", log10f128(x));
  EXPECT_ROUNDED("log(x)", logf128(x));
  EXPECT_ROUNDED("ln(x)", logf128(x));
  EXPECT_ROUNDED("exp(x)", expf128(x));
  EXPECT_ROUNDED("atan2(x,y)", atan2f128(x, y));
  EXPECT_ROUNDED("x^y", powf128(x, y));
  EXPECT_ROUNDED("x^2", x * x);
  EXPECT_ROUNDED("x^3", x * x * x);
  EXPECT_ROUNDED("x^0.5", powf128(x, 0.5f));
  EXPECT_ROUNDED("sqrt(x)", sqrtf128(x));
}

#endif

static double constant(const char *formula) {
  tc_expression *expression = NULL;
  double value = NAN;
  expect_ok(tc_expression_create("here", formula, NULL, 0, &expression));
  expect_ok(tc_expression_value(expression, NULL, &value));
  tc_expression_destroy(&expression);
  return value;
}

/* The operator ^ must be right-associative. It must have a higher precedence than a sign and a product. */
Test(functions, power_binds_as_ever) {
  cr_assert_eq(constant("2^3^2"), 512.0);
  cr_assert_eq(constant("-2^2"), -4.0);
  cr_assert_eq(constant("2^-1"), 0.5);
  cr_assert_eq(constant("2*3^2*2"), 36.0);
  cr_assert_eq(constant("2^2^0.5*1"), constant("2^(2^0.5)"));
  cr_assert_eq(constant("4^0.5"), 2.0);
  cr_assert_eq(constant("8^(1/3)"), 2.0);
  cr_assert_eq(constant("0^0"), 1.0);
  cr_assert(isinf(constant("10^400")));
  cr_assert_eq(constant("10^-400"), 0.0);
}

/* muParser sees another operator, but messages must contain the operator ^ of the user's formula. */
Test(functions, power_in_messages) {
  tc_expression *expression = NULL;
  expect_error(tc_expression_create("here", "2^^2", NULL, 0, &expression), TC_USAGE, "\"^\" at position 3");
  expect_error(tc_expression_create("here", "2^", NULL, 0, &expression), TC_USAGE, "formula \"2^\"");
  expect_error(tc_expression_create("here", "q^2", NULL, 0, &expression), TC_USAGE, "unknown name \"q\"");
  expect_error(tc_expression_create("here",
                                    "2\x7f"
                                    "2",
                                    NULL, 0, &expression),
               TC_USAGE, "position");
}
