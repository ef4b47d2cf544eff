/* Elementary functions that are correctly rounded to double, so that their bits are the same on all
 * processors. The C library's long double functions have 64 significant bits on x86-64 and errors below 3
 * units in their last place (the largest error measured against binary128 was 2.5, for asinh). The long
 * double result is rounded to double if an error of 16 such units could not change the rounded value.
 * Otherwise, in 1 to 2 % of the cases, the function is evaluated in binary128, which has 113 bits, uses
 * integer arithmetic, and gives the same result on all processors. */
#define __STDC_WANT_IEC_60559_TYPES_EXT__ 1 /* declares sinf128 and similar functions */
#include "fv/formula/math_functions.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#if defined __HAVE_FLOAT128 && __HAVE_FLOAT128
#define WIDE(name) name##f128
#else
#define WIDE(name) name##l
#endif

/* Returns true if y + e and y - e round to the same double, where y is a result in long double and e = 2^-59
 * |y| a bound of its absolute error. The exact result is between these two numbers, so it rounds to the same
 * double too. */
static bool is_rounding_safe(long double y) {
  const long double error_bound = fabsl(y) * 0x1p-59L;
  return !isfinite(y) || (double)(y - error_bound) == (double)(y + error_bound);
}

#define FUNCTION(name)                                                                                       \
  static double name##_value(double x) {                                                                     \
    const long double y = name##l(x);                                                                        \
    return is_rounding_safe(y) ? (double)y : (double)WIDE(name)(x);                                          \
  }

FUNCTION(sin)
FUNCTION(cos)
FUNCTION(tan)
FUNCTION(asin)
FUNCTION(acos)
FUNCTION(atan)
FUNCTION(sinh)
FUNCTION(cosh)
FUNCTION(tanh)
FUNCTION(asinh)
FUNCTION(acosh)
FUNCTION(atanh)
FUNCTION(log2)
FUNCTION(log10)
FUNCTION(log)
FUNCTION(exp)

const tc_math_function tc_math_functions[] = {
    {"sin", sin_value},   {"cos", cos_value},     {"tan", tan_value},     {"asin", asin_value},
    {"acos", acos_value}, {"atan", atan_value},   {"sinh", sinh_value},   {"cosh", cosh_value},
    {"tanh", tanh_value}, {"asinh", asinh_value}, {"acosh", acosh_value}, {"atanh", atanh_value},
    {"log2", log2_value}, {"log10", log10_value}, {"log", log_value},     {"ln", log_value},
    {"exp", exp_value},   {NULL, NULL},
};

double tc_math_atan2(double y, double x) {
  const long double angle = atan2l(y, x);
  return is_rounding_safe(angle) ? (double)angle : (double)WIDE(atan2)(y, x);
}

double tc_math_power(double x, double y) {
  if (y == 2.0) return x * x;
  if (y == 3.0) return x * x * x;
  if (y == 4.0) return x * x * x * x;
  const long double power = powl(x, y);
  return is_rounding_safe(power) ? (double)power : (double)WIDE(pow)(x, y);
}
