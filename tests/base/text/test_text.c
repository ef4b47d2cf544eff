#include "base/text/text.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/numeric/hash.h"
#include "support/expect.h"

/* Returns a copy of exactly n bytes on the heap, so that a sanitizer detects every read beyond the end. */
static tc_text copy_exactly(const char *bytes, size_t n) {
  char *copy = malloc(n ? n : 1);
  if (n) memcpy(copy, bytes, n);
  return (tc_text){copy, copy + n};
}

static void expect_double_bytes(const char *bytes, size_t n, double wanted) {
  tc_text text = copy_exactly(bytes, n);
  const char *start = text.cursor;
  double got = 7;
  cr_assert(tc_text_parse_double(&text, &got), "\"%.*s\" is refused", (int)n, bytes);
  cr_assert(memcmp(&got, &wanted, sizeof got) == 0 || (isnan(got) && isnan(wanted)),
            "\"%.*s\" is read as %.17g, not %.17g", (int)n, bytes, got, wanted);
  cr_assert(tc_text_at_end(&text));
  free((void *)(uintptr_t)start);
}

static void expect_double(const char *bytes) {
  expect_double_bytes(bytes, strlen(bytes), strtod(bytes, NULL));
}

static void expect_no_double(const char *bytes, size_t n) {
  tc_text text = copy_exactly(bytes, n);
  const char *start = text.cursor;
  double got;
  cr_assert_not(tc_text_parse_double(&text, &got), "\"%.*s\" is accepted", (int)n, bytes);
  free((void *)(uintptr_t)start);
}

Test(text, skips_blanks_and_measures_words) {
  const char *line = " \t\r one two\r";
  tc_text text = {line, line + strlen(line)};
  cr_assert_eq(tc_text_word_length(&text, 10), 0, "the text begins with a blank");
  tc_text_skip_blanks(&text);
  cr_assert_eq(tc_text_word_length(&text, 10), 3);
  cr_assert_eq(tc_text_word_length(&text, 2), 2);
  cr_assert_not(tc_text_at_end(&text));
  text.cursor += 4;
  cr_assert_eq(tc_text_word_length(&text, 10), 3, "CR is a blank");
  text.cursor += 3;
  cr_assert(tc_text_at_end(&text));
  cr_assert_eq(tc_text_word_length(&text, 10), 0);
}

Test(text, integers) {
  const char *line = "0 -1 +17 007 2147483647 -2147483648 999999999999999999 -999999999999999999";
  static const int64_t wanted[] =
      {0, -1, 17, 7, INT32_MAX, INT32_MIN, 999999999999999999, -999999999999999999};
  tc_text text = {line, line + strlen(line)}, narrow = text;
  for (int i = 0; i < 8; i++) {
    int64_t value = 12345;
    int32_t small = 12345;
    cr_assert(tc_text_parse_int64(&text, &value));
    cr_assert_eq(value, wanted[i]);
    cr_assert_eq(tc_text_parse_int32(&narrow, &small), i < 6, "number %d", i);
    cr_assert_eq(small, i < 6 ? (int32_t)wanted[i] : 12345);
    if (i >= 6) narrow = text;
  }
  cr_assert(tc_text_at_end(&text));
}

/* Integers may have any size and an exponent. Numbers with a decimal point or a fractional value are
 * refused. */
Test(text, integers_in_any_notation) {
  static const struct {
    const char *text;
    double wanted;
  } good[] = {{"1000", 1e3}, {" 1e3", 1e3},    {"-2E2", -200}, {"+7", 7},
              {"0", 0},      {"1e300", 1e300}, {"10e-1", 1},   {"99999999999999999999", 1e20}};
  static const char *const bad[] = {"",    "x",   "1.0",   "1.",   ".5e1", "1e-1",
                                    "nan", "inf", "1e999", "0x10", "1,2",  "1 2 "};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    tc_text text = copy_exactly(good[i].text, strlen(good[i].text));
    const char *start = text.cursor;
    double value = 0.5;
    cr_assert(tc_text_parse_integer(&text, &value) && tc_text_at_end(&text), "%s", good[i].text);
    cr_assert_eq(value, good[i].wanted, "%s", good[i].text);
    free((void *)(uintptr_t)start);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    tc_text text = copy_exactly(bad[i], strlen(bad[i]));
    const char *start = text.cursor;
    double value = 0.5;
    cr_assert_not(tc_text_parse_integer(&text, &value) && tc_text_at_end(&text), "%s", bad[i]);
    free((void *)(uintptr_t)start);
  }
}

static bool can_read_int64(const char *bytes, int64_t *value) {
  tc_text text = copy_exactly(bytes, strlen(bytes));
  const char *start = text.cursor;
  bool fine = tc_text_parse_int64(&text, value);
  if (!fine) cr_assert_eq(text.cursor, start, "\"%s\": the cursor must remain at the word", bytes);
  free((void *)(uintptr_t)start);
  return fine;
}

