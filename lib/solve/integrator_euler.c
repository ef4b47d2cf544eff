/* Explicit Euler: v^l = M v^(l-1) + dt b with M = I + dt R. */
#include "base/memory.h"
#include "solve/integrator.h"

#define TC_PHASE "preparing the steps"

typedef struct euler {
  tc_stepping how;
  tc_operator *M;
  tc_vector *now, *next; /* the field, and where the step puts it */
} euler;

static tc_status open(const tc_stepping *how, const double *value, void **ctx) {
  const tc_space *space = how->problem->space;
  const tc_operator_choice choice = {how->strategy, how->format, 1.0, how->dt, 2};
  euler *e = NULL;
  TC_TRY(TC_WORLD_ALLOC(space->world, e, 1));
  e->how = *how;
  *ctx = e;
  TC_TRY(tc_operator_create(space->world, space->halo, how->problem->system->rates, &choice, &e->M));
  e->now = tc_operator_vector(e->M, 0);
  e->next = tc_operator_vector(e->M, 1);
  tc_vector_load(value, e->now);
  return TC_OK;
}

static void close(void *ctx) {
  euler *e = ctx;
  if (!e) return;
  tc_operator_destroy(&e->M);
  tc_free(e);
}

static tc_status advance(void *ctx, tc_ledger *ledger) {
  euler *e = ctx;
  TC_TRY(tc_operator_apply(e->M, e->now, e->next, ledger));
  tc_inflow_add(e->how.problem->system->inflow, e->how.dt, e->next->value);
  tc_vector_swap(e->now, e->next);
  return TC_OK;
}

static const double *value(const void *ctx) { return ((const euler *)ctx)->now->value; }

static const double *before(const void *ctx) { return ((const euler *)ctx)->next->value; }

const tc_integrator tc_integrator_euler = {
    .name = "euler",
    .summary = "explicit, first order in time: one product a step",
    .open = open,
    .close = close,
    .advance = advance,
    .value = value,
    .before = before,
};
