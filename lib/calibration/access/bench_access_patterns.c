/* Benchmark of accesses by pattern. measure_rounds first measures the accesses within the node, then the
 * accesses to other nodes, and stores the time per element of each list of elements. find_rates then derives
 * the other parameters. Some are differences of two of these times. Others are coefficients of a line fitted
 * to the times of operations of several lengths. If a measurement is repeated, the smallest estimate is
 * retained, because disturbances only lengthen times. */
#include "calibration/access/bench_access_patterns.h"

#include <math.h>

#include "base/core/memory.h"
#include "calibration/access/bench_pointer.h"

enum { near_count = 4096, far_count = 64, few = 4, few_repeats = 3 };

/* Number of times that accesses within a node are measured. Each of these measurements makes 1 / near_rounds
 * of the repetitions. The smallest estimate is retained, because another program, or the other hardware
 * thread of a core, can slow a rank down for seconds. Accesses between nodes are measured once. The time of
 * such accesses varies between messages, and the typical time, not the smallest one, determines the time of
 * programs. */
enum { near_rounds = 4 };

const int tc_access_pattern_length[TC_PATTERN_LENGTHS] = {1, 16, TC_ACCESS_WALK_MAX};

/* Access layers of the benchmark. */
enum { PLAIN, PRIVATE, BATCHED, CACHED, LAYERS };

typedef struct patterns {
  tc_access_walks on;
  tc_shared_access *access[LAYERS];
  int64_t index[2][near_count];
  /* Estimates in seconds per value. own[write][in_order][shared] is for owned elements, through a private
   * pointer (shared = 0) or a pointer-to-shared (shared = 1). mixed[] is for owned elements and elements of
   * other ranks of the node, alternating (0) and in random order (1). operation[s][i] is for operations on
   * sequence number s (param_of) with tc_access_pattern_length[i] elements. */
  tc_estimate own[2][2][2], mixed[2], operation[8][TC_PATTERN_LENGTHS];
  tc_estimate *rate; /* [TC_PATTERN_PARAMS] measured machine parameters */
} patterns;

/* ---- lists of elements ---- */

static int32_t own_rank(const patterns *p) { return p->on.bench->world->rank; }

/* Fills two lists of elements. In turns[], random owned elements alternate with random elements of other
 * ranks of the node. mixed[] contains the elements of turns[] in random order. */
static void draw_mixed(patterns *p, int64_t *turns, int64_t *mixed) {
  tc_access_walk_random_any(&p->on, p->on.node_ranks, p->on.node_rank, near_count, turns);
  for (int i = 0; i < near_count; i += 2)
    turns[i] = tc_access_walk_element(own_rank(p), tc_access_walk_random_below(&p->on, TC_ACCESS_WALK_PIECE));
  for (int i = 0; i < near_count; i++) {
    const int64_t other = tc_access_walk_random_below(&p->on, i + 1);
    mixed[i] = mixed[other];
    mixed[other] = turns[i];
  }
}

/* ---- measurement of single patterns ---- */

static tc_estimate *rate_of(patterns *p, int param) { return &p->rate[param - TC_PATTERN_FIRST]; }

double tc_access_pattern_min(double a, double b) {
  return fmin(a, b) > TC_ACCESS_PATTERN_MIN_S ? fmin(a, b) : fmax(a, b);
}

void tc_access_pattern_update_min(tc_estimate e, tc_estimate *least) {
  e.value = fmax(e.value, TC_ACCESS_PATTERN_MIN_S);
  if (tc_access_pattern_min(e.value, least->value) == e.value) *least = e;
}

tc_status tc_access_pattern_time(tc_access_walk *walk, tc_estimate *least) {
  tc_access_walk nothing = *walk;
  tc_access_walk *const part = walk->meet || walk->fence ? &nothing : NULL;
  tc_estimate e;
  nothing.count = 0;
  TC_TRY(tc_bench_time_difference(walk->walks->bench, tc_access_walk_run, walk, part, &e));
  tc_access_pattern_update_min(tc_estimate_per_unit(walk->count, e), least);
  return TC_OK;
}

