/* Recursive descent parser of affine formulas: sum, product, factor, then a number, a name or parentheses.
 * Each operation checks that constants and factors stay below 2^52, so 64-bit integers do not overflow and
 * doubles hold them exactly. The depth of signs and parentheses is limited. */
#include "loops/affine.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/text/text.h"

enum { max_depth = 64, name_size = 64 };

static const double max_number = 4503599627370496.0; /* 2^52: limit of constants and factors */

static tc_status read_sum(tc_formula_text *formula, tc_affine *out);

static void skip_blanks(tc_formula_text *formula) { formula->cursor += strspn(formula->cursor, " \t\r\n"); }

bool tc_formula_accept(tc_formula_text *formula, char character) {
  if (*formula->cursor != character) return false;
  formula->cursor++;
  skip_blanks(formula);
  return true;
}

static bool is_name_start(char c) { return isalpha((unsigned char)c) || c == '_'; }

bool tc_formula_name(tc_formula_text *formula, char *name, int size) {
  int length = 0;
  if (!is_name_start(*formula->cursor)) return false;
  while (is_name_start(formula->cursor[length]) || isdigit((unsigned char)formula->cursor[length])) length++;
  if (length >= size) return false;
  memcpy(name, formula->cursor, (size_t)length);
  name[length] = '\0';
  formula->cursor += length;
  skip_blanks(formula);
  return true;
}

/* Example: l.yaml:8: intervals, item 1: affinity: 'A[1/0]': division by 0: change the divisor */
static tc_status formula_error(const tc_formula_text *formula, const char *problem) {
  return tc_status_create(TC_USAGE, "%s: '%.80s': %s", formula->where, formula->text, problem);
}

tc_status tc_formula_expected_error(const tc_formula_text *formula, const char *expected) {
  const int position = (int)(formula->cursor - formula->text) + 1;
  /* Example: l.yaml:1: arrays.A.size, item 1: '2*(N+1': expected ) at the end */
  if (!*formula->cursor)
    return tc_status_create(TC_USAGE, "%s: '%.80s': expected %s at the end", formula->where, formula->text,
                            expected);
  return tc_status_create(TC_USAGE, "%s: '%.80s': expected %s at position %d, found '%c'", formula->where,
                          formula->text, expected, position, *formula->cursor);
}

void tc_known_names_add(tc_known_names *known, const char *name) {
  tc_suggestion_add(&known->nearest, name);
  tc_line_add_item(&known->list, name);
}

/* If the unknown name has one letter, no similar name is suggested, because every other letter would be
 * similar. */
tc_status tc_known_names_error(const tc_formula_text *formula, const char *kind,
                               const tc_known_names *known) {
  const char *name = known->nearest.word;
  /* Example: l.yaml:1: arrays.A.size, item 1: '2*M': unknown name 'M' (known: T, N) */
  if (*known->nearest.best_match && strlen(name) > 1)
    return tc_status_create(TC_USAGE, "%s: '%.80s': unknown %s '%s' (did you mean '%s'?)", formula->where,
                            formula->text, kind, name, known->nearest.best_match);
  return tc_status_create(TC_USAGE, "%s: '%.80s': unknown %s '%s' (known: %s)", formula->where, formula->text,
                          kind, name, known->list.text);
}

static tc_status check_size(const tc_formula_text *formula, double value) {
  return value >= -max_number && value <= max_number
             ? TC_OK
             : formula_error(formula, "a number beyond 2^52: use smaller numbers");
}

bool tc_affine_is_constant(const tc_affine *affine) {
  for (int l = 0; l < TC_LOOP_LEVELS; l++)
    if (affine->factor[l] != 0) return false;
  return true;
}

/* Adds b, multiplied by `sign` (1 or -1), to a. */
static tc_status add_affine(const tc_formula_text *formula, tc_affine *a, const tc_affine *b, int sign) {
  a->constant += sign * b->constant;
  TC_TRY(check_size(formula, (double)a->constant));
  for (int l = 0; l < TC_LOOP_LEVELS; l++) {
    a->factor[l] += sign * b->factor[l];
    TC_TRY(check_size(formula, (double)a->factor[l]));
  }
  return TC_OK;
}

static tc_status scale_affine(const tc_formula_text *formula, tc_affine *a, int64_t factor) {
  TC_TRY(check_size(formula, (double)a->constant * (double)factor));
  a->constant *= factor;
  for (int l = 0; l < TC_LOOP_LEVELS; l++) {
    TC_TRY(check_size(formula, (double)a->factor[l] * (double)factor));
    a->factor[l] *= factor;
  }
  return TC_OK;
}

