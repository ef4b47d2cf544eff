#include "base/containers/bit_set.h"

#include "support/expect.h"

static tc_bit_set make_set(int count, const int *numbers) {
  tc_bit_set set = {0};
  for (int i = 0; i < count; i++) expect_ok(tc_bit_set_add(&set, numbers[i]));
  return set;
}

Test(set, holds_what_was_added) {
  tc_bit_set set = make_set(4, (int[]){0, 63, 64, 1000});
  cr_expect(tc_bit_set_contains(&set, 0) && tc_bit_set_contains(&set, 63) && tc_bit_set_contains(&set, 64) &&
            tc_bit_set_contains(&set, 1000));
  cr_expect(!tc_bit_set_contains(&set, 1) && !tc_bit_set_contains(&set, 65) &&
            !tc_bit_set_contains(&set, 100000) && !tc_bit_set_contains(&set, -1));
  cr_expect_eq(tc_bit_set_count(&set), 4);
  tc_bit_set_remove(&set, 63);
  tc_bit_set_remove(&set, 5000);
  cr_expect(tc_bit_set_count(&set) == 3 && !tc_bit_set_contains(&set, 63));
  tc_bit_set_clear(&set);
  cr_expect(tc_bit_set_count(&set) == 0 && set.count > 0);
  tc_bit_set_free(&set);
  cr_expect_eq(tc_bit_set_count(&set), 0);
}

Test(set, gives_its_members_in_order) {
  const int wanted[] = {0, 63, 64, 1000};
  tc_bit_set set = make_set(4, wanted);
  int found = 0;
  for (int n = tc_bit_set_next(&set, 0); n >= 0; n = tc_bit_set_next(&set, n + 1))
    cr_expect_eq(n, wanted[found++]);
  cr_expect_eq(found, 4);
  tc_bit_set_free(&set);
  cr_expect_eq(tc_bit_set_next(&set, 0), -1);
}

Test(set, tells_whether_a_union_grew) {
  tc_bit_set a = make_set(2, (int[]){1, 70}), b = make_set(1, (int[]){70}), c = make_set(1, (int[]){300});
  bool grew = true;
  expect_ok(tc_bit_set_add_set(&a, &b, &grew));
  cr_expect(!grew);
  expect_ok(tc_bit_set_add_set(&b, &a, &grew));
  cr_expect(grew && tc_bit_set_count(&b) == 2);
  cr_expect(tc_bit_set_intersects(&a, &b) && !tc_bit_set_intersects(&a, &c));
  expect_ok(tc_bit_set_add_set(&a, &c, NULL));
  cr_expect(tc_bit_set_intersects(&a, &c) && tc_bit_set_contains(&a, 300));
  tc_bit_set_free(&a);
  tc_bit_set_free(&b);
  tc_bit_set_free(&c);
}