static tc_status measure_own(patterns *p, bool write) {
  tc_shared_access *const access[] = {p->access[PRIVATE], p->access[PLAIN]};
  for (int in_order = 0; in_order < 2; in_order++) {
    tc_access_walk_random_own(&p->on, in_order, near_count, p->index[0]);
    for (int shared = 0; shared < 2; shared++) {
      tc_access_walk w = {&p->on, access[shared], p->index[0], near_count, 0, write, false, false};
      TC_TRY(tc_access_pattern_time(&w, &p->own[write][in_order][shared]));
    }
  }
  return TC_OK;
}

/* Derives the access times of owned elements. The time through private pointers is measured with the elements
 * in order. The time through pointers-to-shared is the sum of this time and the extra time of
 * pointers-to-shared. The extra time is the mean over elements in order and at random. */
static void find_local(patterns *p, bool write, int private_param, int local_param) {
  const tc_estimate *any = p->own[write][0], *in_order = p->own[write][1];
  const double beyond_s =
      (fmax(any[1].value - any[0].value, 0.0) + fmax(in_order[1].value - in_order[0].value, 0.0)) / 2.0;
  *rate_of(p, private_param) = in_order[0];
  *rate_of(p, local_param) =
      (tc_estimate){in_order[0].value + beyond_s, fmax(any[1].spread, in_order[1].spread)};
}

static tc_status test_owners(void *context) {
  tc_access_walk *w = context;
  const tc_distribution *d = w->walks->array->distribution;
  int64_t found = 0;
  for (int i = 0; i < w->count; i++)
    found += tc_distribution_owner(d, w->index[i]) == w->walks->array->world->rank;
  w->walks->sum += (double)found;
  return TC_OK;
}

static tc_status measure_owner_test(patterns *p) {
  tc_access_walk w = {.walks = &p->on, .index = p->index[0], .count = near_count};
  tc_estimate e;
  tc_access_walk_random_own(&p->on, true, near_count, p->index[0]);
  TC_TRY(tc_bench_time_each(p->on.bench, test_owners, &w, near_count, &e));
  tc_access_pattern_update_min(e, rate_of(p, TC_PARAM_owner_test_s));
  return TC_OK;
}

static tc_status measure_pointer(patterns *p) {
  tc_estimate e;
  TC_TRY(tc_bench_pointer(p->on.bench, &e));
  tc_access_pattern_update_min(e, rate_of(p, TC_PARAM_pointer_s));
  return TC_OK;
}

/* Measures single accesses to random elements of other nodes if `far` is true, otherwise of other ranks of
 * the node. */
static tc_status measure_baseline(patterns *p, bool far, bool write, int param) {
  const int count = far ? far_count : near_count;
  tc_access_walk w = {&p->on, p->access[PLAIN], p->index[0], count, 0, write, far, false};
  tc_access_walk_random_any(&p->on, far ? p->on.remote_ranks : p->on.node_ranks,
                            far ? p->on.remote_rank : p->on.node_rank, count, p->index[0]);
  return tc_access_pattern_time(&w, rate_of(p, param));
}

static tc_status measure_mixed(patterns *p) {
  tc_access_walk turns = {.walks = &p->on,
                          .access = p->access[PLAIN],
                          .index = p->index[0],
                          .count = near_count},
                 mixed = turns;
  mixed.index = p->index[1];
  draw_mixed(p, p->index[0], p->index[1]);
  TC_TRY(tc_access_pattern_time(&turns, &p->mixed[0]));
  return tc_access_pattern_time(&mixed, &p->mixed[1]);
}

static void find_mixed(patterns *p) {
  if (p->mixed[0].value > 0.0)
    *rate_of(p, TC_PARAM_mixed_s) =
        (tc_estimate){fmax(p->mixed[1].value - p->mixed[0].value, TC_ACCESS_PATTERN_MIN_S),
                      p->mixed[1].spread};
}

