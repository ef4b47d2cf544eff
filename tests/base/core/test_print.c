#include "base/core/print.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

#include "base/core/status.h"
#include "base/text/line.h"
#include "base/text/text.h"
#include "support/comma.h"

static void expect_points(void) {
  char text[64], *end;
  cr_expect_eq(tc_snprintf(text, sizeof text, "%.2f %s %d", 1234.5, "1,5", 7), 13);
  cr_expect_str_eq(text, "1234.50 1,5 7");
  cr_expect_eq(tc_strtod("0.5,", &end), 0.5);
  cr_expect_str_eq(end, ",");
}

static void *expect_points_of_thread(void *unused) {
  (void)unused;
  expect_points();
  return NULL;
}

Test(print, decimal_sign_is_a_point) {
  pthread_t thread;
  expect_points();
  set_comma();
  expect_points();
  cr_assert_eq(pthread_create(&thread, NULL, expect_points_of_thread, NULL), 0);
  cr_assert_eq(pthread_join(thread, NULL), 0);
}

/* The library writes decimal points although the locale has a decimal comma. The program's own calls of
 * printf still write a comma. */
Test(print, locale_of_the_program_is_unchanged) {
  char text[8];
  set_comma();
  expect_points();
  snprintf(text, sizeof text, "%g", 2.5);
  cr_expect_str_eq(text, "2,5");
}

Test(print, streams) {
  char text[32] = "";
  set_comma();
  FILE *out = fmemopen(text, sizeof text, "w");
  cr_assert_not_null(out);
  tc_fprintf(out, "%g;%g", 0.25, 1e-300);
  fclose(out);
  cr_expect_str_eq(text, "0.25;1e-300");
}

/* A locale with a decimal comma must not affect the conversion of a number that needs strtod, a formatted
 * line, or the text of a status. */
Test(print, texts) {
  const char *const number = "0.1234567890123456789e-12";
  tc_text text = {number, number + strlen(number)};
  char digits[TC_TEXT_NUMBER];
  double value = 0.0;
  tc_line line = {.length = 0};
  set_comma();
  cr_assert(tc_text_parse_double(&text, &value));
  cr_expect_eq(value, 0.1234567890123456789e-12);
  tc_text_format_double(0.1, digits);
  cr_expect_str_eq(digits, "0.1");
  tc_line_add(&line, "%.1f %%", 2.5);
  cr_expect_str_eq(line.text, "2.5 %");
  tc_status status = tc_status_create(TC_USAGE, "dt %g", 0.5);
  cr_expect_str_eq(tc_status_text(status), "dt 0.5");
  tc_status_free(&status);
}