/* Integers that fit into 64 bits are read. Larger numbers are rejected and never wrap around. */
Test(text, ends_of_the_integers) {
  int64_t value = 0;
  cr_assert(can_read_int64("9223372036854775807", &value));
  cr_assert_eq(value, INT64_MAX);
  cr_assert(can_read_int64("-9223372036854775808", &value));
  cr_assert_eq(value, INT64_MIN);
  cr_assert(can_read_int64("0000000000000000000000000000042", &value));
  cr_assert_eq(value, 42);
  static const char *const wrong[] = {"9223372036854775808",  "-9223372036854775809", "18446744073709551615",
                                      "18446744073709551617", "99999999999999999999", "36893488147419103233"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    cr_assert_not(can_read_int64(wrong[i], &value), "%s", wrong[i]);
}

Test(text, what_is_no_integer) {
  static const char *const wrong[] = {"",
                                      "-",
                                      "+",
                                      "--1",
                                      "+-1",
                                      "1.0",
                                      "1e3",
                                      "x",
                                      "1x",
                                      "0x10",
                                      "1,2",
                                      "1_0",
                                      "1-",
                                      "\n1",
                                      "1\n",
                                      "\xc2\xa0"
                                      "1"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    int64_t value;
    cr_assert_not(can_read_int64(wrong[i], &value), "\"%s\"", wrong[i]);
  }
  const char *line = "  3000000000 x";
  tc_text text = {line, line + strlen(line)};
  int32_t small;
  cr_assert_not(tc_text_parse_int32(&text, &small));
  cr_assert_eq(text.cursor, line + 2, "at the word, for the message");
}

Test(text, plain_numbers) {
  static const char *const good[] = {"0",
                                     "-0",
                                     "+0.0",
                                     "1",
                                     "1.",
                                     ".5",
                                     "-.5",
                                     "00012.50",
                                     "1e5",
                                     "1E-5",
                                     "1e+05",
                                     "-2.5e3",
                                     "0e99",
                                     "0.1",
                                     "1e22",
                                     "1e23",
                                     "1e-22",
                                     "1e-27",
                                     "1e-28",
                                     "3e-05",
                                     "1e300",
                                     "1e-300",
                                     "1e-320",
                                     "4.9e-324",
                                     "1e400",
                                     "-1e400",
                                     "1e-400",
                                     "1.7976931348623157e308",
                                     "1.7976931348623159e308",
                                     "inf",
                                     "-inf",
                                     "nan",
                                     "INFINITY"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) expect_double(good[i]);
}

/* These numbers are in the middle between two doubles, or next to it. A conversion that does not round
 * correctly would return the wrong double. */
Test(text, hard_roundings) {
  static const char *const hard[] = {"9007199254740993",
                                     "9007199254740992",
                                     "9007199254740995",
                                     "9007199254740993.0",
                                     "900719925474099.3",
                                     "0.9007199254740993",
                                     "9007199254740993.00000001",
                                     "8.41e21",
                                     "0.500000000000000166533453693773481063544750213623046875",
                                     "1.00000000000000011102230246251565",
                                     "1.00000000000000011",
                                     "4503599627370496.5",
                                     "4503599627370497.5",
                                     "4503599627370495.5",
                                     "2.2250738585072011e-308",
                                     "2.2250738585072014e-308",
                                     "6.631236846766476e-316",
                                     "0.000000000000000000000000001",
                                     "0.999999999999999999",
                                     "999999999999999999",
                                     "9999999999999999999",
                                     "123456789012345678e-27",
                                     "0.1e-26",
                                     "5e-324",
                                     "2e-324"};
  for (size_t i = 0; i < sizeof hard / sizeof *hard; i++) expect_double(hard[i]);
}

static void print_random(uint64_t seed, char text[64]) {
  uint64_t a = tc_hash_mix(2 * seed), b = tc_hash_mix(2 * seed + 1);
  double value, near = (double)(int64_t)a / 1e15;
  memcpy(&value, &a, sizeof value);
  switch (b % 6) {
  case 0: snprintf(text, 64, "%.17g", isfinite(value) ? value : 1.0); return;
  case 1: snprintf(text, 64, "%.*f", (int)(b >> 8 & 1023) % 21, near / 1e3); return;
  case 2: snprintf(text, 64, "%" PRIu64 "e-%d", a >> ((b >> 8) % 50), (int)(b >> 32 & 1023) % 40); return;
  case 3: snprintf(text, 64, "%.*e", (int)(b >> 8 & 1023) % 20, near); return;
  case 4: snprintf(text, 64, "-0.%0*" PRIu64, 1 + (int)(b >> 8 & 1023) % 27, a >> 20); return;
  default: snprintf(text, 64, "%.16g", near);
  }
}

/* The result must equal that of strtod of the C library, which rounds correctly. */
Test(text, random_numbers_as_strtod_reads_them) {
  char text[64];
  for (uint64_t seed = 0; seed < 400000; seed++) {
    print_random(seed, text);
    const char *end = text + strlen(text);
    tc_text at = {text, end};
    double got = 7, wanted = strtod(text, NULL);
    cr_assert(tc_text_parse_double(&at, &got) && at.cursor == end, "\"%s\" is refused", text);
    cr_assert_eq(memcmp(&got, &wanted, sizeof got), 0, "\"%s\": %.17g, not %.17g", text, got, wanted);
  }
}

/* About one of several thousand numbers in this test is just above the middle between two doubles. It is
 * so close to the middle that only the remainder of the division decides the rounding. */
Test(text, just_above_the_middle) {
  char text[64];
  for (uint64_t seed = 0; seed < 100000; seed++) {
    int n = snprintf(text, sizeof text, "%" PRIu64 "e-%d", tc_hash_mix(seed) >> 5, 26 + (int)(seed & 1));
    tc_text at = {text, text + n};
    double got = 7;
    cr_assert(tc_text_parse_double(&at, &got));
    cr_assert_eq(got, strtod(text, NULL), "\"%s\": %.17g", text, got);
  }
}

Test(text, what_is_no_number) {
  static const char *const wrong[] = {"",
                                      "  ",
                                      "-",
                                      "+",
                                      ".",
                                      "-.",
                                      "e5",
                                      "1e",
                                      "1e+",
                                      "--1",
                                      "+-1",
                                      "1.2.3",
                                      "1,5",
                                      "1.5f",
                                      "1d5",
                                      "0x10",
                                      "0X1p3",
                                      "x",
                                      "1_0",
                                      "1e5x",
                                      "nanx",
                                      "- 1",
                                      "1e5.",
                                      "#",
                                      "\n1",
                                      "\v1",
                                      "\f1",
                                      "1\n",
                                      "in",
                                      "1e5e5",
                                      "\"1\"",
                                      "1\xff",
                                      "\xe2\x88\x92"
                                      "1"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) expect_no_double(wrong[i], strlen(wrong[i]));
  expect_no_double("1\0", 2);
  expect_no_double("1e300\0zz", 8);
  expect_no_double("\0", 1);
}

Test(text, numbers_end_where_the_text_does) {
  expect_double_bytes("1.2599", 4, 1.25);
  expect_double_bytes("1e5", 1, 1.0);
  expect_double_bytes("-71", 2, -7.0);
  expect_no_double("1e5", 2);
  expect_no_double("-71", 1);
}

/* Numbers with up to 1900 digits, which exceed any buffer of the reader. Each is converted correctly or
 * refused. */
Test(text, very_long_numbers) {
  char text[2000];
  for (int zeros = 0; zeros < 1900; zeros += 37) {
    snprintf(text, sizeof text, "%0*d", zeros + 3, 125);
    expect_double_bytes(text, strlen(text), 125.0);
    for (int places = 1; places < 1900; places += 101) {
      snprintf(text, sizeof text, "3.%0*d", places, 7);
      tc_text at = {text, text + strlen(text)};
      double got;
      if (tc_text_parse_double(&at, &got)) cr_assert_eq(got, strtod(text, NULL), "%s", text);
    }
  }
}

static void expect_shortest(double value, const char *wanted) {
  char digits[TC_TEXT_NUMBER];
  tc_text_format_double(value, digits);
  cr_expect_str_eq(digits, wanted);
}

Test(text, shortest) {
  expect_shortest(0.0, "0");
  expect_shortest(-1.5, "-1.5");
  expect_shortest(4.9152e9, "4915200000");
  expect_shortest(3.4e-6, "3.4e-06");
  expect_shortest(0.1, "0.1");
  expect_shortest(0.1 + 0.2, "0.30000000000000004");
  expect_shortest(1.0 / 3.0, "0.3333333333333333");
  expect_shortest(DBL_MAX, "1.7976931348623157e+308");
}

Test(text, shortest_reads_back) {
  for (uint64_t seed = 0; seed < 100000; seed++) {
    uint64_t bits = tc_hash_mix(seed);
    double value, back;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) continue;
    char digits[TC_TEXT_NUMBER];
    tc_text_format_double(value, digits);
    tc_text at = {digits, digits + strlen(digits)};
    cr_assert(tc_text_parse_double(&at, &back) && tc_text_at_end(&at), "%s", digits);
    cr_assert_eq(memcmp(&back, &value, sizeof value), 0, "%s is not %.17g", digits, value);
  }
}

/* A line with numbers in the format of TetGen's .node files. */
Test(text, mixed_line) {
  const char *line = " 12\t-0.5 1e-3\r7 ";
  tc_text text = {line, line + strlen(line)};
  int32_t number, marker;
  double x, y;
  cr_assert(tc_text_parse_int32(&text, &number) && tc_text_parse_double(&text, &x) &&
            tc_text_parse_double(&text, &y) && tc_text_parse_int32(&text, &marker) && tc_text_at_end(&text));
  cr_assert(number == 12 && x == -0.5 && y == 1e-3 && marker == 7);
  cr_assert_not(tc_text_parse_double(&text, &x));
  cr_assert_not(tc_text_parse_int32(&text, &number));
}
