#include "fv/formula/expression.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/expect.h"

static const char *const where = "run.yaml:12: initial";

static double evaluate(const char *formula, double x, double y, double z) {
  const double at[] = {x, y, z};
  double value = NAN;
  tc_expression *expression = NULL;
  expect_ok(tc_expression_create(where, formula, tc_expression_xyzt, 3, &expression));
  expect_ok(tc_expression_value(expression, at, &value));
  tc_expression_destroy(&expression);
  cr_assert_null(expression);
  return value;
}

#define expect_value(formula, x, y, z, wanted)                                                               \
  cr_assert_float_eq(evaluate(formula, x, y, z), wanted, 1e-14, "%s", formula)

static tc_status create_invalid(const char *formula) {
  tc_expression *expression = NULL;
  tc_status status = tc_expression_create(where, formula, tc_expression_xyzt, 3, &expression);
  cr_assert_null(expression, "%s", formula);
  return status;
}

#define expect_refused(formula, part)                                                                        \
  do {                                                                                                       \
    expect_error(create_invalid(formula), TC_USAGE, where);                                                  \
    expect_error(create_invalid(formula), TC_USAGE, part);                                                   \
  } while (0)

Test(expression, follows_its_variables) {
  expect_value("x + 10*y + 100*z", 1, 2, 3, 321.0);
  expect_value("exp(-((x-8)^2+y^2+z^2)/4)", 8, 1, 1, exp(-0.5));
  expect_value("-x^2", 3, 0, 0, -9.0);
  expect_value("x < 2 ? 1 : z", 3, 0, 7, 7.0);
  expect_value("7", 0, 0, 0, 7.0);
  expect_value("x\n + y\n", 1, 2, 0, 3.0);
}

Test(expression, knows_pi_and_e) {
  expect_value("cos(pi)", 0, 0, 0, -1.0);
  expect_value("ln(e)", 0, 0, 0, 1.0);
  expect_value("_pi - pi + e - _e", 0, 0, 0, 0.0);
}

Test(expression, same_expression_many_points) {
  tc_expression *expression = NULL;
  expect_ok(tc_expression_create(where, "x*t", tc_expression_xyzt, 4, &expression));
  for (int i = 0; i < 100; i++) {
    const double at[] = {i, 0, 0, 2};
    double value = NAN;
    expect_ok(tc_expression_value(expression, at, &value));
    cr_assert_eq(value, 2.0 * i);
  }
  tc_expression_destroy(&expression);
}

Test(expression, infinite_and_nan_are_values) {
  cr_assert(isinf(evaluate("1/x", 0, 0, 0)));
  cr_assert(isnan(evaluate("sqrt(x)", -1, 0, 0)));
}

Test(expression, refuses_what_is_not_a_formula) {
  expect_refused("", "empty");
  expect_refused("   ", "empty");
  expect_refused("x,y", "gives 2 values");
  expect_refused("1,5", "point");
  expect_refused("x +", "unexpected end of expression at position 3 in");
  expect_refused("(x", "missing parenthesis");
  expect_refused("x)", "unexpected parenthesis \")\" at position 2 in");
  expect_refused("2x", "unexpected variable \"x\" at position 2 in");
  expect_refused("x ** 2", "unexpected operator \"*\" at position 4 in");
  expect_refused("sin(1,2)", "too many parameters for function \"sin\"");
  expect_refused("\"abc\"", "string");
  expect_refused("x # y", "unknown name");
}

Test(expression, names_the_unknown) {
  expect_refused("q*2", "unknown name \"q\" (known: x, y, z, pi, e and functions");
  expect_refused("X", "unknown name \"X\"");
  expect_refused("2*PI", "unknown name \"PI\"");
  expect_refused("1 + t", "unknown name \"t\"");
  expect_refused("sin", "functions in the form sin(x)");
  expect_refused("sin x", "unknown name \"sin");
  expect_refused("\xc3\xa9", "unknown name");
}

Test(expression, refuses_to_assign) {
  expect_refused("x=3", "'=' at position 2");
  expect_refused("(y=3)+1", "'=='");
  expect_refused("x==1 ? y=2 : 3", "'=' at position 9");
  expect_value("(x==1) + 2*(x!=1) + 4*(x<=1) + 8*(x>=1)", 1, 0, 0, 13.0);
}

