#include "fv/expression.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/expect.h"

static const char *const where = "run.yaml:12: initial";

static double value_of(const char *formula, double x, double y, double z) {
  const double at[] = {x, y, z};
  double value = NAN;
  tc_expression *expression = NULL;
  expect_ok(tc_expression_create(where, formula, "xyz", &expression));
  expect_ok(tc_expression_value(expression, at, &value));
  tc_expression_destroy(&expression);
  cr_assert_null(expression);
  return value;
}

#define expect_value(formula, x, y, z, wanted)                                                               \
  cr_assert_float_eq(value_of(formula, x, y, z), wanted, 1e-14, "%s", formula)

static tc_status refusal(const char *formula) {
  tc_expression *expression = NULL;
  tc_status status = tc_expression_create(where, formula, "xyz", &expression);
  cr_assert_null(expression, "%s", formula);
  return status;
}

#define expect_refused(formula, part)                                                                        \
  do {                                                                                                       \
    expect_error(refusal(formula), TC_USAGE, where);                                                         \
    expect_error(refusal(formula), TC_USAGE, part);                                                          \
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
  expect_ok(tc_expression_create(where, "x*t", "xyzt", &expression));
  for (int i = 0; i < 100; i++) {
    const double at[] = {i, 0, 0, 2};
    double value = NAN;
    expect_ok(tc_expression_value(expression, at, &value));
    cr_assert_eq(value, 2.0 * i);
  }
  tc_expression_destroy(&expression);
}

Test(expression, infinite_and_nan_are_values) {
  cr_assert(isinf(value_of("1/x", 0, 0, 0)));
  cr_assert(isnan(value_of("sqrt(x)", -1, 0, 0)));
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

/* Up to the length that is allowed every formula is read; beyond it the message says so. */
Test(expression, length) {
  enum { most = 19000 };
  static const char *const piece[] = {"+x", "(", "sin(", "-", "x?1:"};
  char *text = calloc(most + 8, 1);
  for (size_t p = 0; p < sizeof piece / sizeof *piece; p++) {
    size_t n = (size_t)sprintf(text, "x");
    while (n < most) n += (size_t)sprintf(text + n, "%s", piece[p]);
    strcpy(text + most, "1");
    expect_refused(text, "is longer than 19000 characters");
    text[p == 0 ? most - 1 : most] = '\0'; /* the sum ends in a term */
    tc_expression *expression = NULL;
    tc_status status = tc_expression_create(where, text, "xyz", &expression);
    cr_assert(!status || !strstr(tc_status_text(status), "values"), "%s", tc_status_text(status));
    cr_assert((p == 0) == (expression != NULL), "%s", tc_status_text(status));
    tc_status_free(&status);
    tc_expression_destroy(&expression);
  }
  free(text);
}

/* muParser's own messages quote the formula into a buffer of 2048 bytes. */
Test(expression, mistakes_in_long_formulas) {
  char text[4000];
  for (size_t n = 1800; n < sizeof text; n += 7) {
    memset(text, 'q', n);
    text[n] = '\0';
    expect_error(refusal(text), TC_USAGE, "at position 1 in the formula \"qqq");
  }
  memset(text, '-', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  memcpy(text, "x+x+q", 5);
  expect_refused(text, "a mistake at position ");
}

Test(expression, survives_long_and_deep_formulas) {
  enum { n = 30000 };
  char *text = malloc(n + 1);
  text[n] = '\0';
  const char fill[] = {'(', '-', 'x', '1', '.', '\n'};
  for (size_t i = 0; i < sizeof fill; i++) {
    memset(text, fill[i], n);
    tc_expression *expression = NULL;
    tc_status status = tc_expression_create(where, text, "xyz", &expression);
    cr_assert((status == NULL) != (expression == NULL));
    cr_assert(!status || strlen(tc_status_text(status)) < 1000);
    tc_status_free(&status);
    tc_expression_destroy(&expression);
  }
  free(text);
}

/* One formula cut at every byte, and with every byte replaced: an error or a value, never a crash. */
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
      tc_status status = tc_expression_create(where, text, "xyz", &expression);
      cr_assert((status == NULL) != (expression == NULL));
      cr_assert(!status || !strchr(tc_status_text(status), '\x01'));
      tc_status_free(&status);
      tc_expression_destroy(&expression);
    }
}

/* Errors are values: nothing may reach the terminal. */
Test(expression, is_silent) {
  int pipe_end[2];
  cr_assert_eq(pipe(pipe_end), 0);
  dup2(pipe_end[1], 1);
  dup2(pipe_end[1], 2);
  tc_status status = refusal("sin(");
  close(1), close(2), close(pipe_end[1]);
  char byte;
  cr_assert_eq(read(pipe_end[0], &byte, 1), 0);
  tc_status_free(&status);
}
