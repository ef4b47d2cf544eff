/* Conversion of numbers in data files of other programs. */
#include <stdint.h>
#include <stdlib.h>

#include "base/text/text.h"
#include "support/expect.h"

/* Returns a copy of exactly n bytes on the heap, so that a sanitizer detects every read beyond the end. */
static tc_text copy_exactly(const char *bytes, size_t n) {
  char *copy = malloc(n ? n : 1);
  if (n) memcpy(copy, bytes, n);
  return (tc_text){copy, copy + n};
}

/* Reads a word of a data file. Expects the value `wanted`, and that the whole word is read. */
static void expect_real(const char *word, double wanted) {
  tc_text text = copy_exactly(word, strlen(word));
  const char *start = text.cursor;
  double got = 7;
  cr_assert(tc_text_parse_real(&text, &got), "\"%s\" is refused", word);
  cr_assert_eq(got, wanted, "\"%s\" is read as %.17g", word, got);
  cr_assert(tc_text_at_end(&text));
  free((void *)(uintptr_t)start);
}

Test(text_data, reals_of_data_files) {
  static const char *const refused[] = {"",      "D5",      "1D",    "1.0DD5", "1.0D5D", "0,500",
                                        "1.0-",  "1-5",     "--1.0", ",",      "1,,",    "1.0D+",
                                        "0x1D5", "1.0E5D1", "d",     "1.5-1-1"};
  expect_real("1.0", 1.0);
  expect_real("1.5D+02", 150.0);
  expect_real("-1.5d-02", -0.015);
  expect_real("2Q3", 2000.0);
  expect_real("1.5-100", 1.5e-100);
  expect_real("1.5+100", 1.5e100);
  expect_real("1.5,", 1.5);
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    tc_text text = copy_exactly(refused[i], strlen(refused[i]));
    const char *start = text.cursor;
    double got;
    cr_assert_not(tc_text_parse_real(&text, &got), "\"%s\" is accepted", refused[i]);
    cr_assert_eq(text.cursor, start);
    free((void *)(uintptr_t)start);
  }
}

/* In data files a comma within a word is not a separator, however long the word is. */
Test(text_data, a_long_word_is_not_cut) {
  char word[128];
  double got;
  memset(word, '1', sizeof word);
  word[63] = ',';
  tc_text text = copy_exactly(word, sizeof word);
  const char *start = text.cursor;
  cr_assert_not(tc_text_parse_real(&text, &got));
  cr_assert_eq(text.cursor, start);
  free((void *)(uintptr_t)start);
}

Test(text_data, whole_numbers_of_data_files) {
  static const char *const word[] = {"7", "7.0", "7.", "70e-1", "7.0D+00", "7,", "-7", "9007199254740992.0"};
  static const int64_t wanted[] = {7, 7, 7, 7, 7, 7, -7, 9007199254740992};
  for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
    tc_text text = {word[i], word[i] + strlen(word[i])};
    int64_t got = 0;
    cr_assert(tc_text_parse_whole(&text, &got), "\"%s\"", word[i]);
    cr_assert_eq(got, wanted[i], "\"%s\"", word[i]);
  }
  static const char *const refused[] = {"7.5", "nan", "inf", "1e17", "7,5", "x", ""};
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    tc_text text = {refused[i], refused[i] + strlen(refused[i])};
    int64_t got;
    cr_assert_not(tc_text_parse_whole(&text, &got), "\"%s\"", refused[i]);
  }
}

Test(text_data, advice_for_words_that_are_no_numbers) {
  cr_assert_str_eq(tc_text_number_advice("0,500", 5), "it has a decimal comma: write a decimal point");
  cr_assert_str_eq(tc_text_number_advice("-1,5e-3", 7), "it has a decimal comma: write a decimal point");
  cr_assert_str_eq(tc_text_number_advice("1.0D-3", 6), "write the exponent with the letter E");
  static const char *const none[] = {"", "1.0", "1,2,3", "a,b", "five", "1e5", ","};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    cr_assert_null(tc_text_number_advice(none[i], (int)strlen(none[i])), "\"%s\"", none[i]);
}
