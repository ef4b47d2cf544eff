/* Check of formulas by the library muParser. fv/formula/expression.c calls it once per formula. muParser's
 * messages are rewritten: positions count from 1, the user's operator ^ is restored, and an error about an
 * unknown name lists the known names. The lengths of texts and messages are limited here, because muParser
 * writes into fixed buffers. */
#include "fv/formula/muparser.h"

#include <ctype.h>
#include <muParserDLL.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/text/line.h"
#include "fv/formula/math_functions.h"

enum { message_max = 512, excerpt_max = 80, known_max = 200 };
enum { unknown_name = 1 }; /* muParser's error code ecUNASSIGNABLE_TOKEN for a name that it does not know */
enum { power_precedence = 7, length_max = 19000, quoted_length_max = 1900 };

/* Operator for powers in the text that is passed to muParser. Its own operator ^ cannot be replaced, so each
 * ^ of the user becomes this control character, which no user types. */
static const char power[] = "\x7f";

/* Parser of one formula. muParser stores pointers into the array value[] and reads the values of the
 * variables from it. */
typedef struct muparser {
  muParserHandle_t handle;
  const tc_formula *formula;
  double *value;
} muparser;

/* Error handler for muParser, which would otherwise print its errors. It does nothing, because the code
 * checks mupError after each call. */
static void ignore_error(muParserHandle_t parser) { (void)parser; }

/* Beginning of a formula, on one line, that error messages quote. */
typedef struct excerpt_line {
  char text[excerpt_max + 1];
} excerpt_line;

static excerpt_line format_excerpt(const char *formula) {
  excerpt_line l;
  snprintf(l.text, sizeof l.text, "%.*s", excerpt_max, formula);
  for (char *c = l.text; *c; c++)
    if (iscntrl((unsigned char)*c)) *c = ' ';
  return l;
}

/* Replaces control characters by blanks. The control character `power` is replaced by ^, the operator that
 * the user wrote. */
static void replace_control_characters(char *text) {
  for (char *c = text; *c; c++) {
    if (*c == *power) *c = '^';
    if (iscntrl((unsigned char)*c)) *c = ' ';
  }
}

/* Removes the position from muParser's message, because muParser counts from 0 and writes positions in
 * several forms. Also removes final punctuation and makes the first letter lower case. */
static void clean_message(char *message) {
  static const char *const suffixes[] = {" found at position", " at position", " at expression position"};
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
    char *suffix = strstr(message, suffixes[i]);
    if (suffix) *suffix = '\0';
  }
  size_t n = strlen(message);
  while (n && (isspace((unsigned char)message[n - 1]) || strchr(".!", message[n - 1]))) message[--n] = '\0';
  replace_control_characters(message);
  *message = (char)tolower((unsigned char)*message);
}

static void format_unknown_name(const muparser *p, char *message) {
  char token[excerpt_max];
  tc_line list = {0};
  /* The token is copied, because every query of muParser overwrites the same static buffer. */
  snprintf(token, sizeof token, "%s", mupGetErrorToken(p->handle));
  replace_control_characters(token);
  for (size_t n = strlen(token); n && token[n - 1] == ' '; n--) token[n - 1] = '\0';
  if (*token == '^') {
    snprintf(message, message_max, "unexpected operator \"^\"");
    return;
  }
  for (int i = 0; i < p->formula->names; i++) tc_line_add(&list, "%s, ", p->formula->name[i]);
  snprintf(message, message_max,
           "unknown name \"%.40s\" (known: %.*spi, e and functions in the form sin(x), exp(x), sqrt(x), "
           "max(x,1))",
           token, (int)known_max, list.text);
}

/* Formats muParser's pending error without its position. If the formula is long, does not ask muParser for
 * its message, because muParser copies the formula into a buffer of 2048 bytes without a check. */
static void format_error(const muparser *p, char *message) {
  if (strlen(p->formula->text) > quoted_length_max) {
    snprintf(message, message_max, "syntax error");
    return;
  }
  snprintf(message, message_max, "%s", mupGetErrorMsg(p->handle));
  clean_message(message);
  if (mupGetErrorCode(p->handle) == unknown_name) format_unknown_name(p, message);
}