static tc_status multiply_affine(const tc_formula_text *formula, tc_affine *a, tc_affine *b) {
  if (!tc_affine_is_constant(a) && !tc_affine_is_constant(b))
    return formula_error(formula, "not affine: only add loop variables or multiply them by numbers");
  if (tc_affine_is_constant(b)) return scale_affine(formula, a, b->constant);
  const int64_t factor = a->constant;
  *a = *b;
  return scale_affine(formula, a, factor);
}

static tc_status divide_affine(const tc_formula_text *formula, tc_affine *a, const tc_affine *b,
                               bool is_remainder) {
  if (!tc_affine_is_constant(a) || !tc_affine_is_constant(b))
    return formula_error(formula, "not affine: remove the division of a loop variable");
  if (b->constant == 0) return formula_error(formula, "division by 0: change the divisor");
  a->constant = is_remainder ? a->constant % b->constant : a->constant / b->constant;
  return TC_OK;
}

/* Sets *out to the value of the constant `name`, or to the formula of the loop variable `name`. */
static tc_status find_name(const tc_formula_text *formula, const char *name, tc_affine *out) {
  const tc_formula_names *names = formula->names;
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
  return tc_known_names_error(formula, "name", &known);
}

/* Reads a number, written like 1000 or 1e3, as in configs. */
static tc_status read_number(tc_formula_text *formula, tc_affine *out) {
  static const char *const digits = "0123456789";
  const char *end = formula->cursor + strspn(formula->cursor, digits);
  double value = INFINITY;
  if ((*end == 'e' || *end == 'E') && isdigit((unsigned char)end[1])) end += 1 + strspn(end + 1, digits);
  tc_text text = {formula->cursor, end};
  (void)tc_text_parse_double(&text, &value);
  TC_TRY(check_size(formula, value));
  out->constant = (int64_t)value;
  formula->cursor = end;
  skip_blanks(formula);
  return TC_OK;
}

static tc_status read_primary(tc_formula_text *formula, tc_affine *out) {
  char name[name_size];
  *out = (tc_affine){0};
  if (isdigit((unsigned char)*formula->cursor)) return read_number(formula, out);
  if (tc_formula_name(formula, name, sizeof name)) return find_name(formula, name, out);
  if (tc_formula_accept(formula, '(')) {
    TC_TRY(read_sum(formula, out));
    return tc_formula_accept(formula, ')') ? TC_OK : tc_formula_expected_error(formula, ")");
  }
  return tc_formula_expected_error(formula, "a whole number, a name or (");
}

/* Reads a number, a name or a formula in parentheses, with an optional sign. Limits the depth of nested signs
 * and parentheses. */
static tc_status read_factor(tc_formula_text *formula, tc_affine *out) {
  const bool is_negative = tc_formula_accept(formula, '-');
  if (++formula->depth > max_depth)
    return formula_error(formula, "signs and parentheses are nested too deeply: use fewer");
  TC_TRY(is_negative ? read_factor(formula, out) : read_primary(formula, out));
  formula->depth--;
  return is_negative ? scale_affine(formula, out, -1) : TC_OK;
}

static tc_status read_product(tc_formula_text *formula, tc_affine *out) {
  tc_affine next;
  TC_TRY(read_factor(formula, out));
  for (;;) {
    const char operation = *formula->cursor;
    if (!operation || !strchr("*/%", operation)) return TC_OK;
    tc_formula_accept(formula, operation);
    TC_TRY(read_factor(formula, &next));
    TC_TRY(operation == '*' ? multiply_affine(formula, out, &next)
                            : divide_affine(formula, out, &next, operation == '%'));
  }
}

static tc_status read_sum(tc_formula_text *formula, tc_affine *out) {
  tc_affine next;
  TC_TRY(read_product(formula, out));
  while (*formula->cursor == '+' || *formula->cursor == '-') {
    const int sign = *formula->cursor == '+' ? 1 : -1;
    tc_formula_accept(formula, *formula->cursor);
    TC_TRY(read_product(formula, &next));
    TC_TRY(add_affine(formula, out, &next, sign));
  }
  return TC_OK;
}

tc_status tc_affine_read(tc_formula_text *formula, tc_affine *out) {
  skip_blanks(formula);
  return read_sum(formula, out);
}

tc_status tc_affine_parse(const char *where, const char *text, const tc_formula_names *names,
                          tc_affine *out) {
  tc_formula_text formula = {.where = where, .text = text, .cursor = text, .names = names};
  TC_TRY(tc_affine_read(&formula, out));
  return *formula.cursor ? tc_formula_expected_error(&formula, "an operator or the end") : TC_OK;
}
