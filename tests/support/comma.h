/* Sets a locale with a decimal comma, as a program that uses the library may do with setlocale. Tests check
 * that numbers are still read and written with a decimal point. */
#ifndef TC_TESTS_COMMA_H
#define TC_TESTS_COMMA_H

#include <criterion/criterion.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

/* Sets the locale for the rest of the process. Skips the test if localedef cannot create the locale. */
static inline void set_comma(void) {
  char directory[] = "/tmp/tetracast-comma-XXXXXX", command[200], text[8];
  cr_assert_not_null(mkdtemp(directory));
  snprintf(command, sizeof command, "bash -c '. tests/support/comma.sh; make_comma %s'", directory);
  const int made = system(command);
  setenv("LOCPATH", directory, 1);
  const char *set = setlocale(LC_ALL, "comma");
  snprintf(command, sizeof command, "rm -rf %s", directory);
  cr_assert_eq(system(command), 0);
  if (made || !set) cr_skip_test("localedef cannot make a locale with a decimal comma");
  snprintf(text, sizeof text, "%.1f", 1.5);
  cr_assert_str_eq(text, "1,5");
}

#endif
