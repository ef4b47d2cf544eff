/* Parser of Fortran formats by recursive descent. A group in parentheses is compiled once, and its items are
 * then copied once for each further repetition. */
#include "matrix/fortran/fortran_format.h"

#include <string.h>

typedef struct format_parser {
  char text[TC_FORTRAN_TEXT]; /* the format in capitals, without blanks */
  const char *at;
  tc_fortran_format *format;
  const char *fault; /* description of the first error; NULL if there is none */
} format_parser;

static const char too_long[] = "has too many descriptors", malformed[] = "is malformed",
                  unsupported[] = "has a descriptor that does not read numbers",
                  without_number[] = "reads no number", out_of_range[] = "has a number that is out of range";

static void set_fault(format_parser *p, const char *fault) {
  if (!p->fault) p->fault = fault;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* If the next character is `c`, moves past it and returns true. */
static bool skip(format_parser *p, char c) {
  if (*p->at != c) return false;
  p->at++;
  return true;
}

/* Reads a number without sign. Returns `absent` if there is no number. */
static int32_t parse_number(format_parser *p, int32_t absent) {
  if (!is_digit(*p->at)) return absent;
  int32_t value = 0;
  for (; is_digit(*p->at); p->at++) {
    value = 10 * value + (*p->at - '0');
    if (value <= TC_FORTRAN_NUMBER_MAX) continue;
    set_fault(p, out_of_range);
    value = TC_FORTRAN_NUMBER_MAX;
  }
  return value;
}

static void add_item(format_parser *p, tc_fortran_item item) {
  if (p->format->count == TC_FORTRAN_ITEMS)
    set_fault(p, too_long);
  else
    p->format->item[p->format->count++] = item;
}

/* Reads the rest of the descriptor of a number: the width, the decimals, and the digits of an exponent, which
 * have no effect on input. */
static void parse_data(format_parser *p, tc_fortran_kind kind, int32_t repeat) {
  const int32_t width = parse_number(p, 0);
  int32_t decimals = 0;
  if (skip(p, '.')) decimals = parse_number(p, -1);
  if (kind != TC_FORTRAN_INTEGER && skip(p, 'E') && parse_number(p, 0) < 1) set_fault(p, malformed);
  if (width < 1 || decimals < 0) set_fault(p, malformed);
  add_item(p, (tc_fortran_item){kind, repeat, width, kind == TC_FORTRAN_INTEGER ? 0 : decimals});
}

static void parse_tab(format_parser *p) {
  const bool left = skip(p, 'L'), right = !left && skip(p, 'R');
  const int32_t columns = parse_number(p, 0);
  if (columns < 1) set_fault(p, malformed);
  if (left || right)
    add_item(p, (tc_fortran_item){TC_FORTRAN_MOVE, 1, left ? -columns : columns, 0});
  else
    add_item(p, (tc_fortran_item){TC_FORTRAN_TAB, 1, columns - 1, 0});
}

/* Reads a descriptor that begins with a letter. parse_item reads the descriptors X and P, because a number
 * precedes their letter. */
static void parse_descriptor(format_parser *p, int32_t repeat) {
  const char letter = *p->at++;
  switch (letter) {
  case 'I': parse_data(p, TC_FORTRAN_INTEGER, repeat); break;
  case 'E':
    if (!skip(p, 'N')) skip(p, 'S');
    parse_data(p, TC_FORTRAN_REAL, repeat);
    break;
  case 'F':
  case 'D': parse_data(p, TC_FORTRAN_REAL, repeat); break;
  case 'G': parse_data(p, TC_FORTRAN_GENERAL, repeat); break;
  case 'T': parse_tab(p); break;
  case 'B':
    if (*p->at != 'N' && *p->at != 'Z') set_fault(p, malformed);
    add_item(p, (tc_fortran_item){TC_FORTRAN_BLANKS, 1, skip(p, 'Z'), 0});
    skip(p, 'N');
    break;
  case 'S':
    if (!skip(p, 'P')) skip(p, 'S');
    break;
  default: set_fault(p, letter ? unsupported : malformed);
  }
}

static void parse_items(format_parser *p, int depth);

/* Appends copies of the items from number `begin` on, so that they occur `repeat` times. */
static void repeat_items(format_parser *p, int begin, int32_t repeat) {
  const int count = p->format->count - begin;
  if (count == 0) set_fault(p, malformed);
  for (int32_t r = 1; r < repeat && !p->fault; r++)
    for (int k = 0; k < count && !p->fault; k++) add_item(p, p->format->item[begin + k]);
}

static void parse_group(format_parser *p, int32_t repeat, int depth) {
  const int begin = p->format->count;
  parse_items(p, depth + 1);
  repeat_items(p, begin, repeat);
  if (depth == 1) p->format->revert = begin;
}

/* Reads a scale factor such as -1P. No other number in a format may have a sign. */
static bool parse_signed_scale(format_parser *p) {
  const bool negative = *p->at == '-';
  if (!negative && *p->at != '+') return false;
  p->at++;
  const int32_t scale = parse_number(p, -1);
  if (scale < 0 || !skip(p, 'P')) set_fault(p, malformed);
  add_item(p, (tc_fortran_item){TC_FORTRAN_SCALE, 1, negative ? -scale : scale, 0});
  return true;
}

static void parse_item(format_parser *p, int depth) {
  if (parse_signed_scale(p)) return;
  const int32_t number = parse_number(p, -1), repeat = number < 0 ? 1 : number;
  if (number >= 0 && skip(p, 'P')) {
    add_item(p, (tc_fortran_item){TC_FORTRAN_SCALE, 1, number, 0});
  } else if (skip(p, 'X')) {
    add_item(p, (tc_fortran_item){TC_FORTRAN_MOVE, 1, repeat, 0});
  } else if (number == 0) {
    set_fault(p, malformed);
  } else if (skip(p, '(')) {
    parse_group(p, repeat, depth);
  } else if (skip(p, '/')) {
    add_item(p, (tc_fortran_item){TC_FORTRAN_RECORD, repeat, 0, 0});
  } else if (!skip(p, ':')) {
    parse_descriptor(p, repeat);
  }
}

/* Reads the items of a group up to and including its closing parenthesis. */
static void parse_items(format_parser *p, int depth) {
  while (!p->fault && !skip(p, ')'))
    if (!skip(p, ',')) parse_item(p, depth);
}

static bool is_number(const tc_fortran_item *item) { return item->kind <= TC_FORTRAN_GENERAL; }

static void check_revert(format_parser *p) {
  int k = p->format->revert;
  while (k < p->format->count && !is_number(&p->format->item[k])) k++;
  if (k == p->format->count) set_fault(p, without_number);
}

/* Copies the format in capitals without blanks. Returns false if it is too long. */
static bool copy_format(tc_text text, char copy[TC_FORTRAN_TEXT]) {
  int length = 0;
  for (; text.cursor < text.end; text.cursor++) {
    const char c = *text.cursor;
    if (c == ' ' || c == '\t') continue;
    if (length == TC_FORTRAN_TEXT - 1) return false;
    copy[length++] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
  }
  copy[length] = '\0';
  return true;
}

const char *tc_fortran_format_parse(tc_text text, tc_fortran_format *out) {
  format_parser p = {.format = out};
  out->count = out->revert = 0;
  if (!copy_format(text, p.text)) return too_long;
  p.at = p.text;
  if (!skip(&p, '(')) return "does not begin with a parenthesis";
  parse_items(&p, 1);
  if (!p.fault && *p.at) set_fault(&p, malformed);
  if (!p.fault) check_revert(&p);
  return p.fault;
}
