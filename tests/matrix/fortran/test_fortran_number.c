#include "matrix/fortran/fortran_number.h"

#include <math.h>

#include "support/expect.h"

static void expect_real(const char *text, int decimals, int scale, double expected) {
  double value = -12345;
  cr_expect(tc_fortran_parse_real((tc_text){text, text + strlen(text)}, false, decimals, scale, &value),
            "\"%s\"", text);
  cr_expect(value == expected || (isnan(value) && isnan(expected)), "\"%s\": %.17g", text, value);
}

Test(number, points_and_exponents) {
  expect_real("1.5", 3, 0, 1.5);
  expect_real("  -1.5E+2", 3, 0, -150);
  expect_real("1.5d-2", 0, 0, 0.015);
  expect_real("1.5Q2", 0, 0, 150);
  expect_real("1.0-5", 0, 0, 1e-5);
  expect_real("+1.+5", 0, 0, 1e5);
  expect_real(".5E0", 0, 0, 0.5);
  expect_real("1.0E+000000000000000003", 0, 0, 1000);
  expect_real("1-3", 0, 0, 1e-3);
}

Test(number, implied_decimals_and_scale_factors) {
  expect_real("12345", 3, 0, 12.345);
  expect_real("12345E2", 3, 0, 1234.5);
  expect_real("-7", 12, 0, -7e-12);
  expect_real("12.5", 0, 1, 1.25);
  expect_real("12.5", 0, -2, 1250);
  expect_real("12.5E0", 0, 1, 12.5);
  expect_real("125", 1, 1, 1.25);
  expect_real("0.1", 0, -1, 1.0);
  expect_real("3", 0, 22, 3e-22);
}

Test(number, blanks) {
  double value;
  int64_t integer;
  const char *text = " 1 2 ";
  const tc_text field = {text, text + 5};
  expect_real("", 3, 0, 0);
  expect_real("     ", 3, 1, 0);
  expect_real(" 1 2 .\t5 E 1 ", 0, 0, 125);
  expect_real("- 3", 0, 0, -3);
  cr_expect(tc_fortran_parse_real(field, true, 0, 0, &value) && value == 1020);
  cr_expect(tc_fortran_parse_integer(field, true, &integer) && integer == 1020);
  cr_expect(tc_fortran_parse_integer(field, false, &integer) && integer == 12);
  cr_expect(tc_fortran_parse_integer((tc_text){text, text}, false, &integer) && integer == 0);
}

Test(number, correct_rounding_at_the_limits) {
  expect_real("1.7976931348623157D+308", 0, 0, 0x1.fffffffffffffp1023);
  expect_real("4.9406564584124654-324", 0, 0, 0x1p-1074);
  expect_real("9007199254740993", 0, 0, 9007199254740992.0);
  expect_real("9007199254740993000001", 5, 0, 90071992547409930.0);
  expect_real("1.0E+999999999999999999999", 0, 0, INFINITY);
  expect_real("-1.0D+309", 0, 0, -INFINITY);
  expect_real("1.0E-99999999999999999999", 0, 0, 0);
  expect_real("NaN", 0, 0, NAN);
  expect_real("-Infinity", 0, 0, -INFINITY);
}

Test(number, words_that_are_no_numbers) {
  static const char *const words[] = {"-",       ".",     "E5",   "1.5E", "1.5E+", "1.5EE2",
                                      "1.5E2.0", "1,5",   "1..5", "--1",  "0x10",  "1.5E2x",
                                      "abc",     "1.5 -", "+.",   "nano", "1/3",   "*****"};
  static const char *const integers[] = {"1.0", "1E3", "-", "9223372036854775808", "+-1", "x"};
  double value;
  int64_t integer;
  char long_word[200];
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    cr_expect_not(tc_fortran_parse_real((tc_text){words[k], words[k] + strlen(words[k])}, false, 0, 0,
                                        &value),
                  "%s", words[k]);
  for (size_t k = 0; k < sizeof integers / sizeof *integers; k++)
    cr_expect_not(tc_fortran_parse_integer((tc_text){integers[k], integers[k] + strlen(integers[k])}, false,
                                           &integer),
                  "%s", integers[k]);
  memset(long_word, '1', sizeof long_word);
  cr_expect_not(tc_fortran_parse_real((tc_text){long_word, long_word + 101}, false, 0, 0, &value));
  cr_expect(tc_fortran_parse_real((tc_text){long_word, long_word + 100}, false, 99, 0, &value));
  cr_expect_float_eq(value, 1.1111111111111112, 1e-15);
}
