/* Expressions: each formula is checked by muParser, compiled to bytecode, and evaluated by several threads.
 * The config reader creates expressions; modules such as the source and the boundary conditions evaluate
 * them. The registers of each thread are allocated once and reused by all evaluations. */
#include "fv/formula/expression.h"

#include <omp.h>
#include <string.h>

#include "base/core/memory.h"
#include "fv/formula/bytecode.h"
#include "fv/formula/math_functions.h"
#include "fv/formula/muparser.h"

/* Smallest number of points per thread. Evaluating fewer points takes less time than starting the thread. */
enum { points_per_thread_min = 1000 };

const char *const tc_expression_xyzt[4] = {"x", "y", "z", "t"};

struct tc_expression {
  const char *where; /* beginning of error messages */
  tc_bytecode *program;
  int threads;
  tc_bytecode_registers *registers; /* [threads] registers of each thread */
  tc_pool memory;                   /* owns the members above */
};

static tc_status compile_formula(const tc_formula *f, tc_expression *e) {
  tc_status error = tc_bytecode_create(f->text, f->name, f->names, &e->memory, &e->program);
  if (!error) return TC_OK;
  /* Example: c.yaml:3: source: syntax error at ") + y" of the formula */
  tc_status status =
      tc_status_create(tc_status_code(error), "%s: %s of the formula", f->where, tc_status_text(error));
  tc_status_free(&error);
  return status;
}

tc_status tc_expression_reserve_threads(tc_expression *e, int threads) {
  if (threads <= e->threads) return TC_OK;
  tc_bytecode_registers *registers = NULL;
  TC_TRY(TC_POOL_ARRAY(&e->memory, registers, threads));
  if (e->threads > 0) memcpy(registers, e->registers, (size_t)e->threads * sizeof *registers);
  e->registers = registers;
  for (; e->threads < threads; e->threads++)
    TC_TRY(tc_bytecode_registers_init(e->program, &e->memory, &e->registers[e->threads]));
  return TC_OK;
}

static tc_status init_expression(const tc_formula *formula, tc_expression *e) {
  TC_TRY(tc_pool_printf(&e->memory, &e->where, "%s", formula->where));
  TC_TRY(tc_muparser_check(formula));
  TC_TRY(compile_formula(formula, e));
  return tc_expression_reserve_threads(e, 1);
}

tc_status tc_expression_create(const char *where, const char *formula, const char *const *name, int names,
                               tc_expression **out) {
  const tc_formula description = {where, formula, names, name};
  tc_expression *e = NULL;
  TC_TRY(TC_ALLOC_ZERO(e, 1));
  TC_RETURN_CREATED(init_expression(&description, e), e, tc_expression_destroy(&e), out);
}

void tc_expression_destroy(tc_expression **expression) { TC_POOL_DESTROY_OWNER(expression); }

const char *tc_expression_where(const tc_expression *expression) { return expression->where; }

bool tc_expression_uses(const tc_expression *expression, int name) { return expression->program->uses[name]; }

bool tc_expression_is_constant(const tc_expression *expression) {
  for (int k = 0; k < expression->program->variables; k++)
    if (expression->program->uses[k]) return false;
  return true;
}

bool tc_expression_is_reserved(const char *name) {
  static const char *const other_names[] = {"pi",   "_pi", "e",   "_e",  "sqrt", "abs",  "sign",
                                            "rint", "min", "max", "sum", "avg",  "atan2"};
  for (const tc_math_function *f = tc_math_functions; f->name; f++)
    if (!strcmp(f->name, name)) return true;
  for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++)
    if (!strcmp(other_names[i], name)) return true;
  return false;
}

tc_status tc_expression_value(tc_expression *e, const double *point, double *out) {
  tc_bytecode_run_at(e->program, &e->registers[0], point, out);
  return TC_OK;
}

/* True if the formula has the same value at all points, because all variables that it contains have stride
 * 0. */
static bool is_uniform(const tc_bytecode *p, const tc_strided_values *column) {
  for (int k = 0; k < p->variables; k++)
    if (p->uses[k] && column[k].stride != 0) return false;
  return true;
}

void tc_expression_evaluate_range(const tc_expression *e, int thread, const tc_strided_values *column,
                                  int32_t from, int32_t to, double *out) {
  if (from >= to) return;
  const bool uniform = is_uniform(e->program, column);
  tc_bytecode_run(e->program, &e->registers[thread], column, from, uniform ? from + 1 : to, out);
  for (int32_t i = 1; uniform && i < to - from; i++) out[i] = out[0];
}

tc_status tc_expression_evaluate(tc_expression *e, int32_t points, const tc_strided_values *column,
                                 double *out) {
  if (points <= points_per_thread_min) {
    tc_expression_evaluate_range(e, 0, column, 0, points, out);
    return TC_OK;
  }
  TC_TRY(tc_expression_reserve_threads(e, omp_get_max_threads()));
#pragma omp parallel
  {
    const int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    const int32_t from = (int32_t)(points * thread / threads),
                  to = (int32_t)(points * (thread + 1) / threads);
    tc_expression_evaluate_range(e, (int)thread, column, from, to, out + from);
  }
  return TC_OK;
}
