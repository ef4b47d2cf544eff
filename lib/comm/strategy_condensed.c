/* Message condensing and consolidation (Lagraviere 2019, Listing 5, UPCv3): each pair of ranks exchanges one
 * message of the unique values that are needed. Pack, put, barrier, copy the own values, unpack, compute.
 *
 * One barrier per multiply is enough because the receive buffer is double: a rank that is one multiply ahead
 * writes into the other half, and it cannot be two ahead, since the barrier in between waits for this rank's
 * unpacking. */

#include "base/memory.h"
#include "base/timer.h"
#include "comm/compute.h"
#include "comm/count.h"
#include "comm/strategy.h"
#include "comm/tally.h"
#include "comm/window.h"

#define TC_PHASE "planning the exchange"

typedef struct condensed {
  const tc_halo *plan;
  const tc_ell *M;
  tc_world *world;
  tc_window *inbox;     /* two halves of ghosts values */
  int64_t (*target)[2]; /* [peers] where our message goes in the peer's inbox, for either half */
  double *outbox;       /* [send_from[peers]] packed values */
  double *copy;         /* [owned + ghosts] what the kernel reads */
  int half;             /* of the inbox that the next multiply uses */
} condensed;

/* Tells every peer where in our inbox its messages belong, and learns the same from them. Nothing may fail on
 * one rank alone in here: memory comes from the caller. */
static tc_status exchange_targets(condensed *self, MPI_Request *request, int64_t (*mine)[2]) {
  const tc_halo *plan = self->plan;
  for (int p = 0; p < plan->peers; p++) {
    mine[p][0] = plan->recv_from[p];
    mine[p][1] = plan->ghosts + plan->recv_from[p];
    MPI_Irecv(self->target[p], 2, MPI_INT64_T, plan->peer[p], 0, self->world->comm, &request[2 * p]);
    MPI_Isend(mine[p], 2, MPI_INT64_T, plan->peer[p], 0, self->world->comm, &request[2 * p + 1]);
  }
  return TC_MPI(MPI_Waitall(2 * plan->peers, request, MPI_STATUSES_IGNORE));
}

/* Collective. */
static tc_status find_targets(condensed *self) {
  MPI_Request *request = NULL;
  int64_t(*mine)[2] = NULL;
  tc_status status = TC_ALLOC(request, 2 * self->plan->peers);
  if (!status) status = TC_ALLOC(mine, self->plan->peers);
  status = tc_world_agree(self->world, status);
  if (!status) status = tc_world_agree(self->world, exchange_targets(self, request, mine));
  tc_free(request);
  tc_free(mine);
  return status;
}

static tc_status allocate(condensed *self) {
  const tc_halo *plan = self->plan;
  tc_vector copy = {0};
  TC_TRY(TC_ALLOC(self->target, plan->peers));
  TC_TRY(TC_ALLOC(self->outbox, plan->send_from[plan->peers]));
  TC_TRY(tc_vector_create_private(plan->owned, plan->ghosts, &copy));
  self->copy = copy.value;
  return TC_OK;
}

static void teardown(void *ctx) {
  condensed *self = ctx;
  if (!self) return;
  tc_window_destroy(&self->inbox);
  tc_free(self->target);
  tc_free(self->outbox);
  tc_free(self->copy);
  tc_free(self);
}

static tc_status setup(const tc_halo *plan, const tc_ell *M, tc_world *world, void **ctx) {
  condensed *self = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(world, self, 1));
  self->plan = plan;
  self->M = M;
  self->world = world;
  TC_GUARD(status, tc_world_agree(world, allocate(self)));
  TC_GUARD(status, tc_window_create(world, 2 * (int64_t)plan->ghosts, &self->inbox));
  TC_GUARD(status, find_targets(self));
  *ctx = self;
  return TC_OK;
cleanup:
  teardown(self);
  return status;
}

static tc_status vector_create(void *ctx, tc_vector *v) {
  const condensed *self = ctx;
  return tc_vector_create_private(self->plan->owned, 0, v);
}

static void vector_destroy(void *ctx, tc_vector *v) {
  (void)ctx;
  tc_vector_destroy_private(v);
}

static void pack(const condensed *self, const double *x) {
  const tc_halo *plan = self->plan;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < plan->send_from[plan->peers]; i++) self->outbox[i] = x[plan->send_index[i]];
}

static tc_status put_all(const condensed *self, tc_ledger *ledger) {
  const tc_halo *plan = self->plan;
  for (int p = 0; p < plan->peers; p++) {
    int count = plan->send_from[p + 1] - plan->send_from[p];
    if (count > 0)
      TC_TRY(tc_window_put(self->inbox, plan->peer[p], self->target[p][self->half],
                           self->outbox + plan->send_from[p], count, ledger));
  }
  return tc_window_complete(self->inbox);
}

static void copy_own(const condensed *self, const double *x, tc_ledger *ledger) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < self->plan->owned; i++) self->copy[i] = x[i];
  ledger->count.copied_values += self->plan->owned;
}

static void unpack(const condensed *self, tc_ledger *ledger) {
  const tc_halo *plan = self->plan;
  const double *inbox = self->inbox->local + (int64_t)self->half * plan->ghosts;
  double *ghost = self->copy + plan->owned;
#pragma omp parallel for schedule(static)
  for (int32_t g = 0; g < plan->ghosts; g++) ghost[g] = inbox[g];
  for (int p = 0; p < plan->peers; p++)
    tc_tally_received(self->world, plan->peer[p], plan->recv_from[p + 1] - plan->recv_from[p], ledger);
}

static tc_status multiply(void *ctx, tc_vector *x, tc_vector *y, tc_ledger *ledger) {
  condensed *self = ctx;
  double lap = tc_now_s();
  pack(self, x->value);
  lap = tc_ledger_lap(ledger, TC_PHASE_pack, lap);
  TC_TRY(put_all(self, ledger));
  tc_ledger_lap(ledger, TC_PHASE_transfer, lap);
  TC_TRY(tc_window_barrier(self->inbox, ledger));
  lap = tc_now_s();
  copy_own(self, x->value, ledger);
  lap = tc_ledger_lap(ledger, TC_PHASE_copy, lap);
  unpack(self, ledger);
  tc_ledger_lap(ledger, TC_PHASE_unpack, lap);
  self->half = !self->half;
  tc_compute(self->M, self->copy, y->value, ledger);
  return TC_OK;
}

static tc_status count(const tc_pattern *pattern, const tc_distribution *distribution,
                       const int *node_of_rank, int rank, tc_counts *out) {
  TC_TRY(tc_count_unique(pattern, distribution, node_of_rank, rank, out));
  out->copied_values = pattern->rows;
  return TC_OK;
}

const tc_strategy tc_strategy_condensed = {
    .name = "condensed",
    .summary = "one put per pair of ranks, with the unique values that are needed (Listing 5, UPCv3)",
    .valid = true,
    .modelled = true,
    .schedule =
        TC_SCHEDULE(TC_DO(pack), TC_DO(transfer), TC_MEET(WORLD), TC_DO(copy), TC_DO(unpack), TC_DO(compute)),
    .setup = setup,
    .teardown = teardown,
    .vector_create = vector_create,
    .vector_destroy = vector_destroy,
    .multiply = multiply,
    .count = count,
};
