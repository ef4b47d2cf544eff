#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/containers/map.h"
#include "base/numeric/hash.h"
#include "support/expect.h"

Test(map, the_same_bytes_have_one_number) {
  tc_map map = {0};
  int number;
  bool added;
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < 5000; i++) {
      char text[32];
      const int length = snprintf(text, sizeof text, "text %d", i);
      expect_ok(tc_map_add(&map, text, (size_t)length, &number, &added));
      cr_assert_eq(number, i);
      cr_assert_eq(added, round == 0);
    }
  cr_expect_eq(map.count, 5000);
  size_t size;
  cr_expect_str_eq(tc_map_key(&map, 4999, &size), "text 4999");
  cr_expect_eq(size, 9);
  tc_map_free(&map);
}

Test(map, lengths_count_and_large_ones_fit) {
  tc_map map = {0};
  static char large[100000];
  int a, b, c;
  expect_ok(tc_map_add(&map, "ab", 2, &a, NULL));
  expect_ok(tc_map_add(&map, "ab", 1, &b, NULL));
  expect_ok(tc_map_add(&map, large, sizeof large, &c, NULL));
  cr_expect(a != b && b != c);
  cr_expect_arr_eq(tc_map_key(&map, c, NULL), large, sizeof large);
  tc_map_free(&map);
}

Test(map, texts_are_kept_once) {
  tc_map map = {0};
  char text[] = "name";
  const char *first, *second, *none = text;
  expect_ok(tc_map_add_text(&map, "name", &first));
  expect_ok(tc_map_add_text(&map, text, &second));
  expect_ok(tc_map_add_text(&map, NULL, &none));
  cr_expect_eq(first, second);
  cr_expect_null(none);
  tc_map_free(&map);
}

Test(map, a_value_belongs_to_its_key) {
  tc_map map = {.key_bytes = sizeof(int64_t), .value_bytes = sizeof(double)};
  int number;
  for (int64_t key = 0; key < 3000; key++) {
    const int64_t wide = key << 40;
    expect_ok(tc_map_add(&map, &wide, sizeof wide, &number, NULL));
    cr_assert_eq(*(double *)tc_map_value(&map, number), 0.0);
    *(double *)tc_map_value(&map, number) = (double)key;
  }
  for (int64_t key = 0; key < 3000; key++) {
    const int64_t wide = key << 40, other = wide + 1;
    number = tc_map_find(&map, &wide, sizeof wide);
    cr_assert_eq(number, key);
    cr_assert_eq(*(double *)tc_map_value(&map, number), (double)key);
    cr_assert_eq(*(const int64_t *)tc_map_key(&map, number, NULL), wide);
    cr_assert_eq(tc_map_find(&map, &other, sizeof other), -1);
  }
  tc_map_free(&map);
  cr_expect_eq(tc_map_find(&map, &(int64_t){0}, sizeof(int64_t)), -1);
}

/* Adds `adds` random multiples of `factor` to a set and compares the set with a table. The multiples are
 * below `range` * `factor`, so most occur several times. A poor hash would map multiples of a power of two
 * to the same slot. */
static void expect_set(int adds, int range, tc_gid factor) {
  bool *in = calloc((size_t)range, sizeof *in), added;
  tc_map set = {0};
  int count = 0;
  for (int i = 0; i < adds; i++) {
    const int number = (int)(tc_hash_mix((uint64_t)i) % (uint64_t)range);
    expect_ok(tc_map_add_gid(&set, number * factor, &added));
    cr_assert_eq(added, !in[number], "%d", number);
    count += added;
    in[number] = true;
    cr_assert_eq(set.count, count);
  }
  for (int n = 0; n < range; n++) {
    const tc_gid key = n * factor;
    cr_assert_eq(tc_map_find(&set, &key, sizeof key) >= 0, in[n]);
  }
  tc_map_free(&set);
  cr_assert(set.count == 0);
  tc_map_free(&set);
  free(in);
}

Test(map, a_set_contains_what_was_added) {
  expect_set(0, 1, 1);
  expect_set(100, 1, 1);
  expect_set(10, 1000, 1);
  expect_set(20000, 5000, 1);
  expect_set(20000, 5000, (tc_gid)1 << 40);
  expect_set(20000, 1 << 20, 4096);
}

Test(map, a_set_contains_the_extreme_numbers) {
  tc_map set = {0};
  bool added;
  for (int round = 0; round < 2; round++) {
    expect_ok(tc_map_add_gid(&set, 0, &added));
    cr_assert_eq(added, round == 0);
    expect_ok(tc_map_add_gid(&set, INT64_MAX, &added));
    cr_assert_eq(added, round == 0);
  }
  tc_map_free(&set);
}
