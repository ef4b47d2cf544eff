/* Compares the bytecode of formulas with the library muParser. The bytecode must accept the same formulas
 * and compute the same values. */
#include "fv/formula/bytecode.h"

#include <math.h>
#include <muParserDLL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numeric/hash.h"
#include "fv/formula/expression.h"
#include "fv/formula/math_functions.h"
#include "support/expect.h"

enum { names = 4, points = 6, longest = 400 };
static const char *const name[names] = {"x", "yy", "z_1", "t"};

static double coordinate(uint64_t point, int k) {
  return 4.0 * ((double)tc_hash_mix(point * 7 + (uint64_t)k + 1) * 0x1p-64) - 2.0;
}

/* Returns a muParser object that has the functions and constants of formulas and reads the variables from
 * at[]. muParser's operator ^ cannot be replaced. Each ^ in the formula is therefore written as the
 * operator \x7f, which this function defines. */
static muParserHandle_t open_reference(const char *formula, double at[names]) {
  muParserHandle_t reference = mupCreate(muBASETYPE_FLOAT);
  char text[longest];
  mupClearConst(reference);
  mupDefineConst(reference, "pi", TC_MATH_PI);
  mupDefineConst(reference, "_pi", TC_MATH_PI);
  mupDefineConst(reference, "_e", TC_MATH_E);
  mupDefineConst(reference, "e", TC_MATH_E);
  for (int k = 0; k < names; k++) mupDefineVar(reference, name[k], &at[k]);
  for (const tc_math_function *f = tc_math_functions; f->name; f++)
    mupDefineFun1(reference, f->name, f->value, 1);
  mupDefineFun2(reference, "atan2", tc_math_atan2, 1);
  mupDefineOprtChars(reference, "\x7f");
  mupDefineOprt(reference, "\x7f", tc_math_power, 7, muOPRT_ASCT_RIGHT, 1);
  snprintf(text, sizeof text, "%s", formula);
  for (char *c = text; *c; c++) *c = *c == '^' ? '\x7f' : *c;
  mupSetExpr(reference, text);
  return reference;
}

/* Expects the value that muParser computes, up to a tolerance. muParser combines constants, which may
 * change the last bits. */
static void expect_same_as_muparser(const char *text, double tolerance) {
  double at[names] = {0.0};
  tc_expression *e = NULL;
  const muParserHandle_t reference = open_reference(text, at);
  expect_ok(tc_expression_create("here", text, name, names, &e));
  for (uint64_t i = 0; i < points; i++) {
    double value;
    for (int k = 0; k < names; k++) at[k] = coordinate(i, k);
    const double wanted = mupEval(reference);
    expect_ok(tc_expression_value(e, at, &value));
    cr_assert((isnan(value) && isnan(wanted)) || value == wanted ||
                  fabs(value - wanted) <= tolerance * (fabs(value) + fabs(wanted)),
              "%s: %.17g, muParser %.17g", text, value, wanted);
  }
  cr_expect_not(mupError(reference));
  mupRelease(reference);
  tc_expression_destroy(&e);
}

static const char *const formulas[] = {
    "-x^2",
    "2^-x",
    "2^3^0.5",
    "x^yy^z_1",
    "-x^-2",
    "x-yy-z_1",
    "x/yy/z_1",
    "x-(yy-z_1)",
    "x*-yy",
    "+x",
    "x<yy<z_1",
    "x<yy == z_1>=t",
    "x<1 || yy<1 && z_1<0",
    "x<0 && yy<0 || z_1<0",
    "x<0 ? 1 : yy<0 ? 2 : 3+z_1",
    "x<0 ? yy<0 ? 1 : 2 : 3",
    "(x<0 ? 1 : 2)*3",
    "1?2?3:4:5",
    "min(x,yy,z_1)+max(x,yy)-sum(x,yy,z_1,t)/avg(x,yy,3)",
    "min(x)+max(yy)+sum(z_1)+avg(t)",
    "min(sqrt(x),1)+max(1,sqrt(x))",
    "rint(x)+rint(-2.5)+sign(yy)+abs(z_1)+sqrt(abs(t))",
    "atan2(x,yy)*atan2(-1,-1)",
    "x^2+yy^3+z_1^4+t^5+abs(x)^0.5",
    "(x+yy)^2^2",
    "1e3*x+.5*yy+2.*z_1+1e-2",
    "_pi*x+_e*yy+pi+e",
    "1/0+x",
    "0/0*x",
    "sin(cos(x))*exp(-yy)/log10(abs(z_1)+1)",
    " x\n*\tyy ",
    "((((x))))",
    "3*(1+2)/4",
    "7",
    "x",
};

Test(program, means_what_muparser_means) {
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) expect_same_as_muparser(formulas[i], 1e-15);
}

/* A fraction counts as true. (muParser truncates fractions when it combines constants, so it computes 1 &&
 * 0.5 as 0.) */
Test(program, fractions_are_true) {
  tc_expression *e = NULL;
  double value = NAN;
  expect_ok(tc_expression_create("here", "(1 && 0.5) + (0 || 0.25)", NULL, 0, &e));
  expect_ok(tc_expression_value(e, NULL, &value));
  cr_expect_eq(value, 2.0);
  tc_expression_destroy(&e);
}