/* A formula of 19000 characters must not be refused because of its length. A longer formula must be
 * refused with an error that states the limit. */
Test(expression, length) {
  enum { most = 19000 };
  static const char *const piece[] = {"+x", "(", "sin(", "-", "x?1:"};
  char *text = calloc(most + 8, 1);
  for (size_t p = 0; p < sizeof piece / sizeof *piece; p++) {
    size_t n = (size_t)sprintf(text, "x");
    while (n < most) n += (size_t)sprintf(text + n, "%s", piece[p]);
    strcpy(text + most, "1");
    expect_refused(text, "is longer than 19000 characters");
    /* the sum is cut after a complete term, so that it is valid */
    text[p == 0 ? most - 1 : most] = '\0';
    tc_expression *expression = NULL;
    tc_status status = tc_expression_create(where, text, tc_expression_xyzt, 3, &expression);
    cr_assert(!status || !strstr(tc_status_text(status), "values"), "%s", tc_status_text(status));
    cr_assert((p == 0) == (expression != NULL), "%s", tc_status_text(status));
    tc_status_free(&status);
    tc_expression_destroy(&expression);
  }
  free(text);
}

/* muParser copies the formula into a buffer of 2048 bytes when it formats a message. Long formulas must
 * not make this buffer overflow. */
Test(expression, mistakes_in_long_formulas) {
  char text[4000];
  for (size_t n = 1800; n < sizeof text; n += 7) {
    memset(text, 'q', n);
    text[n] = '\0';
    expect_error(create_invalid(text), TC_USAGE, "at position 1 in the formula \"qqq");
  }
  memset(text, '-', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  memcpy(text, "x+x+q", 5);
  expect_refused(text, "syntax error at position ");
}

Test(expression, survives_long_and_deep_formulas) {
  enum { n = 30000 };
  char *text = malloc(n + 1);
  text[n] = '\0';
  const char fill[] = {'(', '-', 'x', '1', '.', '\n'};
  for (size_t i = 0; i < sizeof fill; i++) {
    memset(text, fill[i], n);
    tc_expression *expression = NULL;
    tc_status status = tc_expression_create(where, text, tc_expression_xyzt, 3, &expression);
    cr_assert((status == NULL) != (expression == NULL));
    cr_assert(!status || strlen(tc_status_text(status)) < 1000);
    tc_status_free(&status);
    tc_expression_destroy(&expression);
  }
  free(text);
}

/* At every position, one byte of the formula is replaced or the formula is cut. The result must be an
 * error or a value, and never a crash. */
Test(expression, mutations) {
  const char *formula = "x<=2 ? max(exp(-(x^2)/4.5e0), pi) : -ln(y,z)&&e";
  const char bytes[] = "(),=?:^ x1.\"#\n\x01\xff";
  for (size_t cut = 0; cut <= strlen(formula); cut++)
    for (size_t b = 0; b < sizeof bytes; b++) {
      char text[64];
      snprintf(text, sizeof text, "%s", formula);
      text[cut] = bytes[b];
      if (cut == strlen(formula)) text[cut + 1] = '\0';
      tc_expression *expression = NULL;
      tc_status status = tc_expression_create(where, text, tc_expression_xyzt, 3, &expression);
      cr_assert((status == NULL) != (expression == NULL));
      cr_assert(!status || !strchr(tc_status_text(status), '\x01'));
      tc_status_free(&status);
      tc_expression_destroy(&expression);
    }
}

/* Errors are returned as a status. Nothing may be written to stdout or stderr. */
Test(expression, is_silent) {
  int pipe_end[2];
  cr_assert_eq(pipe(pipe_end), 0);
  dup2(pipe_end[1], 1);
  dup2(pipe_end[1], 2);
  tc_status status = create_invalid("sin(");
  close(1), close(2), close(pipe_end[1]);
  char byte;
  cr_assert_eq(read(pipe_end[0], &byte, 1), 0);
  tc_status_free(&status);
}

/* ---- named variables and evaluation at many points ---- */

static const char *const names[] = {"x", "gate", "w_2", "t"};

static tc_expression *of_names(const char *formula) {
  tc_expression *expression = NULL;
  expect_ok(tc_expression_create(where, formula, names, 4, &expression));
  return expression;
}

Test(expression, variables_have_names) {
  tc_expression *e = of_names("gate*(1-gate) - w_2");
  const double at[] = {1, 3, 5, 7};
  double value = NAN;
  expect_ok(tc_expression_value(e, at, &value));
  cr_expect_eq(value, -11.0);
  cr_expect(tc_expression_uses(e, 1) && tc_expression_uses(e, 2));
  cr_expect_not(tc_expression_uses(e, 0) || tc_expression_uses(e, 3));
  tc_expression_destroy(&e);
  expect_error(tc_expression_create(where, "gates", names, 4, &e), TC_USAGE,
               "unknown name \"gates\" (known: x, gate, w_2, t, pi, e and functions");
}

/* A name is reserved if it has a meaning in formulas. The names in `open` are not reserved. Formulas that
 * use them without such a variable must be refused as unknown. */
Test(expression, names_that_are_taken) {
  static const char *const taken[] = {"e",    "_pi",  "sin", "ln",  "log10", "atanh", "sqrt", "abs",
                                      "sign", "rint", "min", "max", "sum",   "avg",   "exp",  "atan2"};
  static const char *const open[] = {"v", "w", "gate", "Sin", "rnd", "pow", "floor", "_e2"};
  for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
    cr_expect(tc_expression_is_reserved(taken[i]), "%s", taken[i]);
  for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
    char call[32];
    snprintf(call, sizeof call, "%s(1,2)", open[i]);
    cr_expect_not(tc_expression_is_reserved(open[i]));
    expect_refused(open[i], "unknown name");
    expect_refused(call, "unknown name");
  }
}

