/* Check of one formula by the library muParser, which decides if a text is a valid formula and reports
 * mistakes. Values are computed from bytecode (fv/formula/bytecode.h), which is faster. Internal to
 * fv/formula. fv/formula/expression.c calls it. Not collective. */
#ifndef TC_FV_FORMULA_MUPARSER_H
#define TC_FV_FORMULA_MUPARSER_H

#include "base/core/status.h"

typedef struct tc_formula {
  const char *where, *text; /* where: start of error messages; text: the formula as written in the config */
  int names;
  const char *const *name; /* [names] names of the variables */
} tc_formula;

/* Parses a formula and evaluates it once, with all variables 0. Errors: those of tc_expression_create. */
tc_status tc_muparser_check(const tc_formula *formula);

#endif
