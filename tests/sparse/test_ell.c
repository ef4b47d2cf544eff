#include "sparse/ell.h"

#include <stdint.h>
#include <sys/resource.h>

#include "support/expect.h"

/* New rows must contain only padding, which has the value 0 and the row's own column. */
Test(ell, starts_padded) {
  tc_ell *ell = NULL;
  expect_ok(tc_ell_create(1000, 1300, 12, &ell));
  cr_assert(ell->rows == 1000 && ell->columns == 1300 && ell->width == 12);
  for (int32_t i = 0; i < 1000; i++) {
    cr_assert_eq(ell->diagonal[i], 0.0);
    for (int k = 0; k < 12; k++) {
      cr_assert_eq(ell->value[12 * i + k], 0.0);
      cr_assert_eq(ell->column[12 * i + k], i);
    }
  }
  tc_ell_destroy(&ell);
  cr_assert_null(ell);
  tc_ell_destroy(&ell);
}

Test(ell, without_rows) {
  tc_ell *ell = NULL;
  expect_ok(tc_ell_create(0, 0, 4, &ell));
  cr_assert_eq(ell->rows, 0);
  tc_ell *M = NULL;
  expect_ok(tc_ell_combine(ell, 1.0, 0.5, &M));
  cr_assert_eq(M->rows, 0);
  tc_ell_destroy(&M);
  tc_ell_destroy(&ell);
}

/* The numbers are chosen so that every product and sum is exact. */
Test(ell, a_shift_and_a_multiple_of_the_rates) {
  tc_ell *rates = NULL, *M = NULL;
  expect_ok(tc_ell_create(3, 4, 4, &rates));
  for (int i = 0; i < 3; i++) rates->diagonal[i] = -2.0 * (i + 1);
  for (int e = 0; e < 12; e++) rates->value[e] = e, rates->column[e] = e % 4;
  expect_ok(tc_ell_combine(rates, 1.0, 0.25, &M));
  cr_assert(M->rows == 3 && M->columns == 4 && M->width == 4);
  for (int i = 0; i < 3; i++) {
    cr_assert_eq(M->diagonal[i], 1.0 - 0.5 * (i + 1));
    cr_assert_eq(rates->diagonal[i], -2.0 * (i + 1));
  }
  for (int e = 0; e < 12; e++) {
    cr_assert_eq(M->value[e], 0.25 * e);
    cr_assert_eq(rates->value[e], e);
    cr_assert_eq(M->column[e], e % 4);
  }
  tc_ell_destroy(&M);
  tc_ell_destroy(&rates);
}

Test(ell, says_what_there_is_no_memory_for) {
  skip_with_sanitizers("they need more memory than this leaves");
  tc_ell *ell = NULL;
  struct rlimit limit = {(rlim_t)1 << 30, (rlim_t)1 << 30};
  cr_assert_eq(setrlimit(RLIMIT_AS, &limit), 0);
  expect_error(tc_ell_create(INT32_MAX, INT32_MAX, 64, &ell), TC_INTERNAL, "bytes for ");
  cr_assert_null(ell);
}
