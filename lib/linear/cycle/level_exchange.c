#include "linear/cycle/level_exchange.h"

#include <string.h>

#include "base/core/memory.h"
#include "comm/layout/neighbour_exchange.h"

struct tc_level_exchange {
  int peers;
  int32_t sends, ghosts;
  tc_cycle_counts counts;          /* messages in one exchange */
  int32_t *send_index;             /* [sends] index of each value to send */
  float *send, *receive;           /* [sends] and [ghosts], in the order of the peers */
  tc_neighbour_exchange *exchange; /* NULL if there are no peers */
  tc_pool memory;                  /* owns the arrays */
};

static void count_messages(const tc_world *world, const tc_halo *halo, tc_cycle_counts *out) {
  for (int p = 0; p < halo->peers; p++) {
    const int32_t values = halo->send_begin[p + 1] - halo->send_begin[p];
    const bool is_remote = world->node_of_rank[halo->peer[p]] != world->node_of_rank[world->rank];
    const tc_cycle_counts one = {values > 0, values, is_remote && values > 0, is_remote ? values : 0};
    tc_cycle_counts_add(out, 1, &one);
  }
}

static tc_status create_buffers(const tc_world *world, const tc_halo *halo, const int32_t *slot_of,
                                tc_level_exchange *x) {
  TC_TRY(TC_POOL_ARRAY(&x->memory, x->send_index, x->sends));
  TC_TRY(TC_POOL_ARRAY_ZERO(&x->memory, x->send, x->sends));
  TC_TRY(TC_POOL_ARRAY_ZERO(&x->memory, x->receive, x->ghosts));
  for (int32_t i = 0; i < x->sends; i++)
    x->send_index[i] = slot_of ? slot_of[halo->send_index[i]] : halo->send_index[i];
  count_messages(world, halo, &x->counts);
  const tc_neighbour_segments send = tc_halo_segments(halo, halo->send_begin, x->send),
                              receive = tc_halo_segments(halo, halo->recv_begin, x->receive);
  return tc_neighbour_exchange_create(world, sizeof *x->send, &send, &receive, &x->exchange);
}

tc_status tc_level_exchange_create(const tc_world *world, const tc_halo *halo, const int32_t *slot_of,
                                   tc_level_exchange **out) {
  tc_level_exchange *x = NULL;
  TC_TRY(TC_ALLOC_ZERO(x, 1));
  x->peers = halo->peers;
  if (x->peers > 0) {
    x->sends = halo->send_begin[halo->peers];
    x->ghosts = halo->ghosts;
  }
  TC_RETURN_CREATED(x->peers > 0 ? create_buffers(world, halo, slot_of, x) : TC_OK, x,
                    tc_level_exchange_destroy(&x), out);
}

void tc_level_exchange_destroy(tc_level_exchange **exchange) {
  if (*exchange) tc_neighbour_exchange_destroy(&(*exchange)->exchange);
  TC_POOL_DESTROY_OWNER(exchange);
}

static tc_status exchange_buffers(const tc_level_exchange *x) {
  double now = 0.0;
  TC_TRY(tc_neighbour_exchange_begin(x->exchange, &now, NULL));
  return tc_neighbour_exchange_end(x->exchange, &now, NULL);
}

void tc_level_exchange_run(tc_level_exchange *x, const float *value, float *ghost, tc_status *status) {
  if (x->peers == 0) return;
#pragma omp for schedule(static)
  for (int32_t i = 0; i < x->sends; i++) x->send[i] = value[x->send_index[i]];
#pragma omp master
  {
    *status = tc_status_first(*status, exchange_buffers(x));
    if (x->ghosts > 0) memcpy(ghost, x->receive, (size_t)x->ghosts * sizeof *ghost);
  }
#pragma omp barrier
}

tc_cycle_counts tc_level_exchange_counts(const tc_level_exchange *x) { return x->counts; }

size_t tc_level_exchange_bytes(const tc_level_exchange *x) {
  return (size_t)x->sends * (sizeof *x->send_index + sizeof *x->send) +
         (size_t)x->ghosts * sizeof *x->receive;
}
