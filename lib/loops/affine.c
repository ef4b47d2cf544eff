/* Recursive descent parser of affine formulas: sum, product, factor, then a number, a name or parentheses.
 * Each operation checks that constants and factors stay below 2^52, so 64-bit integers do not overflow and
 * doubles hold them exactly. The depth of signs and parentheses is limited. */
#include "loops/affine.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/text/text.h"

enum { deepest = 64, name_size = 64 };

static const double most = 4503599627370496.0; /* 2^52: limit of constants and factors */

static tc_status read_sum(tc_formula_text *from, tc_affine *out);

static void skip_blanks(tc_formula_text *from) { from->cursor += strspn(from->cursor, " \t\r\n"); }

bool tc_formula_accept(tc_formula_text *from, char which) {
  if (*from->cursor != which) return false;
  from->cursor++;
  skip_blanks(from);
  return true;
}

static bool begins_name(char c) { return isalpha((unsigned char)c) || c == '_'; }

bool tc_formula_name(tc_formula_text *from, char *name, int size) {
  int length = 0;
  if (!begins_name(*from->cursor)) return false;
  while (begins_name(from->cursor[length]) || isdigit((unsigned char)from->cursor[length])) length++;
  if (length >= size) return false;
  memcpy(name, from->cursor, (size_t)length);
  name[length] = '\0';
  from->cursor += length;
  skip_blanks(from);
  return true;
}

static tc_status formula_error(const tc_formula_text *from, const char *why) {
  return tc_status_create(TC_USAGE, "%s: '%.80s': %s", from->where, from->text, why);
}

tc_status tc_formula_expected_error(const tc_formula_text *from, const char *what) {
  const int position = (int)(from->cursor - from->text) + 1;
  if (!*from->cursor)
    return tc_status_create(TC_USAGE, "%s: '%.80s': expected %s at the end", from->where, from->text, what);
  return tc_status_create(TC_USAGE, "%s: '%.80s': expected %s at position %d, found '%c'", from->where,
                          from->text, what, position, *from->cursor);
}

void tc_known_names_add(tc_known_names *known, const char *name) {
  tc_suggestion_add(&known->nearest, name);
  tc_line_add_item(&known->list, name);
}

/* Suggests no similar name for a name of one letter, because every other letter would be similar. */
tc_status tc_known_names_error(const tc_formula_text *from, const char *what, const tc_known_names *known) {
  const char *name = known->nearest.word;
  if (*known->nearest.best_match && strlen(name) > 1)
    return tc_status_create(TC_USAGE, "%s: '%.80s': unknown %s '%s' (did you mean '%s'?)", from->where,
                            from->text, what, name, known->nearest.best_match);
  return tc_status_create(TC_USAGE, "%s: '%.80s': unknown %s '%s' (known: %s)", from->where, from->text, what,
                          name, known->list.text);
}

static tc_status check_size(const tc_formula_text *from, double value) {
  return value >= -most && value <= most ? TC_OK
                                         : formula_error(from, "a number beyond 2^52: use smaller numbers");
}

bool tc_affine_is_constant(const tc_affine *affine) {
  for (int l = 0; l < TC_LOOP_LEVELS; l++)
    if (affine->factor[l] != 0) return false;
  return true;
}

/* Computes a = a + sign b, where `sign` is 1 or -1. */
static tc_status add_affine(const tc_formula_text *from, tc_affine *a, const tc_affine *b, int sign) {
  a->constant += sign * b->constant;
  TC_TRY(check_size(from, (double)a->constant));
  for (int l = 0; l < TC_LOOP_LEVELS; l++) {
    a->factor[l] += sign * b->factor[l];
    TC_TRY(check_size(from, (double)a->factor[l]));
  }
  return TC_OK;
}

static tc_status scale_affine(const tc_formula_text *from, tc_affine *a, int64_t by) {
  TC_TRY(check_size(from, (double)a->constant * (double)by));
  a->constant *= by;
  for (int l = 0; l < TC_LOOP_LEVELS; l++) {
    TC_TRY(check_size(from, (double)a->factor[l] * (double)by));
    a->factor[l] *= by;
  }
  return TC_OK;
}

static tc_status multiply_affine(const tc_formula_text *from, tc_affine *a, tc_affine *b) {
  if (!tc_affine_is_constant(a) && !tc_affine_is_constant(b))
    return formula_error(from, "not affine: only add loop variables or multiply them by numbers");
  if (tc_affine_is_constant(b)) return scale_affine(from, a, b->constant);
  const int64_t by = a->constant;
  *a = *b;
  return scale_affine(from, a, by);
}

