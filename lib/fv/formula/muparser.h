/* muParser with one formula. It says what a formula is, and what is wrong with one that is none; values come
 * faster from fv/formula/bytecode.h. Behind fv/formula/expression.h; not collective. */
#ifndef TC_FV_FORMULA_MUPARSER_H
#define TC_FV_FORMULA_MUPARSER_H

#include "base/core/status.h"

typedef struct tc_formula {
  char *where, *text; /* text: as the user wrote it */
  int names;
  char **name; /* of the variables */
} tc_formula;

typedef struct tc_parser tc_parser;

/* The formula is borrowed. Errors: as tc_expression_create. */
tc_status tc_parser_create(const tc_formula *formula, tc_parser **out);
void tc_parser_destroy(tc_parser **parser);

/* Where the variables are read from, and the value of the formula there: what tests compare with. */
double *tc_parser_variables(tc_parser *parser);
double tc_parser_value(tc_parser *parser);

#endif
