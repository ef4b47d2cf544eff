#include "calibration/access/bench_accesses.h"

#include <math.h>

#include "base/core/memory.h"
#include "calibration/access/access_walk.h"
#include "calibration/access/bench_access_patterns.h"

const char *const tc_access_pattern_names[TC_ACCESS_PATTERNS] = {"local", "baseline", "vector", "coalesce"};

/* State of the benchmark for one layer. */
typedef struct accesses {
  tc_access_walks on;
  tc_shared_access *access;
  /* indices of the elements to access; its length is the larger of the two numbers of accesses */
  int64_t *index;
} accesses;

/* Chooses `count` elements of the ranks rank[ranks] according to a pattern. For the pattern `local`, chooses
 * elements that this rank owns. */
static void draw_elements(accesses *a, tc_access_pattern pattern, int ranks, const int32_t *rank, int count) {
  if (pattern == TC_ACCESS_LOCAL)
    tc_access_walk_random_own(&a->on, false, count, a->index);
  else if (pattern == TC_ACCESS_BASELINE)
    tc_access_walk_random_any(&a->on, ranks, rank, count, a->index);
  else
    tc_access_walk_random_sequences(&a->on, ranks, rank, TC_ACCESS_WALK_MAX, pattern == TC_ACCESS_COALESCE,
                                    count, a->index);
}

static int length_of(tc_access_pattern pattern) {
  return pattern == TC_ACCESS_VECTOR || pattern == TC_ACCESS_COALESCE ? TC_ACCESS_WALK_MAX : 0;
}

/* Measures the seconds per access of a walk, without the time of the fence at the end, and stores the result
 * in *least if it is smaller than *least. The fence is only needed to complete puts and to provide
 * progress. */
static tc_status measure_walk(tc_access_walk *walk, tc_estimate *least) {
  tc_access_walk nothing = *walk;
  tc_estimate e;
  nothing.count = 0;
  if (walk->fence)
    TC_TRY(tc_bench_time_difference(walk->walks->bench, tc_access_walk_run, walk, &nothing, &e));
  else
    TC_TRY(tc_bench_time(walk->walks->bench, tc_access_walk_run, walk, &e));
  /* With few accesses the difference may be zero, because the times of fences vary.
   * tc_access_pattern_update_min replaces a zero by the smallest valid time. */
  tc_access_pattern_update_min(tc_estimate_per_unit(walk->count, e), least);
  return TC_OK;
}

static tc_status measure_node_local(accesses *a, int count, tc_access_table *out) {
  for (int pattern = 0; pattern < TC_ACCESS_PATTERNS; pattern++)
    for (int write = 0; write < 2; write++) {
      tc_access_walk walk = {&a->on, a->access, a->index, count, length_of(pattern), write, false, false};
      if (pattern != TC_ACCESS_LOCAL && a->on.node_ranks == 0) continue;
      draw_elements(a, pattern, a->on.node_ranks, a->on.node_rank, count);
      TC_TRY(measure_walk(&walk, &out->node_local[pattern][write]));
    }
  return TC_OK;
}

static tc_status measure_remote(accesses *a, int count, tc_access_table *out) {
  for (int pattern = TC_ACCESS_BASELINE; pattern < TC_ACCESS_PATTERNS && a->on.remote_ranks > 0; pattern++)
    for (int write = 0; write < 2; write++) {
      tc_access_walk walk = {&a->on, a->access, a->index, count, length_of(pattern), write, false, true};
      draw_elements(a, pattern, a->on.remote_ranks, a->on.remote_rank, count);
      TC_TRY(measure_walk(&walk, &out->remote[pattern][write]));
    }
  return TC_OK;
}

static tc_status open_accesses(accesses *a, tc_bench *bench, const tc_access_layer *layer, int most) {
  TC_TRY(TC_WORLD_ALLOC(bench->world, a->index, most));
  TC_TRY(tc_access_walks_init(bench, &a->on));
  return tc_shared_access_create(layer, a->on.array, &a->access);
}

tc_status tc_bench_accesses(tc_bench *bench, const tc_access_layer *layer, int near_accesses,
                            int far_accesses, tc_access_table *out) {
  const bool before = bench->waits;
  const int most = near_accesses > far_accesses ? near_accesses : far_accesses;
  accesses a = {.index = NULL};
  tc_status status = TC_OK;
  TC_GUARD(status, open_accesses(&a, bench, layer, most));
  TC_GUARD(status, measure_node_local(&a, near_accesses, out));
  bench->waits = true; /* a rank that waits for a network has a low CPU share even if the machine is idle */
  TC_GUARD(status, measure_remote(&a, far_accesses, out));
cleanup:
  bench->waits = before;
  tc_shared_access_destroy(&a.access);
  tc_access_walks_free(&a.on);
  tc_free(a.index);
  return status;
}
