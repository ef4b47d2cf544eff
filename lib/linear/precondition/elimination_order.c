#include "linear/precondition/elimination_order.h"

#include "base/core/timer.h"

static void compute_keys(tc_elimination_order *e) {
  const tc_ell *R = e->system->R;
  const int32_t last = (e->colours ? e->colours : R->rows) - 1;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < R->columns; i++) {
    const int32_t key = e->colouring ? e->colouring->colour[i] : i;
    const bool exists = e->colouring || i < R->rows;
    e->forward_key[i] = exists ? key : INT32_MAX;
    e->backward_key[i] = exists ? last - key : INT32_MAX;
  }
}

static tc_status alloc_keys(tc_elimination_order *e) {
  TC_TRY(TC_POOL_ARRAY(&e->memory, e->forward_key, e->system->R->columns));
  return TC_POOL_ARRAY(&e->memory, e->backward_key, e->system->R->columns);
}

static tc_status build_order(tc_elimination_order *e, tc_scope scope) {
  const tc_linear_system *system = e->system;
  TC_TRY(tc_world_agree(system->world, alloc_keys(e)));
  if (scope == TC_SCOPE_GLOBAL) {
    const double began = tc_now_s();
    TC_TRY(tc_colouring_create(system->world, system->halo, system->R, system->id, &e->colouring));
    e->colours = e->colouring->colours;
    e->colouring_s = tc_now_s() - began;
  }
  compute_keys(e);
  return TC_OK;
}

tc_status tc_elimination_order_create(const tc_linear_system *system, tc_scope scope,
                                      tc_elimination_order **out) {
  tc_elimination_order *e = NULL;
  TC_TRY(TC_WORLD_ALLOC(system->world, e, 1));
  e->system = system;
  TC_RETURN_CREATED(build_order(e, scope), e, tc_elimination_order_destroy(&e), out);
}

void tc_elimination_order_destroy(tc_elimination_order **elimination) {
  if (*elimination) tc_colouring_destroy(&(*elimination)->colouring);
  TC_POOL_DESTROY_OWNER(elimination);
}
