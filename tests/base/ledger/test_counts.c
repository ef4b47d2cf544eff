#include "base/ledger/counts.h"

#include <criterion/criterion.h>
#include <string.h>

Test(counts, names_and_numbers_agree) {
  tc_counts c = {.local_individual = 3, .barriers = 5, .local_messages = 7};
  cr_assert_eq(c.by_index[TC_COUNT_local_individual], 3);
  cr_assert_eq(c.by_index[TC_COUNT_barriers], 5);
  cr_assert_eq(c.by_index[TC_COUNT_local_messages], 7);
  cr_assert_str_eq(tc_count_name(TC_COUNT_local_individual), "local_individual");
  cr_assert_str_eq(tc_count_name(TC_COUNT_barriers), "barriers");
  cr_assert_eq(sizeof c, TC_COUNT_COUNT * sizeof(int64_t));
}

Test(counts, add) {
  tc_counts sum = {0}, more;
  for (int c = 0; c < TC_COUNT_COUNT; c++) more.by_index[c] = c + 1;
  tc_counts_add(&sum, &more);
  tc_counts_add(&sum, &more);
  for (int c = 0; c < TC_COUNT_COUNT; c++) cr_assert_eq(sum.by_index[c], 2 * (c + 1));
}

Test(counts, differences) {
  tc_counts a = {0}, b = {0};
  cr_assert_eq(tc_counts_difference(&a, &b), -1);
  for (int count = 0; count < TC_COUNT_COUNT; count++) {
    b.by_index[count] = 7;
    cr_assert_eq(tc_counts_difference(&a, &b), count, "%s", tc_count_name(count));
    a.by_index[count] = 7;
  }
  cr_assert_eq(tc_counts_difference(&a, &b), -1);
}
