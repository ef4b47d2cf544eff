#include "base/core/pool.h"

#include <stdint.h>
#include <stdlib.h>

#include "support/expect.h"

Test(pool, memory_lives_until_the_pool_is_empty) {
  enum { pieces = 100 };
  tc_pool pool = {NULL};
  char *piece[pieces];
  for (int i = 0; i < pieces; i++) {
    expect_ok(tc_pool_alloc(&pool, (size_t)i, &piece[i]));
    cr_expect_eq((uintptr_t)piece[i] % _Alignof(max_align_t), 0);
    for (int b = 0; b < i; b++) cr_assert_eq(piece[i][b], 0);
    memset(piece[i], i, (size_t)i);
  }
  for (int i = 0; i < pieces; i++)
    for (int b = 0; b < i; b++) cr_assert_eq(piece[i][b], i);
  tc_pool_free(&pool);
  cr_expect_null(pool.last);
  tc_pool_free(&pool);
}

Test(pool, large_things_and_small_ones_in_turn) {
  enum { turns = 200 };
  tc_pool pool = {NULL};
  int *small[turns];
  char *large[turns], *none, *other;
  for (int i = 0; i < turns; i++) {
    const size_t bytes = (size_t)1 << i % 18;
    expect_ok(tc_pool_alloc(&pool, sizeof **small, &small[i]));
    expect_ok(tc_pool_alloc(&pool, bytes, &large[i]));
    *small[i] = i;
    memset(large[i], i, bytes);
  }
  for (int i = 0; i < turns; i++) cr_assert(*small[i] == i && large[i][((size_t)1 << i % 18) - 1] == (char)i);
  expect_ok(tc_pool_alloc(&pool, 0, &none));
  expect_ok(tc_pool_alloc(&pool, 0, &other));
  cr_expect_neq(none, other);
  tc_pool_free(&pool);
}

static int fallen[3], falls;
static void record_release(void *thing) { fallen[falls++] = *(int *)thing; }

Test(pool, what_is_owned_is_destroyed_the_latest_first) {
  tc_pool pool = {NULL};
  int *one, other = 2;
  expect_ok(tc_pool_alloc(&pool, sizeof *one, &one)); /* is valid until the pool has called its release */
  *one = 1;
  expect_ok(tc_pool_add_owned(&pool, one, record_release));
  expect_ok(tc_pool_add_owned(&pool, &other, record_release));
  cr_expect_eq(falls, 0);
  tc_pool_free(&pool);
  cr_assert_eq(falls, 2);
  cr_expect(fallen[0] == 2 && fallen[1] == 1);
  tc_pool_free(&pool);
  cr_expect_eq(falls, 2);
}

Test(pool, texts_of_any_length) {
  tc_pool pool = {NULL};
  const char *text, *again;
  char long_one[5000];
  memset(long_one, 'q', sizeof long_one - 1);
  long_one[sizeof long_one - 1] = '\0';
  expect_ok(tc_pool_printf(&pool, &text, "%d %s", 7, "seven"));
  expect_ok(tc_pool_printf(&pool, &again, "%s", ""));
  cr_expect_str_eq(text, "7 seven");
  cr_expect_str_eq(again, "");
  expect_ok(tc_pool_printf(&pool, &again, "%s|%s", long_one, text));
  cr_expect_eq(strlen(again), sizeof long_one + 7);
  tc_pool_free(&pool);
}
