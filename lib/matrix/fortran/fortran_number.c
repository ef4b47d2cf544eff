#include "matrix/fortran/fortran_number.h"

#include <string.h>

#include "base/core/print.h"

/* `field_max`: maximum number of characters of a field, without ignored blanks. `exponent_max`: a decimal
 * exponent beyond the range of double precision, even if the mantissa has field_max digits. */
enum { field_max = 100, exponent_max = 100000 };

static bool is_blank(char c) { return c == ' ' || c == '\t'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Copies the field without the blanks that are ignored. Returns the length, or -1 if it is too long. */
static int copy_field(tc_text field, bool blanks_are_zeros, char copy[field_max + 1]) {
  int length = 0;
  while (field.cursor < field.end && is_blank(*field.cursor)) field.cursor++;
  for (; field.cursor < field.end; field.cursor++) {
    if (is_blank(*field.cursor) && !blanks_are_zeros) continue;
    if (length == field_max) return -1;
    copy[length++] = is_blank(*field.cursor) ? '0' : *field.cursor;
  }
  copy[length] = '\0';
  return length;
}

bool tc_fortran_parse_integer(tc_text field, bool blanks_are_zeros, int64_t *out) {
  char copy[field_max + 1];
  const int length = copy_field(field, blanks_are_zeros, copy);
  tc_text text = {copy, copy + length};
  *out = 0;
  if (length <= 0) return length == 0;
  return tc_text_parse_int64(&text, out) && text.cursor == text.end;
}

/* Parts of a real number: the mantissa (sign, digits and point), followed by an optional exponent. */
typedef struct real_parts {
  int exponent; /* index at which the exponent begins, equal to the length of the mantissa with its sign */
  bool has_point, has_digit;
} real_parts;

static real_parts scan_mantissa(const char *copy) {
  real_parts parts = {0, false, false};
  int at = copy[0] == '+' || copy[0] == '-';
  for (; is_digit(copy[at]) || (copy[at] == '.' && !parts.has_point); at++) {
    parts.has_point = parts.has_point || copy[at] == '.';
    parts.has_digit = parts.has_digit || is_digit(copy[at]);
  }
  parts.exponent = at;
  return parts;
}

/* Reads an exponent with or without its letter (E, D or Q). Limits the result to the range from -exponent_max
 * to exponent_max. */
static bool parse_exponent(const char *at, int64_t *out) {
  int64_t value = 0;
  const bool has_letter = *at && strchr("EeDdQq", *at);
  at += has_letter;
  const bool negative = *at == '-', has_sign = negative || *at == '+';
  at += has_sign;
  if (!(has_letter || has_sign) || !is_digit(*at)) return false;
  for (; is_digit(*at); at++) {
    value = 10 * value + (*at - '0');
    if (value > exponent_max) value = exponent_max;
  }
  *out = negative ? -value : value;
  return *at == '\0';
}

/* Parses a word that is not a decimal number, such as NaN. */
static bool parse_special(const char *copy, int length, double *out) {
  tc_text text = {copy, copy + length};
  return !is_digit(*copy) && tc_text_parse_double(&text, out) && text.cursor == text.end;
}

bool tc_fortran_parse_real(tc_text field, bool blanks_are_zeros, int32_t decimals, int32_t scale,
                           double *out) {
  char copy[field_max + 1], number[field_max + 24];
  int64_t exponent = -(int64_t)scale;
  const int length = copy_field(field, blanks_are_zeros, copy);
  *out = 0.0;
  if (length <= 0) return length == 0;
  const real_parts parts = scan_mantissa(copy);
  if (!parts.has_digit) return parse_special(copy, length, out);
  if (parts.exponent < length && !parse_exponent(copy + parts.exponent, &exponent)) return false;
  if (!parts.has_point) exponent -= decimals;
  const int n = tc_snprintf(number, sizeof number, "%.*sE%lld", parts.exponent, copy, (long long)exponent);
  tc_text text = {number, number + n};
  return tc_text_parse_double(&text, out);
}
