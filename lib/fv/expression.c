#include "fv/expression.h"

#include <ctype.h>
#include <muParserDLL.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/line.h"
#include "base/memory.h"
#include "fv/functions.h"

enum { letters_max = 26, message_max = 256, excerpt = 80 };
enum { unknown_name = 1 }; /* muParser's ecUNASSIGNABLE_TOKEN */
enum { power_precedence = 7, longest = 19000, quotable = 1900 };

/* muParser does not let its own ^ be replaced, so it reads another sign there, which nobody types. */
static const char power[] = "\x7f";

/* The parser points into value[] and takes its variables from there. */
struct tc_expression {
  muParserHandle_t parser;
  char *where, *formula; /* formula: as the user wrote it */
  char letters[letters_max + 1];
  double value[letters_max];
};

/* Without a handler muParser prints its errors; mupError is asked instead. */
static void on_error(muParserHandle_t parser) { (void)parser; }

static tc_status copy_text(const char *text, char **out) {
  size_t bytes = strlen(text) + 1;
  TC_TRY(tc_alloc(bytes, 1, "a formula", out));
  memcpy(*out, text, bytes);
  return TC_OK;
}

/* The front of a formula as one line. */
typedef struct line {
  char text[excerpt + 1];
} line;

static line one_line(const char *formula) {
  line l;
  snprintf(l.text, sizeof l.text, "%.*s", excerpt, formula);
  for (char *c = l.text; *c; c++)
    if (iscntrl((unsigned char)*c)) *c = ' ';
  return l;
}

/* On one line, with the sign for powers that the user wrote. */
static void flatten(char *text) {
  for (char *c = text; *c; c++) {
    if (*c == *power) *c = '^';
    if (iscntrl((unsigned char)*c)) *c = ' ';
  }
}

/* Keeps what muParser says of an error and leaves out where: its positions count from 0 and stand in various
 * forms. */
static void clean(char *message) {
  static const char *const tails[] = {" found at position", " at position", " at expression position"};
  for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
    char *tail = strstr(message, tails[i]);
    if (tail) *tail = '\0';
  }
  size_t n = strlen(message);
  while (n && (isspace((unsigned char)message[n - 1]) || strchr(".!", message[n - 1]))) message[--n] = '\0';
  flatten(message);
  *message = (char)tolower((unsigned char)*message);
}

static void explain_unknown(const tc_expression *e, char *message) {
  char token[excerpt];
  tc_line list = {0};
  /* Every query overwrites the same static buffer of muParser. */
  snprintf(token, sizeof token, "%s", mupGetErrorToken(e->parser));
  flatten(token);
  for (size_t n = strlen(token); n && token[n - 1] == ' '; n--) token[n - 1] = '\0';
  if (*token == '^') {
    snprintf(message, message_max, "unexpected operator \"^\"");
    return;
  }
  for (size_t i = 0; e->letters[i]; i++) tc_line_add(&list, "%c, ", e->letters[i]);
  snprintf(message, message_max,
           "unknown name \"%.40s\" (known: %.80spi, e and functions in the form sin(x), exp(x), sqrt(x), "
           "max(x,1))",
           token, list.text);
}

/* What is wrong, without where. muParser writes its messages, which quote the formula, into a buffer of 2048
 * bytes without a look at their length. */
static void explain(const tc_expression *e, char *message) {
  if (strlen(e->formula) > quotable) {
    snprintf(message, message_max, "a mistake");
    return;
  }
  snprintf(message, message_max, "%s", mupGetErrorMsg(e->parser));
  clean(message);
  if (mupGetErrorCode(e->parser) == unknown_name) explain_unknown(e, message);
}

/* The pending error of muParser as a status; clears it. */
static tc_status take_error(const tc_expression *e) {
  char message[message_max], position[32] = "";
  explain(e, message);
  int at = mupGetErrorPos(e->parser) + 1, end = (int)strlen(e->formula); /* muParser's end is beyond ours */
  if (at > 0) snprintf(position, sizeof position, "at position %d ", at < end ? at : end);
  mupErrorReset(e->parser);
  return tc_status_make(TC_USAGE, "%s: %s %sin the formula \"%s\"", e->where, message, position,
                        one_line(e->formula).text);
}

/* Refuses "x=3", which would change a variable, before muParser takes it. */
static tc_status refuse_assignment(const char *where, const char *formula) {
  for (const char *c = strchr(formula, '='); c; c = strchr(c + 1, '=')) {
    bool compares = c[1] == '=' || (c > formula && strchr("=!<>", c[-1]));
    if (!compares)
      return tc_status_make(TC_USAGE,
                            "%s: '=' at position %d of the formula \"%s\" assigns a value; compare with '=='",
                            where, (int)(c - formula) + 1, one_line(formula).text);
  }
  return TC_OK;
}

