/* Elementary functions whose results have the same bits on every processor. The C library's own choose
 * between variants with and without fused multiply-adds at start, and these differ in the last bit. */
#ifndef TC_FV_FORMULA_MATH_FUNCTIONS_H
#define TC_FV_FORMULA_MATH_FUNCTIONS_H

#define TC_FUNCTION_PI 3.14159265358979323846
#define TC_FUNCTION_E  2.71828182845904523536

typedef double tc_function1(double);

/* By the names that formulas use; ends with name NULL. */
typedef struct tc_function {
  const char *name;
  tc_function1 *value;
} tc_function;

extern const tc_function tc_functions[];

double tc_function_atan2(double y, double x);

/* x^y; for y = 2, 3 and 4 a product, x*x and so on. */
double tc_function_power(double x, double y);

#endif
