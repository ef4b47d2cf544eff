#include "base/command/program.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>

Test(conclude, says_what_went_wrong_and_gives_the_code, .init = cr_redirect_stderr) {
  cr_assert_eq(tc_exit_status_report("p", tc_status_create(TC_USAGE, "no such thing"), true), TC_USAGE);
  fflush(stderr);
  cr_assert_stderr_eq_str("p: error: no such thing\n");
}

Test(conclude, others_give_the_code_alone, .init = cr_redirect_stderr) {
  fputs("-", stderr);
  cr_assert_eq(tc_exit_status_report("p", tc_status_create(TC_NUMERICAL, "wrong"), false), TC_NUMERICAL);
  cr_assert_eq(tc_exit_status_report("p", TC_OK, false), TC_DONE);
  fflush(stderr);
  cr_assert_stderr_eq_str("-");
}

Test(conclude, output_that_is_lost_is_an_error, .init = cr_redirect_stderr) {
  cr_assert(freopen("/dev/full", "w", stdout));
  fputs("a table", stdout);
  cr_assert_eq(tc_exit_status_report("p", TC_OK, true), TC_OUTPUT);
  fflush(stderr);
  cr_assert_stderr_eq_str(
      "p: error: stdout cannot be written: free disk space, or check the program that reads it\n");
}
