#include "base/text/text_cut.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/text/text.h"

/* One character each of one, two, three and four bytes in UTF-8, and z. */
static const char mixed[] = "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80z";

Test(text_cut, divides_no_character) {
  static const size_t expected[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11};
  for (size_t length = 0; length < sizeof mixed; length++)
    cr_expect_eq(tc_text_cut_length(mixed, length), expected[length], "%zu bytes", length);
}

Test(text_cut, leaves_valid_text) {
  for (size_t length = 0; length < sizeof mixed; length++) {
    char cut[sizeof mixed] = "";
    memcpy(cut, mixed, tc_text_cut_length(mixed, length));
    for (const char *at = cut; *at; at += tc_text_utf8_length(at))
      cr_assert_gt(tc_text_utf8_length(at), 0, "%zu bytes", length);
  }
}

/* Continuation bytes of UTF-8 without a first byte are not removed, because they belong to no character. */
Test(text_cut, accepts_other_bytes) {
  cr_expect_eq(tc_text_cut_length("\x80\x80", 2), 2);
  cr_expect_eq(tc_text_cut_length("ab\x80\x80\x80\x80", 6), 6);
  cr_expect_eq(tc_text_cut_length("a\x80", 2), 2);
}
