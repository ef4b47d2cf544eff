/* Formulas in configs, as muParser understands them. Not collective; an expression is asked by one thread at
 * a time, and works with several. */
#ifndef TC_FV_FORMULA_EXPRESSION_H
#define TC_FV_FORMULA_EXPRESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "fv/formula/bytecode.h"

typedef struct tc_expression tc_expression;

/* "x", "y", "z", "t": the first three or all four are what most formulas may name. */
extern const char *const tc_expression_xyzt[4];

/* Parses a formula in the variables name[0] .. name[names-1] (copied). Constants: pi, e. `where` (e.g.
 * "run.yaml:12: initial") begins every error message. Errors: TC_USAGE with the position and what was found;
 * unknown names list the known ones. */
tc_status tc_expression_create(const char *where, const char *formula, const char *const *name, int names,
                               tc_expression **out);
void tc_expression_destroy(tc_expression **expression);

/* What it was made from; as long as the expression. */
const char *tc_expression_where(const tc_expression *expression);
const char *tc_expression_text(const tc_expression *expression);

/* Whether the formula mentions its variable number `name`. */
bool tc_expression_uses(const tc_expression *expression, int name);

/* Whether it mentions none: one value, anywhere and always. */
bool tc_expression_is_constant(const tc_expression *expression);

/* Whether formulas know the name as a constant or a function, so that no variable may be called so. */
bool tc_expression_is_reserved(const char *name);

/* The value at `at` (one number per variable, in the order of their names). The result may be NaN or
 * infinite: the caller judges. No errors. */
tc_status tc_expression_value(tc_expression *expression, const double *at, double *out);

/* out[i] = the value at point i < points; column: one for each variable, in the order of their names; those
 * that the formula does not mention may be {NULL, 0}. In parallel over threads, in blocks
 * (fv/formula/bytecode.h); the same bits as tc_expression_value gives, for any number of threads. What does
 * not change from point to point is evaluated once. Errors: TC_INTERNAL out of memory, at the first call with
 * so many threads only. */
tc_status tc_expression_evaluate(tc_expression *expression, int32_t points, const tc_strided_values *column,
                                 double *out);

/* For those who have threads of their own: room for so many, then out[i] = the value at point from + i < to,
 * by thread number `thread` below that. Errors: TC_INTERNAL out of memory. */
tc_status tc_expression_reserve_threads(tc_expression *expression, int threads);
void tc_expression_evaluate_range(const tc_expression *expression, int thread,
                                  const tc_strided_values *column, int32_t from, int32_t to, double *out);

#endif
