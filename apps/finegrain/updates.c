#include "updates.h"

#include <math.h>

#include "base/hash.h"
#include "comm/shared_access.h"
#include "machine/bench.h"

enum { repeats = 15, most_draws = 1 << 18 };

typedef struct updates {
  tc_shared_array *array;
  tc_shared_access *access;
  int64_t elements, draws;
  uint64_t seed;
} updates;

static tc_status open(const tc_world *world, const char *layer, int32_t block, updates *u) {
  TC_TRY(tc_shared_array_create(world, u->elements, block, &u->array));
  return tc_shared_access_open(tc_access_layer_find(layer), u->array, &u->access);
}

static void close(updates *u) {
  tc_shared_access_close(&u->access);
  tc_shared_array_destroy(&u->array);
}

/* Ranks may meet: what the sums are does not matter. */
static tc_status go(void *context) {
  updates *u = context;
  for (int64_t i = 0; i < u->draws; i++) {
    const uint64_t noise = tc_hash_mix(tc_hash_mix(u->seed + (uint64_t)i));
    const int64_t element = (int64_t)((noise >> 32) * (uint64_t)u->elements >> 32);
    double value;
    TC_TRY(tc_shared_get(u->access, element, &value));
    TC_TRY(tc_shared_put(u->access, element, value + 1.0));
  }
  return TC_OK;
}

static tc_status measure(const tc_world *world, double seconds, updates *shared, updates *private,
                         double *beyond_s) {
  tc_bench bench;
  tc_estimate e;
  TC_TRY(tc_bench_open(world, (tc_effort){repeats, seconds / repeats, 0.0}, 0, &bench));
  tc_status status = tc_bench_time_beyond(&bench, go, shared, private, &e);
  tc_bench_close(&bench);
  if (!status) *beyond_s = e.value / (double)shared->draws;
  return status;
}

tc_status tc_updates_measure(const tc_world *world, const tc_world *own, int64_t elements, double seconds,
                             double *beyond_s) {
  updates shared = {.elements = elements,
                    .draws = (int64_t)fmin(most_draws, (double)elements),
                    .seed = (uint64_t)world->rank << 40},
          private = shared;
  tc_status status = TC_OK;
  TC_GUARD(status, open(world, "plain", 1, &shared));
  TC_GUARD(status, tc_world_agree(world, open(own, "private", 0, &private)));
  status = measure(world, seconds, &shared, &private, beyond_s);
cleanup:
  close(&private);
  close(&shared);
  return status;
}