void tc_access_pattern_fit(const double seconds[TC_PATTERN_LENGTHS], double *op_s, double *value_s) {
  /* Sums in the normal equations of the least-squares fit op_s / t + value_s n / t = 1, where t is the time
   * measured for n values. */
  double aa = 0.0, ab = 0.0, bb = 0.0, a = 0.0, b = 0.0;
  for (int i = 0; i < TC_PATTERN_LENGTHS; i++) {
    const double one = 1.0 / seconds[i], n = tc_access_pattern_length[i] / seconds[i];
    aa += one * one;
    ab += one * n;
    bb += n * n;
    a += one;
    b += n;
  }
  const double whole = aa * bb - ab * ab, op = (a * bb - b * ab) / whole;
  *op_s = op > 0.0 ? op : 0.0;
  *value_s = op > 0.0 ? (b * aa - a * ab) / whole : b / bb;
  if (*value_s > 0.0) return;
  *value_s = seconds[TC_PATTERN_LENGTHS - 1] / tc_access_pattern_length[TC_PATTERN_LENGTHS - 1];
  *op_s = fmax(seconds[0] - *value_s, 0.0);
}

/* Sequences are numbered 0 .. 7. with_strides, is_write and is_remote return the properties of a sequence. */
static bool with_strides(int number) { return number & 1; }
static bool is_write(int number) { return number & 2; }
static bool is_remote(int number) { return number & 4; }

static tc_status measure_sequences(patterns *p, int number) {
  const bool far = is_remote(number);
  for (int i = 0; i < TC_PATTERN_LENGTHS; i++) {
    const int length = tc_access_pattern_length[i], count = !far                 ? near_count
                                                            : length < far_count ? far_count
                                                                                 : few * length;
    tc_access_walk w = {&p->on, p->access[BATCHED], p->index[0], count, length, is_write(number), far, false};
    tc_access_walk_random_sequences(&p->on, far ? p->on.remote_ranks : p->on.node_ranks,
                                    far ? p->on.remote_rank : p->on.node_rank, length, with_strides(number),
                                    count, p->index[0]);
    TC_TRY(tc_access_pattern_time(&w, &p->operation[number][i]));
  }
  return TC_OK;
}

/* Returns the machine parameter that is the time per value of a sequence. The next parameter is the time per
 * operation. */
static int param_of(int number) {
  static const int first[2][2] = {{TC_PARAM_vector_near_read_s, TC_PARAM_coalesce_near_read_s},
                                  {TC_PARAM_vector_far_read_s, TC_PARAM_coalesce_far_read_s}};
  return first[is_remote(number)][with_strides(number)] + (is_write(number) ? 2 : 0);
}

static void find_sequences(patterns *p, int number) {
  tc_estimate *value = rate_of(p, param_of(number)), *operation = value + 1;
  double seconds[TC_PATTERN_LENGTHS];
  if (!(p->operation[number][0].value > 0.0)) return;
  for (int i = 0; i < TC_PATTERN_LENGTHS; i++) {
    seconds[i] = fmax(p->operation[number][i].value * tc_access_pattern_length[i], TC_ACCESS_PATTERN_MIN_S);
    value->spread = operation->spread = fmax(value->spread, p->operation[number][i].spread);
  }
  tc_access_pattern_fit(seconds, &operation->value, &value->value);
  value->value = fmax(value->value, TC_ACCESS_PATTERN_MIN_S);
}

/* Measures misses and hits of the cache of layer `cached`. For misses, two lines that use the same slot are
 * accessed alternately. For hits, only few lines are accessed, which all remain in the cache. */
static tc_status measure_cache(patterns *p) {
  const int64_t apart = TC_CACHE_LINES * TC_CACHE_LINE;
  tc_access_walk miss = {&p->on, p->access[CACHED], p->index[0], far_count, 0, false, true, false},
                 hit = {&p->on, p->access[CACHED], p->index[0], near_count, 0, false, false, false},
                 fill = {&p->on, p->access[CACHED], p->index[0], near_count, 0, false, true, false};
  for (int i = 0; i < far_count; i++)
    p->index[0][i] = tc_access_walk_element(p->on.remote_rank[0], i % 2 * apart + i / 2 * TC_CACHE_LINE);
  TC_TRY(tc_access_pattern_time(&miss, rate_of(p, TC_PARAM_cached_miss_s)));
  for (int i = 0; i < near_count; i++)
    p->index[0][i] =
        tc_access_walk_element(p->on.remote_rank[0], tc_access_walk_random_below(&p->on, 16 * TC_CACHE_LINE));
  /* During the timed hits no rank provides MPI progress for other ranks, so a miss would wait. The walk
   * `fill` therefore loads all lines first. */
  TC_TRY(tc_access_walk_run(&fill));
  return tc_access_pattern_time(&hit, rate_of(p, TC_PARAM_cached_hit_s));
}

