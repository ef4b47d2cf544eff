/* Check of one formula by the library muParser, which decides if a text is a valid formula and reports
 * mistakes. Values are computed by fv/formula/bytecode.h, which is faster. Internal to fv/formula.
 * fv/formula/expression.c calls it, and tests compare muParser's values with those of the bytecode. Not
 * collective. */
#ifndef TC_FV_FORMULA_MUPARSER_H
#define TC_FV_FORMULA_MUPARSER_H

#include "base/core/status.h"

typedef struct tc_formula {
  char *where, *text; /* where: start of error messages; text: the formula as written in the config */
  int names;
  char **name; /* [names] names of the variables */
} tc_formula;

typedef struct tc_muparser tc_muparser;

/* Parses a formula, which is borrowed and must outlive the parser. Errors: those of tc_expression_create. */
tc_status tc_muparser_create(const tc_formula *formula, tc_muparser **out);
void tc_muparser_destroy(tc_muparser **parser);

/* For tests only. tc_muparser_variables returns the array from which muParser reads the values of the
 * variables. tc_muparser_value returns the value of the formula for the values in this array. */
double *tc_muparser_variables(tc_muparser *parser);
double tc_muparser_value(tc_muparser *parser);

#endif
