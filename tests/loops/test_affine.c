#include "loops/affine.h"

#include "support/expect.h"

static const tc_constant constants[] = {{"N", 2000}, {"T", 12}, {"large", (int64_t)1 << 40}};
static const char *const variables[] = {"i", "j"};
static const tc_formula_names names = {3, 2, constants, variables};

static void expect_affine(const char *text, int64_t constant, int64_t i, int64_t j) {
  tc_affine a;
  expect_ok(tc_affine_parse("here", text, &names, &a));
  cr_expect(a.constant == constant && a.factor[0] == i && a.factor[1] == j, "%s: %lld + %lld i + %lld j",
            text, (long long)a.constant, (long long)a.factor[0], (long long)a.factor[1]);
  cr_expect_eq(a.factor[2], 0);
  cr_expect_eq(tc_affine_is_constant(&a), i == 0 && j == 0);
}

static void refuse(const char *text, const char *message) {
  tc_affine a;
  expect_error(tc_affine_parse("here", text, &names, &a), TC_USAGE, message);
}

/* Integer arithmetic in subscripts must follow the rules of C, so division truncates towards zero. */
Test(affine, whole_numbers) {
  expect_affine("7", 7, 0, 0);
  expect_affine(" N * N / T ", 333333, 0, 0);
  expect_affine("N/T*T", 1992, 0, 0);
  expect_affine("N%T", 8, 0, 0);
  expect_affine("-7/2", -3, 0, 0);
  expect_affine("-7%2", -1, 0, 0);
  expect_affine("2 - 3 - 4", -5, 0, 0);
  expect_affine("2*-(3+-4)", 2, 0, 0);
  expect_affine("100/10/5", 2, 0, 0);
  expect_affine("1e3 + 2E01*i", 1000, 20, 0);
}

Test(affine, variables) {
  expect_affine("i", 0, 1, 0);
  expect_affine("2*i-1", -1, 2, 0);
  expect_affine("N-1-j", 1999, 0, -1);
  expect_affine("(i+j*3)*(T/4) - i", 0, 2, 9);
  expect_affine("i-i", 0, 0, 0);
  expect_affine("(i-i+2)*j", 0, 0, 2);
}

Test(affine, refused) {
  refuse("i*j", "here: 'i*j': not affine: only add loop variables or multiply them by numbers");
  refuse("i/2", "not affine: remove the division of a loop variable");
  refuse("5%i", "not affine");
  refuse("1/0", "division by 0: change the divisor");
  refuse("N%(T-12)", "division by 0: change the divisor");
  refuse("", "here: '': expected a whole number, a name or ( at the end");
  refuse("1+", "'1+': expected a whole number, a name or ( at the end");
  refuse("(1", "expected ) at the end");
  refuse("1 2", "'1 2': expected an operator or the end at position 3, found '2'");
  refuse("2.5", "expected an operator or the end at position 2, found '.'");
  refuse("Nn", "unknown name 'Nn' (did you mean 'N'?)");
  refuse("quite_other", "unknown name 'quite_other' (known: N, T, large, i, j)");
  refuse("large*large", "a number beyond 2^52");
  refuse("99999999999999999999", "a number beyond 2^52");
  refuse("1e18", "a number beyond 2^52");
  refuse("1e999", "a number beyond 2^52");
  refuse("1e", "expected an operator or the end at position 2, found 'e'");
  refuse("1e-3", "expected an operator or the end at position 2, found 'e'");
  refuse("large*8192*i", "a number beyond 2^52");
}

Test(affine, deep) {
  char text[400];
  memset(text, '(', 200);
  strcpy(text + 200, "1");
  refuse(text, "signs and parentheses are nested too deeply");
  memset(text, '-', 200);
  refuse(text, "nested too deeply");
}
