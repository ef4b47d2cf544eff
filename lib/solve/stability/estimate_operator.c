#include "solve/stability/estimate_operator.h"

tc_status tc_estimate_operator_init(const tc_problem *problem, double shift, double scale, int vectors,
                                    tc_estimate_operator *out) {
  const tc_space *space = problem->space;
  const tc_operator_options choice =
      {tc_strategy_find("neighbour"), tc_format_at(0), shift, scale, vectors, false};
  *out = (tc_estimate_operator){.problem = problem, .space = space};
  TC_TRY(tc_operator_create(space->world, space->halo, problem->system->rates, &choice, &out->op));
  out->v = tc_operator_vector(out->op, 0);
  return TC_OK;
}

void tc_estimate_operator_free(tc_estimate_operator *product) { tc_operator_destroy(&product->op); }

tc_status tc_estimate_operator_apply(tc_estimate_operator *product, int from, int to) {
  tc_ledger ledger = {0};
  product->count++;
  return tc_operator_apply(product->op, &product->v[from], &product->v[to], &ledger);
}

void tc_estimate_operator_swap(tc_estimate_operator *product, int a, int b) {
  tc_vector_swap(&product->v[a], &product->v[b]);
}
