#include "solve/stability/estimate_operator.h"

tc_status tc_product_open(const tc_problem *problem, double shift, double scale, int vectors,
                          tc_product *out) {
  const tc_space *space = problem->space;
  const tc_operator_choice choice = {tc_strategy_find("neighbour"), tc_format_at(0), shift, scale, vectors};
  *out = (tc_product){.problem = problem, .space = space};
  TC_TRY(tc_operator_create(space->world, space->halo, problem->system->rates, &choice, &out->op));
  out->v = tc_operator_vector(out->op, 0);
  return TC_OK;
}

void tc_product_close(tc_product *product) { tc_operator_destroy(&product->op); }

tc_status tc_product_apply(tc_product *product, int from, int to) {
  tc_ledger ledger = {0};
  product->count++;
  return tc_operator_apply(product->op, &product->v[from], &product->v[to], &ledger);
}

void tc_product_swap(tc_product *product, int a, int b) { tc_vector_swap(&product->v[a], &product->v[b]); }
