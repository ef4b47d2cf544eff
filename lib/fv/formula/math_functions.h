/* Elementary functions whose results have the same bits on every processor. The C library's own choose
 * between variants with and without fused multiply-adds at start, and these differ in the last bit. */
#ifndef TC_FV_FORMULA_MATH_FUNCTIONS_H
#define TC_FV_FORMULA_MATH_FUNCTIONS_H

#define TC_MATH_PI 3.14159265358979323846
#define TC_MATH_E  2.71828182845904523536

typedef double tc_math_function1(double);

/* By the names that formulas use; ends with name NULL. */
typedef struct tc_math_function {
  const char *name;
  tc_math_function1 *value;
} tc_math_function;

extern const tc_math_function tc_math_functions[];

double tc_math_atan2(double y, double x);

/* x^y; for y = 2, 3 and 4 a product, x*x and so on. */
double tc_math_power(double x, double y);

#endif
