/* Passes the restart data of a solve to a visitor, which saves them or fills them from a checkpoint. */
#include "linear/solver/solver_internal.h"

static tc_status visit_arrays(tc_solver *s, const tc_solver_visitor *v) {
  const tc_method *method = s->options.method;
  const int arrays = method->arrays && !v->fills ? method->arrays(s) : s->storage.arrays;
  TC_TRY(v->array(v->self, "x", 0, s->x));
  TC_TRY(v->array(v->self, "r", 0, s->r));
  for (int k = 0; k < arrays; k++) TC_TRY(v->array(v->self, "array", k, tc_solver_array(s, k)));
  for (int k = 0; k < s->storage.operands; k++)
    TC_TRY(v->array(v->self, "operand", k, tc_solver_operand(s, k)));
  return TC_OK;
}

tc_status tc_solver_visit_state(tc_solver *s, const tc_solver_visitor *v) {
  const tc_method *method = s->options.method;
  TC_TRY(v->numbers(v->self, "rr", &s->rr, 1));
  TC_TRY(v->numbers(v->self, "since", &s->iterations_since_start, 1));
  TC_TRY(v->numbers(v->self, "course", &s->progress, sizeof s->progress / 8));
  TC_TRY(v->numbers(v->self, "places", s->window, s->dots * (int64_t)(sizeof *s->window / 8)));
  if (tc_preconditioner_is_inexact(s->options.preconditioner))
    TC_TRY(v->numbers(v->self, "slow", &s->slow_restarts, 1));
  if (method->visit)
    TC_TRY(method->visit(s, v));
  else
    TC_TRY(v->numbers(v->self, "state", s->state, (int64_t)(s->storage.state / 8)));
  return visit_arrays(s, v);
}
