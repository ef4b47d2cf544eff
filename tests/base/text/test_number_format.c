#include "base/text/number_format.h"

#include <math.h>

#include "support/expect.h"

static void expect_seconds(double seconds, const char *wanted) {
  char text[32];
  tc_number_format_seconds(seconds, text, sizeof text);
  cr_assert_str_eq(text, wanted, "%g s is \"%s\", not \"%s\"", seconds, text, wanted);
}

/* Times are shown with three digits and a suitable unit. The cases include values next to each change of
 * digits or unit. */
Test(format, seconds) {
  static const struct {
    double seconds;
    const char *shown;
  } cases[] = {{0.0, "0   "},        {1.234e-9, "1.23 ns"}, {999.4e-9, "999 ns"},  {999.6e-9, "1.00 us"},
               {1e-6, "1.00 us"},    {9.994e-6, "9.99 us"}, {9.996e-6, "10.0 us"}, {99.94e-6, "99.9 us"},
               {99.96e-6, "100 us"}, {999.6e-6, "1.00 ms"}, {12.34e-3, "12.3 ms"}, {0.9994, "999 ms"},
               {0.9996, "1.00 s "},  {1.0, "1.00 s "},      {123.4, "123 s "},     {4567.0, "4567 s "}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) expect_seconds(cases[c].seconds, cases[c].shown);
}

static void expect_duration(double seconds, const char *wanted) {
  char text[48];
  cr_assert_eq(tc_number_format_duration(seconds, text, sizeof text), text);
  cr_assert_str_eq(text, wanted, "%g s: \"%s\", not \"%s\"", seconds, text, wanted);
}

Test(format, durations) {
  expect_duration(0.0, "0.0 s");
  expect_duration(0.0314, "31.4 ms");
  expect_duration(0.96, "1.0 s");
  expect_duration(4.24, "4.2 s");
  expect_duration(59.94, "59.9 s");
  expect_duration(59.96, "1 min 00 s");
  expect_duration(60.0, "1 min 00 s");
  expect_duration(200.4, "3 min 20 s");
  expect_duration(3599.4, "59 min 59 s");
  expect_duration(3599.6, "1 h 00 min");
  expect_duration(3720.0, "1 h 02 min");
  expect_duration(360000.0, "100 h 00 min");
  expect_duration(NAN, "-");
  expect_duration(1e300, "277777777777 h 46 min");
}

static void expect_shown(double forecast, double measured, const char *wanted) {
  char text[32];
  tc_number_format_error(forecast, measured, measured, text, sizeof text);
  cr_assert_str_eq(text, wanted, "%g for %g is \"%s\", not \"%s\"", forecast, measured, text, wanted);
}

Test(format, errors) {
  expect_shown(1.0, 1.0, "+0 %  ");
  expect_shown(1.25, 1.0, "+25 %  "); /* an error of exactly 25 % is not marked with an asterisk */
  expect_shown(0.75, 1.0, "-25 %  ");
  expect_shown(nextafter(1.25, 2.0), 1.0, "+25 % *");
  expect_shown(nextafter(0.75, 0.0), 1.0, "-25 % *");
  expect_shown(3e-9, 1e-9, "+200 % *");
  expect_shown(1e-12, 1.0, "-100 % *");
}

Test(format, errors_of_nothing) {
  expect_shown(1.0, 0.0, "-  ");
  expect_shown(0.0, 1.0, "-  ");
  expect_shown(0.0, 0.0, "-  ");
  expect_shown(1.0, NAN, "-  ");
}

/* A forecast error above 25 % is marked only if the forecast or the measurement is at least 5 % of the
 * step. */
Test(format, marks_only_what_matters) {
  static const struct {
    double forecast, measured;
    const char *shown;
  } cases[] = {{2.0, 4.9, "-59 %  "},  {4.9, 2.0, "+145 %  "}, {2.0, 5.1, "-61 % *"},
               {5.1, 2.0, "+155 % *"}, {4.9, 0.1, "> 10 x  "}, {80.0, 0.1, "> 10 x *"}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    char text[32];
    tc_number_format_error(cases[c].forecast, cases[c].measured, 100.0, text, sizeof text);
    cr_assert_str_eq(text, cases[c].shown, "%s", text);
  }
}
