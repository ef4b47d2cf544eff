#include "solve/product.h"

tc_status tc_product_open(const tc_problem *problem, double shift, double scale, int vectors,
                          tc_product *out) {
  const tc_space *space = problem->space;
  *out = (tc_product){.problem = problem, .space = space, .strategy = tc_strategy_find("condensed")};
  TC_TRY(tc_world_agree(space->world, tc_ell_combine(problem->system->rates, shift, scale, &out->matrix)));
  TC_TRY(out->strategy->setup(space->halo, out->matrix, space->world, &out->ctx));
  for (int i = 0; i < vectors; i++) {
    out->vectors++; /* counted before it is made: another rank's failure must not leak this one's */
    TC_TRY(tc_world_agree(space->world, out->strategy->vector_create(out->ctx, &out->v[i])));
  }
  return TC_OK;
}

void tc_product_close(tc_product *product) {
  for (int i = 0; i < product->vectors; i++) product->strategy->vector_destroy(product->ctx, &product->v[i]);
  if (product->ctx) product->strategy->teardown(product->ctx);
  tc_ell_destroy(&product->matrix);
  product->vectors = 0;
  product->ctx = NULL;
}

tc_status tc_product_apply(tc_product *product, int from, int to) {
  tc_ledger ledger = {0};
  product->count++;
  return product->strategy->multiply(product->ctx, &product->v[from], &product->v[to], &ledger);
}

void tc_product_swap(tc_product *product, int a, int b) {
  tc_vector v = product->v[a];
  product->v[a] = product->v[b];
  product->v[b] = v;
}
