#include <criterion/criterion.h>
#include <stdio.h>

#include "base/containers/array_grow.h"
#include "base/containers/intern.h"
#include "base/core/memory.h"
#include "support/expect.h"

Test(intern, the_same_bytes_have_one_number) {
  tc_intern intern = {0};
  int number;
  bool added;
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < 5000; i++) {
      char text[32];
      const int length = snprintf(text, sizeof text, "text %d", i);
      expect_ok(tc_intern_add(&intern, text, (size_t)length, &number, &added));
      cr_assert_eq(number, i);
      cr_assert_eq(added, round == 0);
    }
  cr_expect_eq(intern.count, 5000);
  size_t size;
  cr_expect_str_eq(tc_intern_get(&intern, 4999, &size), "text 4999");
  cr_expect_eq(size, 9);
  tc_intern_free(&intern);
}

Test(intern, lengths_count_and_large_ones_fit) {
  tc_intern intern = {0};
  static char large[100000];
  int a, b, c;
  expect_ok(tc_intern_add(&intern, "ab", 2, &a, NULL));
  expect_ok(tc_intern_add(&intern, "ab", 1, &b, NULL));
  expect_ok(tc_intern_add(&intern, large, sizeof large, &c, NULL));
  cr_expect(a != b && b != c);
  cr_expect_arr_eq(tc_intern_get(&intern, c, NULL), large, sizeof large);
  tc_intern_free(&intern);
}

Test(intern, texts_are_kept_once) {
  tc_intern intern = {0};
  char text[] = "name";
  const char *first, *second, *none = text;
  expect_ok(tc_intern_add_text(&intern, "name", &first));
  expect_ok(tc_intern_add_text(&intern, text, &second));
  expect_ok(tc_intern_add_text(&intern, NULL, &none));
  cr_expect_eq(first, second);
  cr_expect_null(none);
  tc_intern_free(&intern);
}

Test(grow, what_is_new_is_zero) {
  int *number = NULL, room = 0;
  for (int i = 0; i < 1000; i++) {
    expect_ok(TC_ARRAY_GROW(number, i, room));
    cr_assert_eq(number[i], 0);
    number[i] = i + 1;
  }
  for (int i = 0; i < 1000; i++) cr_assert_eq(number[i], i + 1);
  tc_free(number);
}
