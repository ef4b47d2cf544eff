/* Formulas in configs (muParser). Not collective; an expression belongs to one thread at a time. */
#ifndef TC_FV_EXPRESSION_H
#define TC_FV_EXPRESSION_H

#include "base/status.h"

typedef struct tc_expression tc_expression;

/* Parses a formula in the variables named (e.g. "xyzt": single letters). Constants: pi, e. `where` (e.g.
 * "run.yaml:12: initial") begins every error message. Errors: TC_USAGE with the position and what was found.
 */
tc_status tc_expression_create(const char *where, const char *formula, const char *variables,
                               tc_expression **out);
void tc_expression_destroy(tc_expression **expression);

/* What it was made from; as long as the expression. */
const char *tc_expression_where(const tc_expression *expression);
const char *tc_expression_text(const tc_expression *expression);

/* The value at `at` (one number per variable, in the order of their letters). The result may be NaN or
 * infinite: the caller judges. Errors: TC_USAGE when muParser cannot evaluate (division by zero gives inf,
 * not an error). */
tc_status tc_expression_value(tc_expression *expression, const double *at, double *out);

#endif