/* Converts muParser's pending error into a status and clears it. */
static tc_status take_error(const muparser *p) {
  char message[message_max], position[32] = "";
  format_error(p, message);
  int at = mupGetErrorPos(p->handle) + 1,
      end = (int)strlen(p->formula->text); /* muParser may report the position of an error as a number beyond
                                              the end of the text; it is limited to `end` */
  if (at > 0) snprintf(position, sizeof position, "at position %d ", at < end ? at : end);
  mupErrorReset(p->handle);
  /* Example: c.yaml:3: source: unexpected operator "*" at position 4 in the formula "1 +* x" */
  return tc_status_create(TC_USAGE, "%s: %s %sin the formula \"%s\"", p->formula->where, message, position,
                          format_excerpt(p->formula->text).text);
}

/* Rejects assignments such as "x=3", which muParser would accept and which would change a variable. */
static tc_status check_no_assignment(const char *where, const char *formula) {
  for (const char *c = strchr(formula, '='); c; c = strchr(c + 1, '=')) {
    bool is_comparison = c[1] == '=' || (c > formula && strchr("=!<>", c[-1]));
    if (!is_comparison)
      return tc_status_create(TC_USAGE,
                              "%s: '=' at position %d of the formula \"%s\" assigns a value: compare with "
                              "'=='",
                              where, (int)(c - formula) + 1, format_excerpt(formula).text);
  }
  return TC_OK;
}

/* Rejects formulas that are too long for muParser, which accepts fewer than 20000 characters and has no
 * useful message for longer texts. */
static tc_status check_length(const char *where, const char *formula) {
  if (strlen(formula) <= length_max) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: the formula \"%s..\" is longer than %d characters: shorten it",
                          where, format_excerpt(formula).text, (int)length_max);
}

/* Defines the constants and the variables in muParser. Also redefines muParser's own constants _pi and _e,
 * because muParser's _pi has only 13 digits (version 2.3.3). */
static void define_names(muparser *p) {
  mupClearConst(p->handle);
  mupDefineConst(p->handle, "pi", TC_MATH_PI);
  mupDefineConst(p->handle, "_pi", TC_MATH_PI);
  mupDefineConst(p->handle, "e", TC_MATH_E);
  mupDefineConst(p->handle, "_e", TC_MATH_E);
  for (int i = 0; i < p->formula->names; i++) mupDefineVar(p->handle, p->formula->name[i], &p->value[i]);
}

/* Replaces muParser's own elementary functions, because the last bit of their results depends on the
 * processor. */
static void define_functions(muparser *p) {
  for (const tc_math_function *f = tc_math_functions; f->name; f++)
    mupDefineFun1(p->handle, f->name, f->value, 1);
  mupDefineFun2(p->handle, "atan2", tc_math_atan2, 1);
  mupDefineOprtChars(p->handle, power);
  mupDefineOprt(p->handle, power, tc_math_power, power_precedence, muOPRT_ASCT_RIGHT, 1);
}

/* Replaces each ^ in the formula by the control character `power` and passes the result to muParser. */
static tc_status set_formula(muparser *p) {
  char *text = NULL;
  const size_t bytes = strlen(p->formula->text) + 1;
  TC_TRY(tc_alloc(bytes, 1, "a formula", &text));
  memcpy(text, p->formula->text, bytes);
  for (char *c = text; *c; c++) *c = *c == '^' ? *power : *c == *power ? ' ' : *c;
  mupSetExpr(p->handle, text);
  tc_free(text);
  return TC_OK;
}

/* Defines all names in muParser, passes the formula to it, and evaluates the formula once, because muParser
 * parses only at the first evaluation. */
static tc_status evaluate_once(muparser *p) {
  int values = 0;
  mupSetErrorHandler(p->handle, ignore_error);
  define_names(p);
  define_functions(p);
  TC_TRY(set_formula(p));
  if (!mupError(p->handle)) mupEvalMulti(p->handle, &values);
  if (mupError(p->handle)) return take_error(p);
  if (values != 1)
    return tc_status_create(TC_USAGE,
                            "%s: the formula \"%s\" gives %d values instead of one: write decimals with a "
                            "point",
                            p->formula->where, format_excerpt(p->formula->text).text, values);
  return TC_OK;
}

tc_status tc_muparser_check(const tc_formula *formula) {
  muparser p = {.formula = formula};
  TC_TRY(check_length(formula->where, formula->text));
  TC_TRY(check_no_assignment(formula->where, formula->text));
  TC_TRY(TC_ALLOC_ZERO(p.value, formula->names));
  p.handle = mupCreate(muBASETYPE_FLOAT);
  const tc_status status =
      p.handle ? evaluate_once(&p)
               : tc_status_create(TC_INTERNAL, "%s: the formula parser cannot be started: free memory",
                                  formula->where);
  if (p.handle) mupRelease(p.handle);
  tc_free(p.value);
  return status;
}
