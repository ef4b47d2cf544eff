#include "calibration/network/network_benches.h"

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "calibration/network/remote_partner.h"
#include "comm/memory/window.h"

#define TC_PHASE "measuring reads from other nodes"

enum { places = 256, piece_length = 1 << 13, message_length = 8 };

typedef struct walk {
  tc_window *x;
  int32_t rank[places], offset[places]; /* owner and index of each element to read */
  double sum;
} walk;

static void choose_places(const tc_world *world, walk *w) {
  uint64_t seed = UINT64_C(1000003) * (uint64_t)world->rank;
  for (int i = 0; i < places; i++) {
    do {
      w->rank[i] = (int32_t)(tc_hash_mix(seed++) % (uint64_t)world->ranks);
    } while (world->shm_group_of_rank[w->rank[i]] == world->shm_group_of_rank[world->rank]);
    w->offset[i] = (int32_t)(tc_hash_mix(seed++) % piece_length);
  }
}

static tc_status walk_only(void *context) {
  walk *w = context;
  for (int i = 0; i < places; i++) w->sum += w->rank[i] + w->x->local[w->offset[i]];
  return tc_window_barrier(w->x, NULL);
}

static tc_status walk_and_get(void *context) {
  walk *w = context;
  for (int i = 0; i < places; i++) {
    double value;
    TC_TRY(tc_window_load(w->x, w->rank[i], w->offset[i], &value, NULL));
    w->sum += value;
  }
  return tc_window_barrier(w->x, NULL);
}

tc_status tc_bench_random_get(tc_bench *bench, tc_estimate *get_s) {
  const tc_world *world = bench->world;
  walk *w = NULL;
  tc_estimate walked, got;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(world, w, 1));
  choose_places(world, w);
  TC_GUARD(status, tc_window_create(world, piece_length, &w->x));
  TC_GUARD(status, tc_bench_time(bench, walk_only, w, &walked));
  TC_GUARD(status, tc_bench_time(bench, walk_and_get, w, &got));
  *get_s = tc_estimate_per_unit(places, tc_estimate_difference(got, walked));
cleanup:
  tc_window_destroy(&w->x);
  tc_free(w);
  return status;
}

typedef struct message {
  tc_window *inbox; /* receive buffer with one slot for each rank of a node */
  int partner, slot;
} message;

static tc_status put_message(void *context) {
  const message *m = context;
  static const double value[message_length] = {0.0};
  TC_TRY(tc_window_put(m->inbox, m->partner, m->slot, value, message_length, NULL));
  TC_TRY(tc_window_flush(m->inbox));
  return tc_window_barrier(m->inbox, NULL);
}

static tc_status only_meet(void *context) {
  return tc_window_barrier(((const message *)context)->inbox, NULL);
}

tc_status tc_bench_message(tc_bench *bench, tc_estimate *put_s) {
  const tc_world *world = bench->world;
  message m = {.partner = tc_remote_partner(world), .slot = message_length * world->shm_rank};
  tc_estimate met, sent;
  tc_status status = TC_OK;
  TC_TRY(tc_window_create(world, message_length * world->max_shm_ranks, &m.inbox));
  TC_GUARD(status, tc_bench_time(bench, only_meet, &m, &met));
  TC_GUARD(status, tc_bench_time(bench, put_message, &m, &sent));
  *put_s = tc_estimate_difference(sent, met);
cleanup:
  tc_window_destroy(&m.inbox);
  return status;
}
