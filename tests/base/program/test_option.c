#include "base/program/option.h"

#include <string.h>

#include "support/expect.h"

Test(option, words) {
  cr_assert(tc_option_is("--size", "--size") && tc_option_is("--size=3", "--size"));
  cr_assert(!tc_option_is("--sizes", "--size") && !tc_option_is("--siz", "--size") &&
            !tc_option_is("--siz=e", "--size"));
}

Test(option, values) {
  char *argv[] = {"--a", "1", "--b=2=3", "--c"};
  const char *value = NULL;
  int i = 0;
  expect_ok(tc_option_value(4, argv, &i, "--a", &value));
  cr_assert(i == 1 && strcmp(value, "1") == 0);
  i = 2;
  expect_ok(tc_option_value(4, argv, &i, "--b", &value));
  cr_assert(i == 2 && strcmp(value, "2=3") == 0);
  i = 3;
  expect_error(tc_option_value(4, argv, &i, "--c", &value), TC_USAGE, "option --c needs a value");
  expect_error(tc_option_error("--c", "x", "a y"), TC_USAGE, "--c x: a y is needed");
}

Test(option, numbers) {
  const char *const wrong[] = {"", "0", "11", "1.5", "x", "5 ", "5x", "nan", "1e400", "-1"};
  int64_t number = 0;
  int32_t small = 0;
  expect_ok(tc_option_int64("--n", "1e1", 1, 10, &number));
  cr_assert_eq(number, 10);
  expect_ok(tc_option_int64("--n", "-4503599627370496", -((int64_t)1 << 52), 0, &number));
  cr_assert_eq(number, -((int64_t)1 << 52));
  expect_ok(tc_option_int32("--n", "2147483647", 1, INT32_MAX, &small));
  cr_assert_eq(small, INT32_MAX);
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++)
    expect_error(tc_option_int32("--n", wrong[w], 1, 10, &small), TC_USAGE,
                 "a whole number from 1 to 10 is needed");
  cr_assert_eq(small, INT32_MAX, "what is wrong changes nothing");
}

Test(option, lists) {
  const char *const wrong[] = {"", "1,", ",1", "1,,2", "1,2,3,4", "1,11", "0"};
  int32_t number[3];
  int count = 7;
  expect_ok(tc_option_list("--l", "4,1e1,2", 3, 10, number, &count));
  cr_assert(count == 3 && number[0] == 4 && number[1] == 10 && number[2] == 2);
  expect_ok(tc_option_list("--l", "4,1e1,4,10", 3, 10, number, &count));
  cr_assert(count == 2 && number[0] == 4 && number[1] == 10, "each once");
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++)
    expect_error(tc_option_list("--l", wrong[w], 3, 10, number, &count), TC_USAGE,
                 "a list of at most 3 numbers from 1 to 10, like");
}
