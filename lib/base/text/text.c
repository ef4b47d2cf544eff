/* Parsing and formatting of numbers. A fast path parses doubles with at most 18 significant digits and a
 * small exponent. This path scans the digits into an integer, divides the integer by a power of ten in
 * 128-bit arithmetic, and rounds the quotient correctly. All other words use strtod in the locale "C". Both
 * paths round correctly, so both give the same bits. */
#include "base/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/print.h"

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

void tc_text_skip_blanks(tc_text *text) {
  while (text->cursor < text->end && is_blank(*text->cursor)) text->cursor++;
}

bool tc_text_at_end(tc_text *text) {
  tc_text_skip_blanks(text);
  return text->cursor >= text->end;
}

int tc_text_word_length(const tc_text *text, int length_max) {
  const char *at = text->cursor;
  while (at < text->end && !is_blank(*at) && at - text->cursor < length_max) at++;
  return (int)(at - text->cursor);
}

/* True if the digits from `digits` to `end`, with this sign, are in the range of int64_t. In this case the
 * value that the caller has computed has not overflowed. */
static bool fits_int64(const char *digits, const char *end, bool negative) {
  const char *limit = negative ? "9223372036854775808" : "9223372036854775807";
  while (digits < end && *digits == '0') digits++;
  return end - digits < 19 || (end - digits == 19 && memcmp(digits, limit, 19) <= 0);
}

bool tc_text_parse_int64(tc_text *text, int64_t *out) {
  tc_text_skip_blanks(text);
  const char *at = text->cursor;
  bool negative = false;
  if (at < text->end && (*at == '-' || *at == '+')) negative = *at++ == '-';
  const char *digits = at;
  uint64_t value = 0;
  for (; at < text->end && is_digit(*at); at++) value = 10 * value + (uint64_t)(*at - '0');
  if (at == digits || (at < text->end && !is_blank(*at))) return false;
  if (at - digits > 18 && !fits_int64(digits, at, negative)) return false;
  *out = negative ? (int64_t)(0 - value) : (int64_t)value;
  text->cursor = at;
  return true;
}

bool tc_text_parse_int32(tc_text *text, int32_t *out) {
  const char *start = text->cursor;
  int64_t value;
  if (tc_text_parse_int64(text, &value) && value >= INT32_MIN && value <= INT32_MAX) {
    *out = (int32_t)value;
    return true;
  }
  text->cursor = start;
  tc_text_skip_blanks(text);
  return false;
}

/* Parses a word that the fast path does not accept. Uses strtod, which needs a terminated copy. */
static bool parse_with_strtod(tc_text *text, double *out) {
  char copy[128];
  int length = tc_text_word_length(text, (int)sizeof copy);
  if (length == 0 || length == (int)sizeof copy) return false;
  memcpy(copy, text->cursor, (size_t)length);
  copy[length] = '\0';
  /* strtod would accept hexadecimal numbers and skip more than blanks. */
  if (strpbrk(copy, "xX\n\v\f")) return false;
  char *end;
  *out = tc_strtod(copy, &end);
  /* strtod stops early if the word contains a NUL byte or is no number. */
  if (end != copy + length) return false;
  text->cursor += length;
  return true;
}

/* Returns m / 10^k, correctly rounded, for 0 < m < 2^63 and 0 <= k <= 27. The 128-bit division by 5^k gives
 * at least 64 bits of the quotient and the remainder. */