/* ---- measurement of all patterns ---- */

static tc_status open_patterns(patterns *p) {
  static const char *const name[LAYERS] = {"plain", "private", "batched", "cached"};
  for (int i = 0; i < LAYERS; i++)
    TC_TRY(tc_shared_access_create(tc_access_layer_find(name[i]), p->on.array, &p->access[i]));
  return TC_OK;
}

static void close_patterns(patterns *p) {
  for (int i = 0; i < LAYERS; i++) tc_shared_access_destroy(&p->access[i]);
  tc_access_walks_free(&p->on);
  tc_free(p);
}

static tc_status measure_node(patterns *p, bool all) {
  TC_TRY(measure_own(p, false));
  TC_TRY(measure_own(p, true));
  TC_TRY(measure_owner_test(p));
  TC_TRY(measure_pointer(p));
  if (p->on.node_ranks == 0) return TC_OK;
  TC_TRY(measure_baseline(p, false, false, TC_PARAM_baseline_near_read_s));
  if (!all) return TC_OK;
  TC_TRY(measure_baseline(p, false, true, TC_PARAM_baseline_near_write_s));
  TC_TRY(measure_mixed(p));
  for (int number = 0; number < 4; number++) TC_TRY(measure_sequences(p, number));
  return TC_OK;
}

enum { far_coalesce_read = 5, far_sequences = 4, all_sequences = 8 };

static tc_status measure_nodes(patterns *p, bool all) {
  TC_TRY(measure_baseline(p, true, false, TC_PARAM_baseline_far_read_s));
  if (!all) return measure_sequences(p, far_coalesce_read);
  TC_TRY(measure_baseline(p, true, true, TC_PARAM_baseline_far_write_s));
  for (int number = far_sequences; number < all_sequences; number++) TC_TRY(measure_sequences(p, number));
  return measure_cache(p);
}

/* Measures all patterns, or only the patterns that a run needs most if `all` is false. Accesses within the
 * node are measured near_rounds times, accesses to other nodes once. If `all` is true, the repetitions of the
 * accesses to other nodes are twice as long. */
static tc_status measure_rounds(patterns *p, bool all) {
  tc_bench *bench = p->on.bench;
  const int repeats = bench->effort.repeats;
  bench->effort.repeats = (int)fmax(few_repeats, repeats / near_rounds); // NOLINT(bugprone-integer-division)
  for (int round = 0; round < near_rounds; round++) TC_TRY(measure_node(p, all));
  bench->waits = true; /* a rank that waits for a network has a low CPU share even if the machine is idle */
  bench->effort.repeats =
      all ? repeats : (int)fmax(few_repeats, repeats / 2); // NOLINT(bugprone-integer-division)
  if (all) bench->effort.repeat_s *= 2.0;
  return p->on.remote_ranks > 0 ? measure_nodes(p, all) : TC_OK;
}

static void find_rates(patterns *p) {
  find_local(p, false, TC_PARAM_private_read_s, TC_PARAM_local_read_s);
  find_local(p, true, TC_PARAM_private_write_s, TC_PARAM_local_write_s);
  find_mixed(p);
  for (int number = 0; number < 8; number++) find_sequences(p, number);
}

tc_status tc_bench_patterns(tc_bench *bench, bool all, tc_estimate rate[TC_PATTERN_PARAMS]) {
  const bool waits = bench->waits;
  const tc_bench_effort effort = bench->effort;
  patterns *p = NULL;
  tc_status status = TC_OK;
  for (int i = 0; i < TC_PATTERN_PARAMS; i++) rate[i] = (tc_estimate){0};
  TC_TRY(TC_WORLD_ALLOC(bench->world, p, 1));
  p->rate = rate;
  TC_GUARD(status, tc_access_walks_init(bench, &p->on));
  TC_GUARD(status, open_patterns(p));
  TC_GUARD(status, measure_rounds(p, all));
  find_rates(p);
cleanup:
  bench->waits = waits;
  bench->effort = effort;
  close_patterns(p);
  return status;
}