enum { points = 5000 };

/* Evaluates a formula at all points with the given number of threads. The bits must be those of
 * evaluations at single points. */
static void expect_filled(const char *formula, tc_expression *e, const tc_strided_values column[4],
                          int threads) {
  double *out = calloc(points, sizeof *out), at[4] = {0};
  omp_set_num_threads(threads);
  expect_ok(tc_expression_evaluate(e, points, column, out));
  for (int i = 0; i < points; i++) {
    double value = NAN;
    for (int k = 0; k < 4; k++)
      if (column[k].value) at[k] = column[k].value[i * column[k].stride];
    expect_ok(tc_expression_value(e, at, &value));
    cr_assert(memcmp(&value, &out[i], sizeof value) == 0, "%s at point %d: %g, %g", formula, i, out[i],
              value);
  }
  free(out);
}

Test(expression, many_points_have_the_bits_of_one) {
  static const char *const formulas[] = {"exp(-x^2)*sin(gate) + w_2/3*t",
                                         "gate",
                                         "t*7",
                                         "2*pi/3",
                                         "1/0",
                                         "x < 0.5 ? sqrt(x-0.25) : w_2",
                                         "sin(t)*x + exp(t)/(1+t^2)",
                                         "t < 0.5 ? gate : sin(t)*(t+x)*(t+1)"};
  double *x = calloc(3 * points, sizeof *x), now = 0.3;
  for (int i = 0; i < 3 * points; i++) x[i] = (i % 1013) / 1013.0;
  const tc_strided_values column[4] = {{x, 3}, {x + 1, 3}, {x, 1}, {&now, 0}};
  for (size_t f = 0; f < sizeof formulas / sizeof *formulas; f++) {
    tc_expression *e = of_names(formulas[f]);
    for (int threads = 1; threads <= 5; threads += 2) expect_filled(formulas[f], e, column, threads);
    tc_expression_destroy(&e);
  }
  free(x);
}

Test(expression, few_points_and_none) {
  tc_expression *e = of_names("x+1");
  const double x[2] = {1, 2};
  double out[2] = {NAN, NAN};
  const tc_strided_values column[4] = {{x, 1}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
  expect_ok(tc_expression_evaluate(e, 0, column, out));
  cr_expect(isnan(out[0]));
  expect_ok(tc_expression_evaluate(e, 2, column, out));
  cr_expect(out[0] == 2.0 && out[1] == 3.0);
  tc_expression_destroy(&e);
}
