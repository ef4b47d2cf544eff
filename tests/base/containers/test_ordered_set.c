#include <criterion/criterion.h>

#include "base/containers/ordered_set.h"
#include "support/expect.h"

/* Adds and removes random numbers below `limit`, and compares each search with an array of flags. The
 * tests use limits at the ends of the set's words and levels. */
static void expect_members_below(int limit) {
  tc_pool pool = {NULL};
  tc_ordered_set live;
  bool *flag = calloc((size_t)limit + 1, sizeof *flag);
  uint32_t state = (uint32_t)limit;
  expect_ok(tc_ordered_set_init(&pool, limit, &live));
  for (int turn = 0; turn < 600; turn++) {
    const int number = (int)((state = state * 1664525u + 1013904223u) >> 8) % limit;
    if (flag[number])
      tc_ordered_set_remove(&live, number);
    else
      tc_ordered_set_add(&live, number);
    flag[number] = !flag[number];
    const int at = (int)((state = state * 1664525u + 1013904223u) >> 8) % limit;
    int last = at;
    while (last >= 0 && !flag[last]) last--;
    cr_assert_eq(tc_ordered_set_find_at_or_below(&live, at), last);
  }
  cr_expect_eq(tc_ordered_set_find_at_or_below(&live, -1), -1);
  free(flag);
  tc_pool_free(&pool);
}

Test(live, neighbours) {
  static const int limits[] = {1, 63, 64, 65, 127, 4095, 4096, 4097, 70000, 300000};
  for (size_t l = 0; l < sizeof limits / sizeof *limits; l++) expect_members_below(limits[l]);
}

Test(live, empty) {
  tc_pool pool = {NULL};
  tc_ordered_set live;
  expect_ok(tc_ordered_set_init(&pool, 0, &live));
  cr_expect_eq(tc_ordered_set_find_at_or_below(&live, -1), -1);
  tc_pool_free(&pool);
}