static tc_status divide_affine(const tc_formula_text *from, tc_affine *a, const tc_affine *b, bool rest) {
  if (!tc_affine_is_constant(a) || !tc_affine_is_constant(b))
    return formula_error(from, "not affine: remove the division of a loop variable");
  if (b->constant == 0) return formula_error(from, "division by 0: change the divisor");
  a->constant = rest ? a->constant % b->constant : a->constant / b->constant;
  return TC_OK;
}

/* Sets *out to the value of the constant `name`, or to the formula of the loop variable `name`. */
static tc_status find_name(const tc_formula_text *from, const char *name, tc_affine *out) {
  const tc_formula_names *names = from->names;
  tc_known_names known = {.nearest = tc_suggestion_init(name)};
  for (int c = 0; c < names->constants; c++) {
    tc_known_names_add(&known, names->constant[c].name);
    if (strcmp(names->constant[c].name, name) != 0) continue;
    out->constant = names->constant[c].value;
    return TC_OK;
  }
  for (int v = 0; v < names->variables; v++) {
    tc_known_names_add(&known, names->variable[v]);
    if (strcmp(names->variable[v], name) != 0) continue;
    out->factor[v] = 1;
    return TC_OK;
  }
  return tc_known_names_error(from, "name", &known);
}

/* Reads a number, written like 1000 or 1e3, as in configs. */
static tc_status read_number(tc_formula_text *from, tc_affine *out) {
  static const char *const digits = "0123456789";
  const char *end = from->cursor + strspn(from->cursor, digits);
  double value = INFINITY;
  if ((*end == 'e' || *end == 'E') && isdigit((unsigned char)end[1])) end += 1 + strspn(end + 1, digits);
  tc_text text = {from->cursor, end};
  (void)tc_text_parse_double(&text, &value);
  TC_TRY(check_size(from, value));
  out->constant = (int64_t)value;
  from->cursor = end;
  skip_blanks(from);
  return TC_OK;
}

static tc_status read_inside(tc_formula_text *from, tc_affine *out) {
  char name[name_size];
  *out = (tc_affine){0};
  if (isdigit((unsigned char)*from->cursor)) return read_number(from, out);
  if (tc_formula_name(from, name, sizeof name)) return find_name(from, name, out);
  if (tc_formula_accept(from, '(')) {
    TC_TRY(read_sum(from, out));
    return tc_formula_accept(from, ')') ? TC_OK : tc_formula_expected_error(from, ")");
  }
  return tc_formula_expected_error(from, "a whole number, a name or (");
}

/* Reads a number, a name or a formula in parentheses, with an optional sign. Limits the depth of nested signs
 * and parentheses. */
static tc_status read_factor(tc_formula_text *from, tc_affine *out) {
  const bool minus = tc_formula_accept(from, '-');
  if (++from->depth > deepest)
    return formula_error(from, "signs and parentheses are nested too deeply: use fewer");
  TC_TRY(minus ? read_factor(from, out) : read_inside(from, out));
  from->depth--;
  return minus ? scale_affine(from, out, -1) : TC_OK;
}

static tc_status read_product(tc_formula_text *from, tc_affine *out) {
  tc_affine next;
  TC_TRY(read_factor(from, out));
  for (;;) {
    const char operation = *from->cursor;
    if (!operation || !strchr("*/%", operation)) return TC_OK;
    tc_formula_accept(from, operation);
    TC_TRY(read_factor(from, &next));
    TC_TRY(operation == '*' ? multiply_affine(from, out, &next)
                            : divide_affine(from, out, &next, operation == '%'));
  }
}

static tc_status read_sum(tc_formula_text *from, tc_affine *out) {
  tc_affine next;
  TC_TRY(read_product(from, out));
  while (*from->cursor == '+' || *from->cursor == '-') {
    const int sign = *from->cursor == '+' ? 1 : -1;
    tc_formula_accept(from, *from->cursor);
    TC_TRY(read_product(from, &next));
    TC_TRY(add_affine(from, out, &next, sign));
  }
  return TC_OK;
}

tc_status tc_affine_read(tc_formula_text *from, tc_affine *out) {
  skip_blanks(from);
  return read_sum(from, out);
}

tc_status tc_affine_parse(const char *where, const char *text, const tc_formula_names *names,
                          tc_affine *out) {
  tc_formula_text from = {.where = where, .text = text, .cursor = text, .names = names};
  TC_TRY(tc_affine_read(&from, out));
  return *from.cursor ? tc_formula_expected_error(&from, "an operator or the end") : TC_OK;
}
