/* Message condensing and consolidation (Lagraviere 2019, Listing 5, UPCv3). Each pair of ranks exchanges one
 * message, which contains each needed value once. The receive buffer has two halves, so one barrier per
 * exchange suffices. A rank that is one exchange ahead of another rank writes into the other half. A rank
 * cannot be two exchanges ahead, because it must first pass the barrier of the next exchange, which other
 * ranks reach only after they have unpacked. */
#include "base/core/memory.h"
#include "base/core/pool.h"
#include "base/core/timer.h"
#include "comm/exchange/transport.h"
#include "comm/layout/neighbour_exchange.h"
#include "comm/memory/pack.h"
#include "comm/memory/window.h"
#include "comm/world/tally.h"
#include "count/count_exchange.h"

typedef struct condensed {
  const tc_halo *halo;
  tc_world *world;
  tc_window *inbox; /* receive buffer: two halves of `ghosts` values, which exchanges use alternately */
  /* [peers][2] offset in the receive buffer of each peer at which this rank stores its message, for each half
   * of the buffer */
  int64_t (*target_offset)[2];
  double *outbox; /* send buffer: [send_begin[peers]] packed values */
  int half;       /* index of the half of the receive buffer that the next exchange uses, 0 or 1 */
  tc_pool memory; /* owns `target_offset` and `outbox` */
} condensed;

/* Collective. Sends to every peer the two offsets in this rank's receive buffer at which the peer stores its
 * messages, and receives the corresponding offsets from the peer. */
static tc_status exchange_targets(const condensed *self) {
  const tc_halo *halo = self->halo;
  int64_t(*own_offset)[2] = NULL;
  TC_TRY(TC_WORLD_ALLOC(self->world, own_offset, halo->peers));
  for (int p = 0; p < halo->peers; p++) {
    own_offset[p][0] = halo->recv_begin[p];
    own_offset[p][1] = halo->ghosts + halo->recv_begin[p];
  }
  const tc_status status = tc_neighbour_exchange_run_once(self->world, sizeof *own_offset,
                                                          tc_halo_segments(halo, NULL, own_offset),
                                                          tc_halo_segments(halo, NULL, self->target_offset));
  tc_free(own_offset);
  return status;
}

static tc_status alloc_condensed(condensed *self) {
  TC_TRY(TC_POOL_ARRAY(&self->memory, self->target_offset, self->halo->peers));
  return TC_POOL_ARRAY(&self->memory, self->outbox, self->halo->send_begin[self->halo->peers]);
}

static void destroy_condensed(void *context) {
  condensed *self = context;
  tc_window_destroy(&self->inbox);
  TC_POOL_DESTROY_OWNER(&self);
}

static tc_status create_condensed(const tc_transport_setup *setup, void **context) {
  condensed *self = NULL;
  TC_TRY(TC_WORLD_ALLOC(setup->world, self, 1));
  *self = (condensed){.halo = setup->halo, .world = setup->world};
  tc_status status = tc_world_agree(self->world, alloc_condensed(self));
  if (!status) status = tc_window_create_arrays(self->world, 2, self->halo->ghosts, &self->inbox);
  if (!status) status = exchange_targets(self);
  TC_RETURN_CREATED(status, self, destroy_condensed(self), context);
}

static tc_status put_values(const condensed *self, tc_ledger *ledger) {
  const tc_halo *halo = self->halo;
  for (int p = 0; p < halo->peers; p++) {
    const int32_t count = halo->send_begin[p + 1] - halo->send_begin[p];
    if (count > 0)
      TC_TRY(tc_window_put(self->inbox, halo->peer[p], self->target_offset[p][self->half],
                           self->outbox + halo->send_begin[p], count, ledger));
  }
  return TC_OK;
}

static tc_status begin_condensed(void *context, const tc_vector *x, const tc_vector *into,
                                 tc_ledger *ledger) {
  const condensed *self = context;
  (void)into;
  const double start_s = tc_pack(self->halo, x, self->outbox, ledger);
  TC_TRY(put_values(self, ledger));
  tc_ledger_add_time(ledger, TC_PHASE_transfer, start_s);
  return TC_OK;
}

static void count_received(const condensed *self, tc_ledger *ledger) {
  const tc_halo *halo = self->halo;
  for (int p = 0; p < halo->peers; p++)
    tc_tally_received(self->world, halo->peer[p], halo->recv_begin[p + 1] - halo->recv_begin[p], ledger);
}

static tc_status end_condensed(void *context, const tc_vector *x, const tc_vector *into, tc_ledger *ledger) {
  condensed *self = context;
  (void)x;
  const double now = tc_now_s();
  TC_TRY(tc_window_flush(self->inbox));
  tc_ledger_add_time(ledger, TC_PHASE_transfer, now);
  TC_TRY(tc_window_barrier(self->inbox, ledger));
  tc_unpack(self->inbox->local + (int64_t)self->half * self->halo->ghosts, into, ledger);
  count_received(self, ledger);
  self->half = !self->half;
  return TC_OK;
}

const tc_transport tc_transport_condensed = {
    .name = "condensed",
    .summary = "one put per pair of ranks, with the unique values that are needed (Lagraviere 2019, Listing "
               "5, UPCv3)",
    .schedule = TC_SCHEDULE(TC_STAGE(pack), TC_STAGE(transfer), TC_SYNC(BARRIER), TC_STAGE(unpack),
                            TC_STAGE(copy), TC_STAGE(compute)),
    .create = create_condensed,
    .destroy = destroy_condensed,
    .begin = begin_condensed,
    .end = end_condensed,
    .count = tc_count_unique,
};
