#include "base/containers/array.h"

#include <limits.h>

#include "base/containers/int_list.h"
#include "base/containers/search.h"
#include "support/expect.h"

typedef struct pair {
  int a, b;
} pair;

static void fill_pairs(tc_pool *pool) {
  TC_ARRAY(pair) pairs = {.pool = pool};
  for (int i = 0; i < 1000; i++) expect_ok(TC_ARRAY_ADD(&pairs, &(pair){i, -i}));
  cr_assert_eq(pairs.count, 1000);
  for (int i = 0; i < 1000; i++) cr_assert(pairs.item[i].a == i && pairs.item[i].b == -i);
  TC_ARRAY_FREE(&pairs);
  cr_assert(pairs.count == 0 && pairs.item == NULL && pairs.pool == pool);
}

Test(array, items_are_copied_as_it_grows) {
  tc_pool pool = {NULL};
  fill_pairs(NULL);
  fill_pairs(&pool);
  tc_pool_free(&pool);
}

Test(array, reserved_items_are_zero) {
  TC_ARRAY(int) numbers = {0};
  for (int i = 0; i < 1000; i++) {
    expect_ok(TC_ARRAY_RESERVE(&numbers, 1));
    cr_assert_eq(numbers.item[i], 0);
    numbers.item[numbers.count++] = i + 1;
  }
  for (int i = 0; i < 1000; i++) cr_assert_eq(numbers.item[i], i + 1);
  TC_ARRAY_FREE(&numbers);
}

Test(array, too_many_items_are_an_error) {
  TC_ARRAY(char) array = {.count = 10, .capacity = 10};
  expect_error(TC_ARRAY_RESERVE(&array, INT_MAX), TC_INTERNAL,
               "out of memory: a list would have more than 10 entries");
  cr_expect_eq(array.capacity, 10);
}

Test(array, moves_to_a_pool) {
  tc_pool pool = {NULL};
  TC_ARRAY(pair) pairs = {0};
  const pair *copy;
  int count = -1;
  expect_ok(TC_ARRAY_MOVE(&pairs, &pool, &count, &copy));
  cr_assert(count == 0 && copy == NULL);
  for (int i = 0; i < 7; i++) expect_ok(TC_ARRAY_INSERT(&pairs, 0, &(pair){i, 0}));
  expect_ok(TC_ARRAY_MOVE(&pairs, &pool, &count, &copy));
  cr_assert(count == 7 && pairs.count == 0);
  for (int i = 0; i < 7; i++) cr_assert_eq(copy[i].a, 6 - i);
  TC_ARRAY_FREE(&pairs);
  tc_pool_free(&pool);
}

Test(search, finds_the_first_item_that_does_not_precede) {
  for (int count = 0; count < 20; count++)
    for (int wanted = -1; wanted < 42; wanted++) {
      int at, expected = 0;
      while (expected < count && 2 * expected < wanted) expected++;
      TC_SEARCH(at, count, 2 * at < wanted);
      cr_assert_eq(at, expected);
    }
}

Test(int_list, is_sorted_and_distinct) {
  tc_pool pool = {NULL};
  tc_int_list *lists;
  bool grew = false;
  expect_ok(tc_int_lists_create(&pool, 2, &lists));
  for (int i = 0; i < 100; i++) expect_ok(tc_int_list_insert(&lists[0], i * 37 % 50, NULL));
  cr_assert_eq(lists[0].count, 50);
  for (int i = 0; i < 50; i++) cr_assert(lists[0].item[i] == i && tc_int_list_contains(&lists[0], i));
  cr_assert_not(tc_int_list_contains(&lists[0], 50));
  expect_ok(tc_int_list_insert_list(&lists[1], &lists[0], &grew));
  cr_assert(grew);
  grew = false;
  expect_ok(tc_int_list_insert_list(&lists[1], &lists[0], &grew));
  cr_assert_not(grew);
  tc_pool_free(&pool);
}
