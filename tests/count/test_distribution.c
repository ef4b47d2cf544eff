#include "count/distribution.h"

#include <stdlib.h>

#include "base/numeric/hash.h"
#include "support/expect.h"

static tc_distribution *make(tc_distribution_kind kind, tc_gid rows, int32_t ranks, int32_t block_size,
                             const tc_gid *first) {
  tc_distribution *d = NULL;
  expect_ok(tc_distribution_create(kind, rows, ranks, block_size, first, &d));
  return d;
}

/* The functions owner, local and position must be inverse to each other. Each row must have one owner, and
 * the positions of a rank's rows must be ascending. */
static void expect_inverse(tc_distribution *d) {
  int64_t total = 0;
  for (int32_t rank = 0; rank < d->ranks; rank++) {
    const int32_t owned = tc_distribution_owned(d, rank);
    tc_gid last = -1;
    cr_assert_geq(owned, 0);
    total += owned;
    for (int32_t local = 0; local < owned; local++) {
      const tc_gid position = tc_distribution_position(d, rank, local);
      cr_assert(position > last && position < d->rows, "rank %d row %d is at %lld", rank, local,
                (long long)position);
      cr_assert_eq(tc_distribution_owner(d, position), rank, "position %lld", (long long)position);
      cr_assert_eq(tc_distribution_local(d, position), local, "position %lld", (long long)position);
      last = position;
    }
  }
  cr_assert_eq(total, d->rows, "%lld of %lld rows", (long long)total, (long long)d->rows);
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

/* The rows are in the blocks 0 1 2 | 3 4 5 | 6 7 8 | 9, which are assigned alternately to two ranks. */
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

/* Checks the first, the middle and the last row of every rank, and the total number of rows. */
static void expect_ends(tc_distribution *d) {
  tc_gid total = 0;
  for (int32_t r = 0; r < d->ranks; r++) {
    const int32_t owned = tc_distribution_owned(d, r), checked[] = {0, owned / 2, owned - 1};
    total += owned;
    for (int i = 0; i < 3 && owned > 0; i++) {
      const tc_gid position = tc_distribution_position(d, r, checked[i]);
      cr_assert(position >= 0 && position < d->rows);
      cr_assert_eq(tc_distribution_owner(d, position), r);
      cr_assert_eq(tc_distribution_local(d, position), checked[i]);
    }
  }
  cr_assert_eq(total, d->rows);
  tc_distribution_destroy(&d);
}

/* No computation may overflow if a rank has 2^31 - 1 rows and all ranks together have many more. */
Test(distribution, cyclic_at_the_limits_of_32_bits) {
  static const int32_t sizes[] = {1, 65536, (1 << 30) - 1, 1 << 30, INT32_MAX};
  for (int b = 0; b < 5; b++)
    for (int32_t ranks = 1; ranks < 2000; ranks += 666) {
      expect_ends(make(TC_DISTRIBUTION_CYCLIC, INT32_MAX, ranks, sizes[b], NULL));
      expect_ends(make(TC_DISTRIBUTION_CYCLIC, (tc_gid)ranks << 30, ranks, sizes[b], NULL));
    }
  expect_ends(make(TC_DISTRIBUTION_CYCLIC, ((tc_gid)1 << 47) - 12345, 1 << 17, 65537, NULL));
}

Test(distribution, contiguous_beyond_32_bits) {
  static const tc_gid first[] = {0, 5, 5, INT32_MAX, 2 * (tc_gid)INT32_MAX, 2 * (tc_gid)INT32_MAX + 3};
  expect_ends(make(TC_DISTRIBUTION_METIS, first[5], 5, 7, first));
}

/* Local row numbers have 32 bits, so more rows on a rank must be an error. */
Test(distribution, too_many_rows_for_a_rank) {
  static const tc_gid first[] = {0, 7, 7 + (tc_gid)INT32_MAX + 1};
  tc_distribution *d = NULL;
  expect_error(tc_distribution_create(TC_DISTRIBUTION_CYCLIC, 2 * (tc_gid)INT32_MAX + 1, 2, 1, NULL, &d),
               TC_USAGE, "rank 0 of 2 would own 2147483648 rows");
  expect_error(tc_distribution_create(TC_DISTRIBUTION_METIS, first[2], 2, 1, first, &d), TC_USAGE,
               "rank 1 of 2 would own 2147483648 rows");
  cr_assert_null(d);
}

/* The owner is found by division with a precomputed reciprocal. The quotient could be wrong by one at
 * multiples of the divisor and just below them. */
Test(distribution, division_is_exact) {
  const tc_gid most = ((tc_gid)1 << 62) - 1;
  for (int i = 0; i < 2000; i++) {
    const int32_t divisor = i < 1000 ? i + 1 : (int32_t)(tc_hash_mix((uint64_t)i) >> (33 + i % 30)) + 1;
    tc_distribution *d = make(TC_DISTRIBUTION_CYCLIC, 1, 1, divisor, NULL);
    for (uint64_t k = 0; k < 60; k++) {
      const tc_gid some = k == 0 ? most : (tc_gid)(tc_hash_mix(k + 60 * (uint64_t)i) >> (2 + k)),
                   multiple = some - some % divisor;
      cr_assert_eq(tc_fast_divide(some, d->per_block), some / divisor);
      cr_assert_eq(tc_fast_divide(multiple, d->per_block), multiple / divisor);
      if (multiple > 0) cr_assert_eq(tc_fast_divide(multiple - 1, d->per_block), multiple / divisor - 1);
    }
    tc_distribution_destroy(&d);
  }
}

Test(distribution, contiguous_is_inverse_with_empty_ranks) {
  static const struct {
    int32_t ranks;
    tc_gid first[8];
  } cases[] = {
      {1, {0, 9}},       {2, {0, 4, 9}},    {4, {0, 1, 5, 8, 9}},    {2, {0, 0, 9}},
      {2, {0, 9, 9}},    {3, {0, 4, 4, 9}}, {5, {0, 0, 0, 9, 9, 9}}, {7, {0, 0, 1, 1, 1, 8, 9, 9}},
      {3, {0, 0, 0, 0}},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    tc_gid first[8];
    memcpy(first, cases[c].first, sizeof first);
    tc_distribution *d = make(TC_DISTRIBUTION_METIS, first[cases[c].ranks], cases[c].ranks, 4, first);
    memset(first, -1, sizeof first); /* the distribution has its own copy */
    for (int32_t r = 0; r < d->ranks; r++)
      cr_assert_eq(tc_distribution_owned(d, r), cases[c].first[r + 1] - cases[c].first[r]);
    expect_inverse(d);
  }
}

Test(distribution, names) {
  cr_assert_eq(tc_distribution_kinds.count, 2);
  cr_assert_str_eq(tc_distribution_name(TC_DISTRIBUTION_METIS), "metis");
  cr_assert_str_eq(tc_distribution_name(TC_DISTRIBUTION_CYCLIC), "cyclic");
  for (int kind = 0; kind < 2; kind++) cr_assert_gt(strlen(tc_distribution_kinds.summary(kind)), 10u);
}
