/* Expressions: formulas of configs in muParser's syntax, parsed once and evaluated at many points. Initial
 * fields, sources, boundary data and tensors use them. muParser checks the text and reports mistakes. The
 * values are computed from bytecode (fv/formula/bytecode.h). Only one thread at a time may pass an expression
 * to a function, except to tc_expression_evaluate_range. Not collective. */
#ifndef TC_FV_FORMULA_EXPRESSION_H
#define TC_FV_FORMULA_EXPRESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "fv/formula/bytecode.h"

typedef struct tc_expression tc_expression;

/* The variable names "x", "y", "z" and "t". Most formulas may contain the first three or all four of these
 * variables. */
extern const char *const tc_expression_xyzt[4];

/* Parses a formula in the variables name[0] .. name[names-1]. The arguments may be freed afterwards. The
 * constants pi and e are defined. `where` (such as "run.yaml:12: initial") begins every error message. The
 * caller frees `*out`. Errors: TC_USAGE if the formula is invalid; the message contains the position of the
 * mistake and the text found there, and lists the known names if a name is unknown; TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_expression_create(const char *where, const char *formula, const char *const *name, int names,
                               tc_expression **out);
void tc_expression_destroy(tc_expression **expression);

/* Returns `where` of tc_expression_create. The text is valid until the expression is destroyed. */
const char *tc_expression_where(const tc_expression *expression);

/* True if the formula contains the variable with index `name` in the array of names that tc_expression_create
 * received. */
bool tc_expression_uses(const tc_expression *expression, int name);

/* True if the formula contains no variable, so that its value is the same at all points and times. */
bool tc_expression_is_constant(const tc_expression *expression);

/* True if `name` is the name of a constant or of a function in formulas, so that no variable may have this
 * name. */
bool tc_expression_is_reserved(const char *name);

/* Evaluates the formula at one point and writes its value to `*out`. `point` has one number per variable, in
 * the order of the names in tc_expression_create. The result may be NaN or infinite; the caller checks it.
 * Always returns TC_OK. */
tc_status tc_expression_value(tc_expression *expression, const double *point, double *out);

/* Evaluates the formula at the points 0 .. points-1 and writes the value at point i to out[i]. column[k]
 * contains the values of variable k at all points, in the order of the names in tc_expression_create. The
 * element of a variable that the formula does not contain may be {NULL, 0}. OpenMP threads divide the points
 * in blocks. The values have the same bits as those of tc_expression_value, for any number of threads. A part
 * of the formula that has the same value at all points is evaluated once per block. Errors: TC_INTERNAL if
 * memory is exhausted, which can happen only in the first call with a given number of threads. */
tc_status tc_expression_evaluate(tc_expression *expression, int32_t points, const tc_strided_values *column,
                                 double *out);

/* Evaluation inside a parallel region of the caller. Before the region, the caller allocates registers for
 * `threads` threads with tc_expression_reserve_threads. Inside it, thread number `thread` < `threads` calls
 * tc_expression_evaluate_range, which sets out[i - from] to the value at point i for from <= i < to. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_expression_reserve_threads(tc_expression *expression, int threads);
void tc_expression_evaluate_range(const tc_expression *expression, int thread,
                                  const tc_strided_values *column, int32_t from, int32_t to, double *out);

#endif