/* ---- random formulas, compared with muParser ---- */

typedef struct writer {
  uint64_t dice;
  char text[longest];
} writer;

static int roll(writer *w, int sides) {
  w->dice = tc_hash_mix(w->dice + 1);
  return (int)(w->dice % (uint64_t)sides);
}

static void add(writer *w, const char *text) {
  if (strlen(w->text) + strlen(text) < longest) strcat(w->text, text);
}

static void write_part(writer *w, int depth) {
  static const char *const leaves[] = {"x", "yy", "z_1", "t", "2", "0.75", "pi", "1e1"};
  static const char *const between[] = {"+", "-", "*", "/", "<", ">=", "==", "!="};
  static const char *const functions[] = {"sin(",  "exp(",   "abs(",      "-(", "(",
                                          "sign(", "max(1,", "avg(x,yy,", "-"};
  const int kind = depth > 0 ? roll(w, 8) : 0;
  if (kind == 0) {
    add(w, leaves[roll(w, 8)]);
  } else if (kind <= 5) {
    write_part(w, depth - 1);
    add(w, between[roll(w, kind <= 3 ? 4 : 8)]);
    write_part(w, depth - 1);
  } else if (kind == 6) {
    const int f = roll(w, 9);
    add(w, functions[f]);
    write_part(w, f == 8 ? 0 : depth - 1);
    if (f < 8) add(w, ")");
  } else {
    add(w, "(");
    write_part(w, depth - 1);
    add(w, "?");
    write_part(w, depth - 1);
    add(w, ":");
    write_part(w, depth - 1);
    add(w, ")");
  }
}

Test(program, random_formulas) {
  for (uint64_t seed = 0; seed < 3000; seed++) {
    writer w = {.dice = seed << 20};
    write_part(&w, 4);
    if (strlen(w.text) > longest - 20 || strstr(w.text, "--")) continue;
    expect_same_as_muparser(w.text, 1e-9);
  }
}

/* The bytecode evaluates parts of a formula only once if they are equal at all points. The results must
 * have the bits of evaluations at single points. */
static void expect_blocks(const char *text, double x[3 * 300], double t) {
  const tc_strided_values column[names] = {{x, 1}, {x + 1, 3}, {&t, 0}, {&t, 0}};
  double out[300], at[names] = {0.0, 0.0, t, t}, value;
  tc_bytecode *p = NULL;
  tc_bytecode_registers r;
  tc_pool memory = {0};
  expect_ok(tc_bytecode_create(text, name, names, &memory, &p));
  expect_ok(tc_bytecode_registers_init(p, &memory, &r));
  tc_bytecode_run(p, &r, column, 0, 300, out);
  for (int i = 0; i < 300; i++) {
    at[0] = x[i];
    at[1] = x[3 * i + 1];
    tc_bytecode_run_at(p, &r, at, &value);
    cr_assert_eq(memcmp(&value, &out[i], sizeof value), 0, "%s at point %d: %g, %g", text, i, out[i], value);
  }
  tc_pool_free(&memory);
}

Test(program, random_formulas_at_many_points) {
  double x[3 * 300];
  for (int i = 0; i < 3 * 300; i++) x[i] = (i % 101) / 37.0 - 1.0;
  for (uint64_t seed = 0; seed < 1000; seed++) {
    writer w = {.dice = seed << 21};
    write_part(&w, 4);
    if (strlen(w.text) > longest - 20 || strstr(w.text, "--")) continue;
    expect_blocks(w.text, x, (double)seed / 700.0);
  }
}

/* ---- size and contents of the bytecode ---- */

static tc_bytecode *compile(const char *text, tc_pool *memory) {
  tc_bytecode *p = NULL;
  expect_ok(tc_bytecode_create(text, name, names, memory, &p));
  return p;
}

Test(program, constants_are_joined_and_places_used_again) {
  tc_pool memory = {0};
  const tc_bytecode *p = compile("x*(1/3+2^2*sin(1)) + yy*(z_1-t)", &memory);
  cr_expect_eq(p->constants, 1);
  cr_expect_eq(p->instructions, 4);
  cr_expect_eq(p->temporaries, 2);
  cr_expect(p->uses[0] && p->uses[3]);
  p = compile("x+x*x+x*x+x*x+x^2+x^3", &memory);
  cr_expect_eq(p->temporaries, 2);
  cr_expect_eq(p->constants, 0);
  cr_expect_not(p->uses[1]);
  tc_pool_free(&memory);
}

Test(program, refusals) {
  static const char *const wrong[] = {"",         "x+",       "(x",  "x)",    "q",       "sin",
                                      "sin(1,2)", "floor(x)", "x y", "x ? 1", "atan2(1)"};
  tc_bytecode *p = NULL;
  tc_pool memory = {0};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    expect_error(tc_bytecode_create(wrong[i], name, names, &memory, &p), TC_USAGE, "syntax error at \"");
  expect_error(tc_bytecode_create("\1771\n+2", name, names, &memory, &p), TC_USAGE,
               "syntax error at \" 1 +2\"");
  char deep[4000] = "";
  for (int i = 0; i < 1500; i++) strcat(deep, "-(");
  expect_error(tc_bytecode_create(deep, name, names, &memory, &p), TC_USAGE, "nested too deeply");
  tc_pool_free(&memory);
}
