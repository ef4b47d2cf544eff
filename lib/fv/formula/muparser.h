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

typedef struct tc_muparser tc_muparser;

/* The formula is borrowed. Errors: as tc_expression_create. */
tc_status tc_muparser_create(const tc_formula *formula, tc_muparser **out);
void tc_muparser_destroy(tc_muparser **parser);

/* Where the variables are read from, and the value of the formula there: what tests compare with. */
double *tc_muparser_variables(tc_muparser *parser);
double tc_muparser_value(tc_muparser *parser);

#endif
