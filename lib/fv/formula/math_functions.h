/* Elementary functions whose results have the same bits on every processor. The double functions of the C
 * library do not have this property: the library selects variants with or without fused multiply-adds at run
 * time, and their results differ in the last bit. Formulas call the functions through bytecode, and muParser
 * uses them too. All functions are pure. */
#ifndef TC_FV_FORMULA_MATH_FUNCTIONS_H
#define TC_FV_FORMULA_MATH_FUNCTIONS_H

#define TC_MATH_PI 3.14159265358979323846
#define TC_MATH_E  2.71828182845904523536

typedef double tc_math_function1(double);

/* A function of one argument with its name in formulas. The array tc_math_functions lists all of them and
 * ends with an item whose name is NULL. */
typedef struct tc_math_function {
  const char *name;
  tc_math_function1 *value;
} tc_math_function;

extern const tc_math_function tc_math_functions[];

double tc_math_atan2(double y, double x);

/* Returns x^y. For y = 2, 3 and 4 the result is the product x*x, x*x*x or x*x*x*x. */
double tc_math_power(double x, double y);

#endif
