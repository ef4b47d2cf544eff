#include "fv/expression.h"

#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "fv/functions.h"
#include "fv/parser.h"

enum { worth_a_thread = 256 }; /* points: about what it costs to call a thread */

const char *const tc_expression_xyzt[4] = {"x", "y", "z", "t"};

struct tc_expression {
  tc_formula formula;
  int used, *use; /* [used] the variables that the formula mentions */
  int parsers;
  tc_parser **parser; /* [parsers] one a thread */
};

static tc_status copy_text(const char *text, char **out) {
  const size_t bytes = strlen(text) + 1;
  TC_TRY(tc_alloc(bytes, 1, "a formula", out));
  memcpy(*out, text, bytes);
  return TC_OK;
}

static tc_status copy_formula(const char *where, const char *text, const char *const *name, int names,
                              tc_formula *out) {
  TC_TRY(copy_text(where, &out->where));
  TC_TRY(copy_text(text, &out->text));
  TC_TRY(TC_ALLOC_ZERO(out->name, names));
  for (; out->names < names; out->names++) TC_TRY(copy_text(name[out->names], &out->name[out->names]));
  return TC_OK;
}

/* Parsers for so many threads. */
static tc_status make_parsers(tc_expression *e, int threads) {
  if (threads <= e->parsers) return TC_OK;
  tc_parser **more = NULL;
  TC_TRY(TC_ALLOC_ZERO(more, threads));
  if (e->parsers > 0) memcpy(more, e->parser, (size_t)e->parsers * sizeof(tc_parser *));
  tc_free(e->parser);
  e->parser = more;
  for (; e->parsers < threads; e->parsers++) TC_TRY(tc_parser_create(&e->formula, &e->parser[e->parsers]));
  return TC_OK;
}

tc_status tc_expression_create(const char *where, const char *formula, const char *const *name, int names,
                               tc_expression **out) {
  tc_expression *e = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC_ZERO(e, 1));
  TC_GUARD(status, copy_formula(where, formula, name, names, &e->formula));
  TC_GUARD(status, TC_ALLOC(e->use, names));
  TC_GUARD(status, make_parsers(e, 1));
  for (int k = 0; k < names; k++)
    if (tc_parser_uses(e->parser[0], k)) e->use[e->used++] = k;
  *out = e;
  return TC_OK;
cleanup:
  tc_expression_destroy(&e);
  return status;
}

void tc_expression_destroy(tc_expression **expression) {
  tc_expression *e = *expression;
  if (!e) return;
  for (int i = 0; i < e->parsers; i++) tc_parser_destroy(&e->parser[i]);
  for (int i = 0; i < e->formula.names; i++) tc_free(e->formula.name[i]);
  tc_free(e->parser);
  tc_free(e->use);
  tc_free(e->formula.name);
  tc_free(e->formula.where);
  tc_free(e->formula.text);
  tc_free(e);
  *expression = NULL;
}

const char *tc_expression_where(const tc_expression *expression) { return expression->formula.where; }
const char *tc_expression_text(const tc_expression *expression) { return expression->formula.text; }

bool tc_expression_uses(const tc_expression *expression, int name) {
  for (int i = 0; i < expression->used; i++)
    if (expression->use[i] == name) return true;
  return false;
}

bool tc_expression_is_taken(const char *name) {
  static const char *const others[] = {"pi",   "_pi", "e",   "_e",  "sqrt", "abs",  "sign",
                                       "rint", "min", "max", "sum", "avg",  "atan2"};
  for (const tc_function *f = tc_functions; f->name; f++)
    if (!strcmp(f->name, name)) return true;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (!strcmp(others[i], name)) return true;
  return false;
}

tc_status tc_expression_value(tc_expression *expression, const double *at, double *out) {
  tc_parser *parser = expression->parser[0];
  double *variable = tc_parser_variables(parser);
  for (int i = 0; i < expression->used; i++) variable[expression->use[i]] = at[expression->use[i]];
  *out = tc_parser_value(parser);
  return tc_parser_status(parser);
}

/* One thread's points. */
static void fill(const tc_expression *e, tc_parser *parser, int32_t from, int32_t to, const tc_column *column,
                 double *out) {
  double *variable = tc_parser_variables(parser);
  for (int32_t i = from; i < to; i++) {
    for (int u = 0; u < e->used; u++) {
      const tc_column *c = &column[e->use[u]];
      variable[e->use[u]] = c->value[(size_t)i * (size_t)c->stride];
    }
    out[i] = tc_parser_value(parser);
  }
}

/* The same value at all points. */
static bool is_even(const tc_expression *e, const tc_column *column) {
  for (int u = 0; u < e->used; u++)
    if (column[e->use[u]].stride != 0) return false;
  return true;
}

static void fill_evenly(const tc_expression *e, int32_t points, const tc_column *column, double *out) {
  fill(e, e->parser[0], 0, 1, column, out);
#pragma omp parallel for schedule(static) if (points > worth_a_thread)
  for (int32_t i = 1; i < points; i++) out[i] = out[0];
}

tc_status tc_expression_fill(tc_expression *e, int32_t points, const tc_column *column, double *out) {
  if (points <= 0) return TC_OK;
  if (is_even(e, column)) {
    fill_evenly(e, points, column, out);
    return tc_parser_status(e->parser[0]);
  }
  TC_TRY(make_parsers(e, omp_get_max_threads()));
#pragma omp parallel if (points > worth_a_thread)
  {
    const int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    fill(e, e->parser[thread], (int32_t)(points * thread / threads),
         (int32_t)(points * (thread + 1) / threads), column, out);
  }
  tc_status status = TC_OK;
  for (int i = 0; i < e->parsers && !status; i++) status = tc_parser_status(e->parser[i]);
  return status;
}
