/* Assertions about statuses (tc_status), for all tests. */
#ifndef TC_TESTS_EXPECT_H
#define TC_TESTS_EXPECT_H

#include <criterion/criterion.h>
#include <string.h>

#include "base/core/status.h"

/* Expects the call to succeed. If the call fails, the assertion prints the error message of the status. */
#define expect_ok(call)                                                                                      \
  do {                                                                                                       \
    tc_status expect_status_ = (call);                                                                       \
    cr_assert_null(expect_status_, "%s: %s", #call, tc_status_text(expect_status_));                         \
  } while (0)

/* Expects the call to fail with this code and with a message that contains `part`. */
#define expect_error(call, wanted, part)                                                                     \
  do {                                                                                                       \
    tc_status expect_status_ = (call);                                                                       \
    cr_assert_not_null(expect_status_, "%s: should fail", #call);                                            \
    cr_assert_eq(tc_status_code(expect_status_), (wanted), "code %d: %s",                                    \
                 (int)tc_status_code(expect_status_), tc_status_text(expect_status_));                       \
    cr_assert_not_null(strstr(tc_status_text(expect_status_), (part)), "\"%s\" lacks \"%s\"",                \
                       tc_status_text(expect_status_), (part));                                              \
    tc_status_free(&expect_status_);                                                                         \
  } while (0)

/* Skips a test that fails or is too slow with sanitizers. */
#ifdef __SANITIZE_ADDRESS__
#define skip_with_sanitizers(why) cr_skip_test(why)
#else
#define skip_with_sanitizers(why) ((void)0)
#endif

#endif
