#include "linear/precondition/elimination_order.h"

#include "base/core/memory.h"
#include "base/core/timer.h"

static void set_keys(tc_elimination_order *e) {
  const tc_ell *R = e->system->R;
  const int32_t last = (e->colours ? e->colours : R->rows) - 1;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < R->columns; i++) {
    const int32_t key = e->colouring ? e->colouring->colour[i] : i;
    const bool exists = e->colouring || i < R->rows;
    e->forward[i] = exists ? key : INT32_MAX;
    e->back[i] = exists ? last - key : INT32_MAX;
  }
}

static tc_status build_order(tc_elimination_order *e, tc_scope scope) {
  const tc_linear_system *system = e->system;
  TC_TRY(TC_WORLD_ALLOC(system->world, e->forward, system->R->columns));
  TC_TRY(TC_WORLD_ALLOC(system->world, e->back, system->R->columns));
  if (scope == TC_SCOPE_GLOBAL) {
    const double began = tc_now_s();
    TC_TRY(tc_colouring_create(system->world, system->halo, system->R, system->id, &e->colouring));
    e->colours = e->colouring->colours;
    e->colours_s = tc_now_s() - began;
  }
  set_keys(e);
  return TC_OK;
}

tc_status tc_elimination_order_create(const tc_linear_system *system, tc_scope scope,
                                      tc_elimination_order **out) {
  tc_elimination_order *e = NULL;
  TC_TRY(TC_WORLD_ALLOC(system->world, e, 1));
  e->system = system;
  const tc_status status = build_order(e, scope);
  if (status)
    tc_elimination_order_destroy(&e);
  else
    *out = e;
  return status;
}

void tc_elimination_order_destroy(tc_elimination_order **elimination) {
  tc_elimination_order *e = *elimination;
  if (!e) return;
  tc_colouring_destroy(&e->colouring);
  tc_free(e->forward);
  tc_free(e->back);
  tc_free(e);
  *elimination = NULL;
}
