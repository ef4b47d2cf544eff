#include "calibration/network/network_benches.h"

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "calibration/network/remote_partner.h"
#include "comm/memory/window.h"

#define TC_PHASE "measuring reads from other nodes"

enum { reads = 256, segment_length = 1 << 13, message_length = 8 };

typedef struct random_reads {
  tc_window *x;
  int32_t rank[reads], offset[reads]; /* owner and index of each element to read */
  double sum;
} random_reads;

static void choose_elements(const tc_world *world, random_reads *w) {
  uint64_t seed = UINT64_C(1000003) * (uint64_t)world->rank;
  for (int i = 0; i < reads; i++) {
    do {
      w->rank[i] = (int32_t)(tc_hash_mix(seed++) % (uint64_t)world->ranks);
    } while (world->shm_group_of_rank[w->rank[i]] == world->shm_group_of_rank[world->rank]);
    w->offset[i] = (int32_t)(tc_hash_mix(seed++) % segment_length);
  }
}

static tc_status visit_indices(void *context) {
  random_reads *w = context;
  for (int i = 0; i < reads; i++) w->sum += w->rank[i] + w->x->local[w->offset[i]];
  return tc_window_barrier(w->x, NULL);
}

static tc_status get_elements(void *context) {
  random_reads *w = context;
  for (int i = 0; i < reads; i++) {
    double value;
    TC_TRY(tc_window_load(w->x, w->rank[i], w->offset[i], &value, NULL));
    w->sum += value;
  }
  return tc_window_barrier(w->x, NULL);
}

tc_status tc_bench_random_get(tc_bench *bench, tc_estimate *get_s) {
  const tc_world *world = bench->world;
  random_reads *w = NULL;
  tc_estimate visit, get;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(world, w, 1));
  choose_elements(world, w);
  TC_GUARD(status, tc_window_create(world, segment_length, &w->x));
  TC_GUARD(status, tc_bench_time(bench, visit_indices, w, &visit));
  TC_GUARD(status, tc_bench_time(bench, get_elements, w, &get));
  *get_s = tc_estimate_per_unit(reads, tc_estimate_difference(get, visit));
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

static tc_status run_barrier(void *context) {
  return tc_window_barrier(((const message *)context)->inbox, NULL);
}

tc_status tc_bench_message(tc_bench *bench, tc_estimate *put_s) {
  const tc_world *world = bench->world;
  message m = {.partner = tc_remote_partner(world), .slot = message_length * world->shm_rank};
  tc_estimate barrier, put;
  tc_status status = TC_OK;
  TC_TRY(tc_window_create(world, message_length * world->max_shm_ranks, &m.inbox));
  TC_GUARD(status, tc_bench_time(bench, run_barrier, &m, &barrier));
  TC_GUARD(status, tc_bench_time(bench, put_message, &m, &put));
  *put_s = tc_estimate_difference(put, barrier);
cleanup:
  tc_window_destroy(&m.inbox);
  return status;
}
