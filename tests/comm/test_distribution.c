#include "comm/distribution.h"

#include <stdlib.h>

#include "support/expect.h"

static tc_distribution *make(tc_distribution_kind kind, int32_t rows, int32_t ranks, int32_t block_size,
                             const int32_t *first) {
  tc_distribution *d = NULL;
  expect_ok(tc_distribution_create(kind, rows, ranks, block_size, first, &d));
  return d;
}

/* owner, local and position are inverse to each other, every row has its place, and no rank has more. */
static void expect_inverse(tc_distribution *d) {
  int64_t total = 0;
  for (int32_t rank = 0; rank < d->ranks; rank++) {
    const int32_t owned = tc_distribution_owned(d, rank);
    int32_t last = -1;
    cr_assert_geq(owned, 0);
    total += owned;
    for (int32_t local = 0; local < owned; local++) {
      const int32_t position = tc_distribution_position(d, rank, local);
      cr_assert(position > last && position < d->rows, "rank %d row %d is at %d", rank, local, position);
      cr_assert_eq(tc_distribution_owner(d, position), rank, "position %d", position);
      cr_assert_eq(tc_distribution_local(d, position), local, "position %d", position);
      last = position;
    }
  }
  cr_assert_eq(total, d->rows, "%lld of %d rows", (long long)total, d->rows);
  tc_distribution_destroy(&d);
  cr_assert_null(d);
}

Test(distribution, cyclic_is_inverse_for_all_sizes) {
  static const int32_t rows[] = {0, 1, 6, 7, 999, 1000, 1001, 4321}, ranks[] = {1, 2, 3, 4, 16, 33};
  for (int n = 0; n < 8; n++)
    for (int p = 0; p < 6; p++) {
      const int32_t sizes[] = {1, 7, 1000, rows[n] / 2 + 1, rows[n] ? rows[n] : 1, INT32_MAX};
      for (int b = 0; b < 6; b++)
        expect_inverse(make(TC_DISTRIBUTION_CYCLIC, rows[n], ranks[p], sizes[b], NULL));
    }
}

/* Blocks 0 1 2 | 3 4 5 | 6 7 8 | 9: dealt to two ranks. */
Test(distribution, cyclic_deals_blocks_round_robin) {
  tc_distribution *d = make(TC_DISTRIBUTION_CYCLIC, 10, 2, 3, NULL);
  static const int32_t owner[10] = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1}, local[10] = {0, 1, 2, 0, 1, 2, 3, 4, 5, 3};
  for (int32_t position = 0; position < 10; position++) {
    cr_assert_eq(tc_distribution_owner(d, position), owner[position]);
    cr_assert_eq(tc_distribution_local(d, position), local[position]);
  }
  cr_assert_eq(tc_distribution_owned(d, 0), 6);
  cr_assert_eq(tc_distribution_owned(d, 1), 4);
  tc_distribution_destroy(&d);
}

/* 2^31 - 1 rows: nothing may overflow. */
Test(distribution, cyclic_at_the_limit_of_32_bits) {
  static const int32_t sizes[] = {1, 65536, 1 << 30, INT32_MAX};
  for (int b = 0; b < 4; b++)
    for (int32_t ranks = 1; ranks < 2000; ranks += 666) {
      tc_distribution *d = make(TC_DISTRIBUTION_CYCLIC, INT32_MAX, ranks, sizes[b], NULL);
      int64_t total = 0;
      for (int32_t r = 0; r < ranks; r++) {
        const int32_t owned = tc_distribution_owned(d, r);
        total += owned;
        if (owned == 0) continue;
        const int32_t position = tc_distribution_position(d, r, owned - 1);
        cr_assert_eq(tc_distribution_owner(d, position), r);
        cr_assert_eq(tc_distribution_local(d, position), owned - 1);
      }
      cr_assert_eq(total, INT32_MAX);
      tc_distribution_destroy(&d);
    }
}

Test(distribution, contiguous_is_inverse_with_empty_ranks) {
  static const struct {
    int32_t ranks, first[8];
  } cases[] = {
      {1, {0, 9}},       {2, {0, 4, 9}},    {4, {0, 1, 5, 8, 9}},    {2, {0, 0, 9}},
      {2, {0, 9, 9}},    {3, {0, 4, 4, 9}}, {5, {0, 0, 0, 9, 9, 9}}, {7, {0, 0, 1, 1, 1, 8, 9, 9}},
      {3, {0, 0, 0, 0}},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    int32_t first[8];
    memcpy(first, cases[c].first, sizeof first);
    tc_distribution *d = make(TC_DISTRIBUTION_METIS, first[cases[c].ranks], cases[c].ranks, 4, first);
    memset(first, -1, sizeof first); /* it was copied */
    for (int32_t r = 0; r < d->ranks; r++)
      cr_assert_eq(tc_distribution_owned(d, r), cases[c].first[r + 1] - cases[c].first[r]);
    expect_inverse(d);
  }
}

Test(distribution, names) {
  cr_assert_eq(tc_distribution_count(), 2);
  cr_assert_str_eq(tc_distribution_name(TC_DISTRIBUTION_METIS), "metis");
  cr_assert_str_eq(tc_distribution_name(TC_DISTRIBUTION_CYCLIC), "cyclic");
  for (int kind = 0; kind < 2; kind++) cr_assert_gt(strlen(tc_distribution_summary(kind)), 10u);
}