/* muParser takes fewer than 20000 characters, and says nothing sensible of more. */
static tc_status refuse_length(const char *where, const char *formula) {
  if (strlen(formula) <= longest) return TC_OK;
  return tc_status_make(TC_USAGE, "%s: the formula \"%s..\" is longer than %d characters", where,
                        one_line(formula).text, (int)longest);
}

/* muParser's own _pi has only 13 digits (2.3.3), so all constants are ours. */
static void define_names(tc_expression *e) {
  const double pi = 3.14159265358979323846, euler = 2.71828182845904523536;
  mupClearConst(e->parser);
  mupDefineConst(e->parser, "pi", pi);
  mupDefineConst(e->parser, "_pi", pi);
  mupDefineConst(e->parser, "e", euler);
  mupDefineConst(e->parser, "_e", euler);
  for (size_t i = 0; e->letters[i]; i++) {
    char name[] = {e->letters[i], '\0'};
    mupDefineVar(e->parser, name, &e->value[i]);
  }
}

/* In place of muParser's own, whose last bit depends on the processor. */
static void define_functions(tc_expression *e) {
  for (const tc_function *f = tc_functions; f->name; f++) mupDefineFun1(e->parser, f->name, f->value, 1);
  mupDefineFun2(e->parser, "atan2", tc_function_atan2, 1);
  mupDefineOprtChars(e->parser, power);
  mupDefineOprt(e->parser, power, tc_function_power, power_precedence, muOPRT_ASCT_RIGHT, 1);
}

/* Gives the formula to muParser with its sign for powers. */
static tc_status set_formula(tc_expression *e) {
  char *text = NULL;
  TC_TRY(copy_text(e->formula, &text));
  for (char *c = text; *c; c++) *c = *c == '^' ? *power : *c == *power ? ' ' : *c;
  mupSetExpr(e->parser, text);
  tc_free(text);
  return TC_OK;
}

/* muParser parses at the first evaluation. */
static tc_status try_out(tc_expression *e) {
  int values = 0;
  define_names(e);
  define_functions(e);
  TC_TRY(set_formula(e));
  if (!mupError(e->parser)) mupEvalMulti(e->parser, &values);
  if (mupError(e->parser)) return take_error(e);
  if (values != 1)
    return tc_status_make(TC_USAGE,
                          "%s: the formula \"%s\" gives %d values, one is wanted (decimals are written with "
                          "a point)",
                          e->where, one_line(e->formula).text, values);
  return TC_OK;
}

tc_status tc_expression_create(const char *where, const char *formula, const char *variables,
                               tc_expression **out) {
  tc_expression *e = NULL;
  tc_status status = TC_OK;
  if (strlen(variables) > letters_max)
    return tc_status_make(TC_INTERNAL, "%s: more than %d variables", where, (int)letters_max);
  TC_TRY(refuse_length(where, formula));
  TC_TRY(refuse_assignment(where, formula));
  TC_TRY(TC_ALLOC_ZERO(e, 1));
  TC_GUARD(status, copy_text(where, &e->where));
  TC_GUARD(status, copy_text(formula, &e->formula));
  memcpy(e->letters, variables, strlen(variables));
  e->parser = mupCreate(muBASETYPE_FLOAT);
  if (!e->parser)
    TC_GUARD(status, tc_status_make(TC_INTERNAL, "%s: the formula parser cannot be started", where));
  mupSetErrorHandler(e->parser, on_error);
  TC_GUARD(status, try_out(e));
  *out = e;
  return TC_OK;
cleanup:
  tc_expression_destroy(&e);
  return status;
}

void tc_expression_destroy(tc_expression **expression) {
  tc_expression *e = *expression;
  if (!e) return;
  if (e->parser) mupRelease(e->parser);
  tc_free(e->where);
  tc_free(e->formula);
  tc_free(e);
  *expression = NULL;
}

const char *tc_expression_where(const tc_expression *expression) { return expression->where; }
const char *tc_expression_text(const tc_expression *expression) { return expression->formula; }

tc_status tc_expression_value(tc_expression *expression, const double *at, double *out) {
  const size_t letters = strlen(expression->letters);
  if (letters > 0) memcpy(expression->value, at, letters * sizeof *at);
  double value = mupEval(expression->parser);
  if (mupError(expression->parser)) return take_error(expression);
  *out = value;
  return TC_OK;
}
