/* Transport with two-sided messages between halo peers (comm/layout/neighbour_exchange.h), which are created
 * once for each vector and started in each exchange. Ghosts are numbered by owner, so each message is
 * received in place, without a copy, unpacking or a barrier. A rank waits only for its peers, and it cannot
 * be more than one exchange ahead of a peer. */
#include "base/core/pool.h"
#include "base/core/timer.h"
#include "comm/exchange/transport.h"
#include "comm/layout/neighbour_exchange.h"
#include "comm/memory/pack.h"
#include "count/count_exchange.h"

typedef struct neighbour {
  const tc_halo *halo;
  double *outbox;                   /* send buffer: [send_begin[peers]] packed values */
  int vectors;                      /* number of vectors in the arena whose ghosts are filled */
  tc_neighbour_exchange **exchange; /* [vectors] exchange from the send buffer to the ghosts of each vector */
  tc_pool memory;                   /* owns `outbox` and `exchange` */
} neighbour;

static tc_status create_exchanges(neighbour *self, const tc_world *world, const tc_arena *into) {
  const tc_halo *halo = self->halo;
  TC_TRY(TC_POOL_ARRAY(&self->memory, self->outbox, halo->send_begin[halo->peers]));
  TC_TRY(TC_POOL_ARRAY_ZERO(&self->memory, self->exchange, into->vectors));
  self->vectors = into->vectors;
  const tc_neighbour_segments send = tc_halo_segments(halo, halo->send_begin, self->outbox);
  for (int v = 0; v < into->vectors; v++) {
    double *const ghost = into->vector[v].value + into->vector[v].owned;
    const tc_neighbour_segments receive = tc_halo_segments(halo, halo->recv_begin, ghost);
    TC_TRY(tc_neighbour_exchange_create(world, sizeof(double), &send, &receive, &self->exchange[v]));
  }
  return TC_OK;
}

static void destroy_neighbour(void *context) {
  neighbour *self = context;
  for (int v = 0; v < self->vectors; v++) tc_neighbour_exchange_destroy(&self->exchange[v]);
  TC_POOL_DESTROY_OWNER(&self);
}

static tc_status create_neighbour(const tc_transport_setup *setup, void **context) {
  neighbour *self = NULL;
  TC_TRY(TC_WORLD_ALLOC(setup->world, self, 1));
  self->halo = setup->halo;
  TC_RETURN_CREATED(tc_world_agree(setup->world, create_exchanges(self, setup->world, setup->into)), self,
                    destroy_neighbour(self), context);
}

static tc_status begin_neighbour(void *context, const tc_vector *x, const tc_vector *into,
                                 tc_ledger *ledger) {
  const neighbour *self = context;
  double now = tc_pack(self->halo, x, self->outbox, ledger);
  return tc_neighbour_exchange_begin(self->exchange[into->index], &now, ledger);
}

static tc_status end_neighbour(void *context, const tc_vector *x, const tc_vector *into, tc_ledger *ledger) {
  const neighbour *self = context;
  (void)x;
  double now = tc_now_s();
  return tc_neighbour_exchange_end(self->exchange[into->index], &now, ledger);
}

static tc_status count_neighbour(const tc_pattern *pattern, const tc_distribution *distribution,
                                 const int *node_of_rank, int rank, tc_counts *out) {
  TC_TRY(tc_count_unique(pattern, distribution, node_of_rank, rank, out));
  out->barriers = 0;
  return TC_OK;
}

const tc_transport tc_transport_neighbour = {
    .name = "neighbour",
    .summary = "one two-sided message per pair of ranks, received in place: no copy, no barrier",
    .schedule = TC_SCHEDULE(TC_STAGE(pack), TC_STAGE_TWO_SIDED, TC_SYNC(NEIGHBOURS), TC_STAGE(compute)),
    .create = create_neighbour,
    .destroy = destroy_neighbour,
    .begin = begin_neighbour,
    .end = end_neighbour,
    .count = count_neighbour,
};
