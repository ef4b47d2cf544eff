/* Test of the reuse distances of the reads of x by a range of rows. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/numeric/hash.h"
#include "sparse/reuse_distance.h"
#include "support/expect.h"

enum { rows = 4000, width = 4, first = 1234 };

/* The counts of the rows from `first` on must be the counts of all rows minus those of the rows before
 * `first`. */
Test(reuse_part, the_rows_behind_the_first) {
  int32_t *column = malloc(sizeof *column * rows * width);
  const tc_ell_pattern whole = {rows, rows, width, column, NULL}, begin = {first, rows, width, column, NULL};
  tc_reuse all, before, part;
  for (int32_t e = 0; e < rows * width; e++) column[e] = (int32_t)(tc_hash_mix((uint64_t)e) % rows);
  expect_ok(tc_reuse_count_part(&whole, 0, 1, 64.0, &all));
  expect_ok(tc_reuse_count_part(&begin, 0, 1, 64.0, &before));
  expect_ok(tc_reuse_count_part(&whole, first, 1, 64.0, &part));
  for (int b = 0; b < TC_REUSE_BINS; b++) {
    all.scattered[b] -= before.scattered[b];
    all.in_order[b] -= before.in_order[b];
  }
  all.cold -= before.cold;
  all.cold_in_order -= before.cold_in_order;
  all.rows -= first;
  cr_assert_gt(tc_reuse_reads_beyond(&part, 1024.0), 0.0);
  cr_assert_eq(memcmp(&part, &all, sizeof all), 0);
  free(column);
}

Test(reuse_part, few_lines_are_not_sampled) {
  cr_assert_eq(tc_reuse_sampling_interval(8 << 14), 1);
  cr_assert_eq(tc_reuse_sampling_interval((8 << 15) - 8), 1);
  cr_assert_eq(tc_reuse_sampling_interval(8 << 15), 2);
  cr_assert_eq(tc_reuse_sampling_interval(604053), 4);
}
