#include "base/containers/gid_set.h"

#include <stdlib.h>

#include "base/numeric/hash.h"
#include "support/expect.h"

/* Numbers below `range`, most of them several times, against a table; and multiples that a bad hash would put
 * into one place. */
static void expect_set(int adds, int range, tc_gid factor) {
  bool *in = calloc((size_t)range, sizeof *in), added;
  tc_gid_set set = {0};
  int64_t count = 0;
  for (int i = 0; i < adds; i++) {
    const int number = (int)(tc_hash_mix((uint64_t)i) % (uint64_t)range);
    expect_ok(tc_gid_set_add(&set, number * factor, &added));
    cr_assert_eq(added, !in[number], "%d", number);
    count += added;
    in[number] = true;
    cr_assert_eq(set.count, count);
  }
  for (int n = 0; n < range; n++)
    if (in[n]) cr_assert_eq(set.slot[tc_gid_set_slot(&set, n * factor)], n * factor);
  tc_gid_set_free(&set);
  cr_assert(set.slot == NULL && set.count == 0);
  tc_gid_set_free(&set);
  free(in);
}

Test(gid_set, knows_what_is_in_it) {
  expect_set(0, 1, 1);
  expect_set(100, 1, 1);
  expect_set(10, 1000, 1);
  expect_set(20000, 5000, 1);
  expect_set(20000, 5000, (tc_gid)1 << 40);
  expect_set(20000, 1 << 20, 4096);
}

Test(gid_set, the_ends) {
  tc_gid_set set = {0};
  bool added;
  expect_ok(tc_gid_set_add(&set, 0, &added));
  cr_assert(added);
  expect_ok(tc_gid_set_add(&set, INT64_MAX, &added));
  cr_assert(added);
  expect_ok(tc_gid_set_add(&set, 0, &added));
  cr_assert_not(added);
  expect_ok(tc_gid_set_add(&set, INT64_MAX, &added));
  cr_assert_not(added);
  tc_gid_set_free(&set);
}