static double divide_by_power_of_ten(uint64_t m, int k) {
  uint64_t power_of_five = 1;
  for (int i = 0; i < k; i++) power_of_five *= 5;
  __extension__ typedef unsigned __int128 wide;
  int shift = 64 + __builtin_clzll(m); /* m << shift has its highest bit in the highest of 128 bits */
  wide dividend = (wide)m << shift;
  wide quotient = dividend / power_of_five;
  bool is_inexact = quotient * power_of_five != dividend;
  /* The quotient has at least 64 bits. It is rounded to 53, ties to even, with the remainder as sticky
   * bit. */
  uint64_t high = (uint64_t)(quotient >> 64);
  int length = high ? 128 - __builtin_clzll(high) : 64;
  int dropped_bits = length - 53;
  wide truncated = quotient >> dropped_bits, remainder = quotient - (truncated << dropped_bits),
       half_unit = (wide)1 << (dropped_bits - 1);
  uint64_t mantissa = (uint64_t)truncated;
  if (remainder > half_unit || (remainder == half_unit && (is_inexact || (mantissa & 1)))) mantissa++;
  return ldexp((double)mantissa, dropped_bits - shift - k);
}

/* A word while it is scanned: the unsigned decimal number mantissa / 10^decimals. */
typedef struct scan {
  uint64_t mantissa; /* integer that consists of all digits; overflowed if `significant` exceeds 18 */
  /* `digits` is the number of all digits; `significant` does not count the leading zeros */
  int digits, significant;
  int decimals;
} scan;

static const char *scan_digits(scan *s, const char *at, const char *end) {
  for (; at < end && is_digit(*at); at++) {
    s->mantissa = 10 * s->mantissa + (uint64_t)(*at - '0');
    s->digits++;
    s->significant += s->significant || *at != '0';
  }
  return at;
}

static const char *scan_decimal(scan *s, const char *at, const char *end) {
  at = scan_digits(s, at, end);
  if (at == end || *at != '.') return at;
  int digits_before = s->digits;
  at = scan_digits(s, at + 1, end);
  s->decimals = s->digits - digits_before;
  return at;
}

/* Scans an exponent at *at, if there is one. Returns false if only the slow parser (strtod) can read the
 * word. */
static bool scan_exponent(scan *s, const char **at, const char *end) {
  if (*at == end || is_blank(**at)) return true;
  if ((**at != 'e' && **at != 'E') || *at + 1 == end || is_blank((*at)[1])) return false;
  tc_text text = {*at + 1, end};
  int64_t exponent;
  if (!tc_text_parse_int64(&text, &exponent) || exponent > 99 || exponent < -99) return false;
  s->decimals -= (int)exponent;
  *at = text.cursor;
  return true;
}

bool tc_text_parse_double(tc_text *text, double *out) {
  tc_text_skip_blanks(text);
  const char *at = text->cursor;
  bool negative = false;
  if (at < text->end && (*at == '-' || *at == '+')) negative = *at++ == '-';
  scan s = {0, 0, 0, 0};
  at = scan_decimal(&s, at, text->end);
  bool is_fast = s.digits && scan_exponent(&s, &at, text->end) && s.significant <= 18 && s.decimals >= 0 &&
                 s.decimals <= 27;
  if (!is_fast) return parse_with_strtod(text, out);
  double value = s.mantissa ? divide_by_power_of_ten(s.mantissa, s.decimals) : 0.0;
  *out = negative ? -value : value;
  text->cursor = at;
  return true;
}

/* True if an exponent without a letter begins at word[i], as in 1.0-100. Fortran omits the letter of
 * exponents with three digits. */
static bool begins_exponent(const char *word, int i) {
  return (word[i] == '-' || word[i] == '+') && i > 0 && (is_digit(word[i - 1]) || word[i - 1] == '.');
}

static bool is_exponent_letter(char c) { return c == 'd' || c == 'D' || c == 'q' || c == 'Q'; }

/* Copies a Fortran number and writes its exponent with the letter E. Returns the length of the copy. Returns
 * 0 if the word has no Fortran exponent or is too long. */
static int copy_fortran(const char *word, int length, char *copy, int size) {
  const bool has_point = memchr(word, '.', (size_t)length) != NULL;
  int n = 0, exponents = 0;
  for (int i = 0; i < length; i++) {
    const bool letter = is_exponent_letter(word[i]), omitted = has_point && begins_exponent(word, i);
    if (n + 2 >= size) return 0;
    if (letter || omitted) copy[n++] = 'E';
    if (!letter) copy[n++] = word[i];
    exponents += letter || omitted;
  }
  return exponents == 1 ? n : 0;
}

