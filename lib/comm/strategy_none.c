/* No exchange at all: ghosts stay zero. Measures computing alone; what it computes is not M x on several
 * ranks. */
#include "base/memory.h"
#include "comm/compute.h"
#include "comm/strategy.h"

typedef struct none {
  const tc_halo *plan;
  const tc_ell *M;
} none;

static tc_status setup(const tc_halo *plan, const tc_ell *M, tc_world *world, void **ctx) {
  none *self = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, self, 1));
  *self = (none){plan, M};
  *ctx = self;
  return TC_OK;
}

static void teardown(void *ctx) { tc_free(ctx); }

static tc_status vector_create(void *ctx, tc_vector *v) {
  const none *self = ctx;
  return tc_vector_create_private(self->plan->owned, self->plan->ghosts, v);
}

static void vector_destroy(void *ctx, tc_vector *v) {
  (void)ctx;
  tc_vector_destroy_private(v);
}

static tc_status multiply(void *ctx, tc_vector *x, tc_vector *y, tc_ledger *ledger) {
  const none *self = ctx;
  tc_compute(self->M, x->value, y->value, ledger);
  return TC_OK;
}

static tc_status count(const tc_pattern *pattern, const tc_distribution *distribution,
                       const int *node_of_rank, int rank, tc_counts *out) {
  (void)pattern, (void)distribution, (void)node_of_rank, (void)rank;
  *out = (tc_counts){0};
  return TC_OK;
}

const tc_strategy tc_strategy_none = {
    .name = "none",
    .summary = "no exchange: measures computing alone, its result is invalid on several ranks",
    .valid = false,
    .modelled = true,
    .schedule = TC_SCHEDULE(TC_DO(compute)),
    .setup = setup,
    .teardown = teardown,
    .vector_create = vector_create,
    .vector_destroy = vector_destroy,
    .multiply = multiply,
    .count = count,
};
