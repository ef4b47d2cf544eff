#include "base/text/text_part.h"

#include <criterion/criterion.h>
#include <string.h>

static void expect_part(tc_text *text, const char *expected) {
  const tc_text part = tc_text_remove_part(text, ',');
  cr_assert_eq(part.end - part.cursor, (ptrdiff_t)strlen(expected));
  cr_expect_eq(memcmp(part.cursor, expected, strlen(expected)), 0, "%s", expected);
}

Test(text_part, parts_are_removed_in_their_order) {
  const char *const line = "one,,three,";
  tc_text text = {line, line + strlen(line)};
  expect_part(&text, "one");
  expect_part(&text, "");
  expect_part(&text, "three");
  expect_part(&text, "");
  cr_expect_eq(text.cursor, text.end);
}

Test(text_part, ends_without_a_separator) {
  const char *const line = "one,two";
  tc_text text = {line, line + strlen(line)};
  expect_part(&text, "one");
  expect_part(&text, "two");
  cr_expect_eq(text.cursor, text.end);
  cr_expect_eq(tc_text_remove_part(&(tc_text){NULL, NULL}, ',').end, NULL);
}
