#include "updates.h"

#include <math.h>

#include "base/hash.h"
#include "machine/bench.h"

enum { repeats = 15, most_draws = 1 << 16 /* in one repeat */ };

typedef struct drawing {
  const tc_updates *of;
  uint64_t seed;
  int64_t next; /* draw */
  int draws;    /* of a repeat */
} drawing;

static int64_t draw(drawing *d) {
  const uint64_t noise = tc_hash_mix(tc_hash_mix(d->seed + (uint64_t)d->next));
  d->next = (d->next + 1) % d->of->draws;
  return (int64_t)((noise >> 32) * (uint64_t)d->of->elements >> 32);
}

/* Ranks may meet: what the sums are does not matter. */
static tc_status go(void *context) {
  drawing *d = context;
  for (int i = 0; i < d->draws; i++) {
    const int64_t element = draw(d);
    double value;
    TC_TRY(tc_shared_get(d->of->access, element, &value));
    TC_TRY(tc_shared_put(d->of->access, element, value + 1.0));
  }
  return TC_OK;
}

tc_status tc_updates_measure(const tc_world *world, const tc_updates *updates, double seconds,
                             double *update_s) {
  drawing d = {.of = updates,
               .seed = (uint64_t)world->rank << 40,
               .draws = (int)fmin(most_draws, (double)updates->draws)};
  tc_bench bench;
  tc_estimate e;
  TC_TRY(tc_bench_open(world, (tc_effort){repeats, seconds / repeats, seconds / repeats}, 0, &bench));
  tc_status status = tc_bench_time(&bench, go, &d, &e);
  tc_bench_close(&bench);
  if (!status) *update_s = e.value / d.draws;
  return status;
}
