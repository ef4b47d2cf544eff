#include "base/core/status.h"

#include <stdbool.h>
#include <wchar.h>

#include "support/expect.h"

Test(status, success_is_null) {
  tc_status status = TC_OK;
  cr_assert_null(status);
  cr_assert_eq(tc_status_code(status), TC_DONE);
  cr_assert_str_eq(tc_status_text(status), "done");
  tc_status_free(&status);
  cr_assert_null(status);
}

Test(status, carries_code_and_text) {
  static const tc_code codes[] = {TC_INTERNAL, TC_USAGE, TC_INPUT, TC_NUMERICAL, TC_OUTPUT, TC_STOPPED};
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
    tc_status status = tc_status_create(codes[i], "%s:%d: %.1f", "run.yaml", 12, 2.5);
    cr_assert_eq(tc_status_code(status), codes[i]);
    cr_assert_str_eq(tc_status_text(status), "run.yaml:12: 2.5");
    tc_status_free(&status);
    cr_assert_null(status);
  }
}

/* The values of these codes are the exit codes of the program, on which scripts of users rely. */
Test(status, codes_are_the_documented_exit_codes) {
  cr_assert(TC_DONE == 0 && TC_INTERNAL == 1 && TC_USAGE == 2 && TC_INPUT == 3 && TC_NUMERICAL == 4 &&
            TC_OUTPUT == 5 && TC_STOPPED == 75);
}

Test(status, long_texts_are_whole) {
  enum { length = 100000 };
  static char text[length + 1];
  memset(text, 'x', length);
  tc_status status = tc_status_create(TC_INPUT, "<%s>", text);
  cr_assert_eq(strlen(tc_status_text(status)), length + 2);
  cr_assert_eq(tc_status_text(status)[length + 1], '>');
  tc_status_free(&status);
}

/* A message that printf cannot format still gives an error status, which the caller frees like any other. */
Test(status, never_turns_into_success) {
  static const wchar_t no_character[] = {0x7FFFFFFF, 0};
  for (int again = 0; again < 2; again++) {
    tc_status status = tc_status_create(TC_USAGE, "%ls", no_character);
    cr_assert_not_null(status);
    cr_assert_eq(tc_status_code(status), TC_INTERNAL);
    cr_assert_str_eq(tc_status_text(status), "out of memory");
    tc_status_free(&status);
    cr_assert_null(status);
  }
}

static tc_status create_status(bool wanted) { return wanted ? tc_status_create(TC_INPUT, "wanted") : TC_OK; }

static tc_status run_try(bool fail, int *reached) {
  TC_TRY(create_status(fail));
  ++*reached;
  return TC_OK;
}

static tc_status run_guarded(bool fail, int *reached, int *cleaned) {
  tc_status status = TC_OK;
  TC_GUARD(status, create_status(fail));
  ++*reached;
cleanup:
  ++*cleaned;
  return status;
}

Test(status, try_and_guard_leave_on_errors_alone) {
  int reached = 0, cleaned = 0;
  expect_ok(run_try(false, &reached));
  expect_error(run_try(true, &reached), TC_INPUT, "wanted");
  cr_assert_eq(reached, 1);
  expect_ok(run_guarded(false, &reached, &cleaned));
  expect_error(run_guarded(true, &reached, &cleaned), TC_INPUT, "wanted");
  cr_assert_eq(reached, 2);
  cr_assert_eq(cleaned, 2);
}

Test(status, a_local_error_says_so) {
  tc_status status = tc_status_create_local(TC_INTERNAL, "rank %d", 3);
  cr_assert(tc_status_is_local(status) && !tc_status_is_local(TC_OK));
  cr_assert_str_eq(tc_status_text(status), "rank 3");
  tc_status_free(&status);
  status = tc_status_create(TC_INPUT, "all");
  cr_assert(!tc_status_is_local(status));
  tc_status_free(&status);
}
