#include "sparse/ell.h"

#include <stdint.h>
#include <sys/resource.h>

#include "support/expect.h"

/* Rows start empty and padded: they read nothing but their own entry. */
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
  tc_ell_euler(ell, 0.5);
  tc_ell_destroy(&ell);
}

/* Numbers for which every product and sum is exact. */
Test(ell, euler_is_one_plus_dt_times_the_rates) {
  tc_ell *rates = NULL;
  expect_ok(tc_ell_create(3, 4, 4, &rates));
  for (int i = 0; i < 3; i++) rates->diagonal[i] = -2.0 * (i + 1);
  for (int e = 0; e < 12; e++) rates->value[e] = e, rates->column[e] = e % 4;
  tc_ell_euler(rates, 0.25);
  for (int i = 0; i < 3; i++) cr_assert_eq(rates->diagonal[i], 1.0 - 0.5 * (i + 1));
  for (int e = 0; e < 12; e++) {
    cr_assert_eq(rates->value[e], 0.25 * e);
    cr_assert_eq(rates->column[e], e % 4);
  }
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