bool tc_text_parse_real(tc_text *text, double *out) {
  if (tc_text_parse_double(text, out)) return true;
  char copy[64];
  const int word = tc_text_word_length(text, (int)sizeof copy);
  /* The word is longer than the copy and may have been cut. */
  if (word == (int)sizeof copy) return false;
  const int length = word > 1 && text->cursor[word - 1] == ',' ? word - 1 : word;
  tc_text decimal = {text->cursor, text->cursor + length};
  const int n = copy_fortran(text->cursor, length, copy, (int)sizeof copy);
  tc_text fortran = {copy, copy + n};
  if (!(length < word && tc_text_parse_double(&decimal, out)) && !(n && tc_text_parse_double(&fortran, out)))
    return false;
  text->cursor += word;
  return true;
}

bool tc_text_parse_whole(tc_text *text, int64_t *out) {
  if (tc_text_parse_int64(text, out)) return true;
  tc_text rest = *text;
  double value;
  if (!tc_text_parse_real(&rest, &value) || !(fabs(value) <= 0x1p53) || floor(value) != value) return false;
  *out = (int64_t)value;
  *text = rest;
  return true;
}

static bool is_real(const char *word, int length) {
  tc_text text = {word, word + length};
  double value;
  return tc_text_parse_real(&text, &value) && text.cursor == text.end;
}

const char *tc_text_number_advice(const char *word, int length) {
  char copy[64];
  if (length < 1 || length >= (int)sizeof copy) return NULL;
  memcpy(copy, word, (size_t)length);
  char *comma = memchr(copy, ',', (size_t)length);
  tc_text text = {copy, copy + length};
  double value;
  if (!comma && tc_text_parse_double(&text, &value)) return NULL;
  if (comma) *comma = '.';
  if (!is_real(copy, length)) return NULL;
  return comma ? "it has a decimal comma: write a decimal point" : "write the exponent with the letter E";
}

bool tc_text_parse_integer(tc_text *text, double *out) {
  tc_text rest = *text;
  double value;
  if (!tc_text_parse_double(&rest, &value) || !isfinite(value) || floor(value) != value ||
      memchr(text->cursor, '.', (size_t)(rest.cursor - text->cursor)))
    return false;
  *out = value;
  *text = rest;
  return true;
}

static void format_digits(double value, int significant, char digits[TC_TEXT_NUMBER]) {
  tc_snprintf(digits, TC_TEXT_NUMBER, "%.*g", significant, value);
}

static bool round_trips(const char *digits, double value) {
  double back;
  tc_text text = {digits, digits + strlen(digits)};
  return tc_text_parse_double(&text, &back) && back == value;
}

void tc_text_format_double(double value, char digits[TC_TEXT_NUMBER]) {
  char fewer[TC_TEXT_NUMBER];
  format_digits(value, 16, digits);
  if (!round_trips(digits, value)) {
    format_digits(value, 17, digits); /* 17 digits determine the value of every double */
    return;
  }
  format_digits(value, 15, fewer);
  if (round_trips(fewer, value)) memcpy(digits, fewer, sizeof fewer);
}

int tc_text_utf8_length(const char *at) {
  const unsigned char *c = (const unsigned char *)at;
  if (c[0] < 0x80) return 1;
  int length = c[0] >= 0xc2 && c[0] <= 0xdf   ? 2
               : (c[0] & 0xf0) == 0xe0        ? 3
               : c[0] >= 0xf0 && c[0] <= 0xf4 ? 4
                                              : 0;
  for (int i = 1; i < length; i++)
    if ((c[i] & 0xc0) != 0x80) return 0;
  bool overlong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
  bool surrogate = c[0] == 0xed && c[1] >= 0xa0;
  bool beyond = c[0] == 0xf4 && c[1] >= 0x90;
  return overlong || surrogate || beyond ? 0 : length;
}
