/* Formulas, which are evaluated at ordinary and at extreme points. */
#include <math.h>

#include "fuzz/kinds.h"
#include "fv/formula/expression.h"

static const char *const texts[] = {
    "exp(-((x-8)^2+y^2+z^2)/4)",
    "x<=2 ? max(exp(-(x^2)/4.5e0), pi) : -ln(y,z)&&e",
    "atan2(y, x)^-0.5 + sinh(z)*cos(2*pi*x) - (x != y) || !1",
    "min(sum(x,y,z), avg(1,2), rint(2.5))^2^0.5",
    "\1771 ?\n2:\n3",
};

static const char *const words[] = {
    "(",     ")",      "((((((((", "))))", "^",    "^^",       "**",        "-",   "--",  "?",
    ":",     ",",      "&&",       "||",   "<=",   "==",       "=",         "!",   "#",   "\x7f",
    "sin",   "sin(",   "log10(",   "x",    "y",    "t",        "q",         "pi",  "_pi", "e",
    "1e308", "1e-320", "1e999",    "0x1F", "1..2", "\"a\"",    "nan",       "inf", "1/0", "0/0",
    "x=3",   "max(",   "sum()",    " ",    "\n",   "\xc3\xa9", "1?2?3:4:5", NULL,
};

static void begin(dice *d, mutant *m) { mutant_set(m, texts[roll(d, sizeof texts / sizeof *texts)]); }

static bool use(const mutant *m, uint64_t number) {
  (void)number;
  static const double points[][4] = {{0, 0, 0, 0},
                                     {1e308, -1e308, 5e-324, 1},
                                     {NAN, INFINITY, -INFINITY, -0.0}};
  tc_expression *e = NULL;
  tc_status status = tc_expression_create("run.yaml:1: initial", m->text, tc_expression_xyzt, 4, &e);
  const bool one = (status == NULL) != (e == NULL);
  for (int i = 0; e && !status && i < 3; i++) {
    double value[2];
    status = tc_expression_value(e, points[i], &value[0]);
    if (!status) status = tc_expression_value(e, points[i], &value[1]);
  }
  tc_expression_destroy(&e);
  return is_proper(&status, TC_USAGE, "run.yaml:1: initial: ") && one;
}

/* muParser allocates a stack of doubles for each of 16 threads. A formula has at most 19000 characters, of
 * which at most half are operands. */
enum { room = 16 * 8 * 19000 / 2 + KIND_LITTLE + KIND_LITTLE };

const kind kind_formula = {"formula", 1, NULL, words, begin, use, .room = room};
