/* Sets of numbers. */
#include "base/containers/bit_set.h"

#include "support/expect.h"

static tc_set set_of(int count, const int *numbers) {
  tc_set set = {0};
  for (int i = 0; i < count; i++) expect_ok(tc_set_add(&set, numbers[i]));
  return set;
}

Test(set, holds_what_was_added) {
  tc_set set = set_of(4, (int[]){0, 63, 64, 1000});
  cr_expect(tc_set_has(&set, 0) && tc_set_has(&set, 63) && tc_set_has(&set, 64) && tc_set_has(&set, 1000));
  cr_expect(!tc_set_has(&set, 1) && !tc_set_has(&set, 65) && !tc_set_has(&set, 100000) &&
            !tc_set_has(&set, -1));
  cr_expect_eq(tc_set_count(&set), 4);
  tc_set_remove(&set, 63);
  tc_set_remove(&set, 5000);
  cr_expect(tc_set_count(&set) == 3 && !tc_set_has(&set, 63));
  tc_set_empty(&set);
  cr_expect(tc_set_count(&set) == 0 && set.words > 0);
  tc_set_clear(&set);
  cr_expect_eq(tc_set_count(&set), 0);
}

Test(set, gives_its_members_in_order) {
  const int wanted[] = {0, 63, 64, 1000};
  tc_set set = set_of(4, wanted);
  int found = 0;
  for (int n = tc_set_next(&set, 0); n >= 0; n = tc_set_next(&set, n + 1)) cr_expect_eq(n, wanted[found++]);
  cr_expect_eq(found, 4);
  tc_set_clear(&set);
  cr_expect_eq(tc_set_next(&set, 0), -1);
}

Test(set, tells_whether_a_union_grew) {
  tc_set a = set_of(2, (int[]){1, 70}), b = set_of(1, (int[]){70}), c = set_of(1, (int[]){300});
  bool grew = true;
  expect_ok(tc_set_unite(&a, &b, &grew));
  cr_expect(!grew);
  expect_ok(tc_set_unite(&b, &a, &grew));
  cr_expect(grew && tc_set_count(&b) == 2);
  cr_expect(tc_set_meets(&a, &b) && !tc_set_meets(&a, &c));
  expect_ok(tc_set_unite(&a, &c, NULL));
  cr_expect(tc_set_meets(&a, &c) && tc_set_has(&a, 300));
  tc_set_clear(&a);
  tc_set_clear(&b);
  tc_set_clear(&c);
}
