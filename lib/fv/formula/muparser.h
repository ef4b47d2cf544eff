/* muParser with one formula. It decides whether a text is a valid formula and reports what is wrong with
 * an invalid one. Values are computed faster by fv/formula/bytecode.h. Internal to fv/formula, whose
 * expression.h calls it; tests compare its values with those of the bytecode. Not collective. */
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

/* Tests call these two. The first returns the array from which muParser reads the values of the variables.
 * The second returns the value of the formula for the values in this array. */
double *tc_muparser_variables(tc_muparser *parser);
double tc_muparser_value(tc_muparser *parser);

#endif
