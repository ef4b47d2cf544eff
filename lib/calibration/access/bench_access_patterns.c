/* Benchmark of accesses by pattern. measure_patterns first measures the accesses within the node, then the
 * accesses to other nodes, and stores the time per element for each list. compute_rates then derives the
 * machine parameters. Some are differences of two of these times. Others are the coefficients of a line that
 * is fitted to the times of operations of several lengths. If a measurement is repeated, the smallest result
 * is retained, because disturbances only lengthen times. */
#include "calibration/access/bench_access_patterns.h"

#include <math.h>

#include "base/core/memory.h"
#include "calibration/access/bench_pointer.h"

enum { node_count = 4096, remote_count = 64, long_sequence_count = 4, min_repeats = 3 };

/* Number of times that all accesses within a node are measured. They are measured repeatedly, because another
 * program can slow a rank down for seconds. Accesses between nodes are measured once, because their typical
 * time, not the smallest one, determines the time of programs. */
enum { node_rounds = 4 };

const int tc_access_pattern_length[TC_PATTERN_LENGTHS] = {1, 16, TC_ACCESS_WALK_MAX};

/* Access layers of the benchmark. */
enum { PLAIN, PRIVATE, BATCHED, CACHED, LAYERS };

typedef struct patterns {
  tc_access_walks walks;
  tc_shared_access *access[LAYERS];
  int64_t index[2][node_count];
  /* Estimates in seconds per value. owned[write][in_order][shared] contains the estimates for owned elements,
   * through a private pointer (shared = 0) or a pointer-to-shared (shared = 1). mixed[] is for owned elements
   * and elements of other ranks of the node, alternating (0) and in random order (1). operation[s][i] is for
   * operations on sequences of kind s (has_strides, is_write, is_remote) with tc_access_pattern_length[i]
   * elements. */
  tc_estimate owned[2][2][2], mixed[2], operation[8][TC_PATTERN_LENGTHS];
  tc_estimate *rate; /* [TC_PATTERN_PARAMS] measured machine parameters */
} patterns;

/* ---- lists of elements ---- */

static int32_t this_rank(const patterns *p) { return p->walks.bench->world->rank; }

/* Fills two lists of elements. In alternating[], random owned elements alternate with random elements of
 * other ranks of the node. mixed[] contains the elements of alternating[] in random order. */
static void choose_mixed_elements(patterns *p, int64_t *alternating, int64_t *mixed) {
  tc_access_walk_random_any(&p->walks, p->walks.node_ranks, p->walks.node_rank, node_count, alternating);
  for (int i = 0; i < node_count; i += 2)
    alternating[i] =
        tc_access_walk_element(this_rank(p), tc_access_walk_random_below(&p->walks, TC_ACCESS_WALK_BLOCK));
  for (int i = 0; i < node_count; i++) {
    const int64_t swap_index = tc_access_walk_random_below(&p->walks, i + 1);
    mixed[i] = mixed[swap_index];
    mixed[swap_index] = alternating[i];
  }
}

/* ---- measurement of single patterns ---- */

static tc_estimate *parameter_estimate(patterns *p, int param) { return &p->rate[param - TC_PATTERN_FIRST]; }

double tc_access_pattern_min(double a, double b) {
  return fmin(a, b) > TC_ACCESS_PATTERN_MIN_S ? fmin(a, b) : fmax(a, b);
}

void tc_access_pattern_update_min(tc_estimate e, tc_estimate *smallest) {
  e.value = fmax(e.value, TC_ACCESS_PATTERN_MIN_S);
  if (tc_access_pattern_min(e.value, smallest->value) == e.value) *smallest = e;
}

tc_status tc_access_pattern_time(tc_access_walk *walk, tc_estimate *smallest) {
  tc_access_walk empty_walk = *walk;
  tc_access_walk *const subtracted = walk->ends_with_barrier || walk->ends_with_fence ? &empty_walk : NULL;
  tc_estimate e;
  empty_walk.count = 0;
  TC_TRY(tc_bench_time_difference(walk->walks->bench, tc_access_walk_run, walk, subtracted, &e));
  tc_access_pattern_update_min(tc_estimate_per_unit(walk->count, e), smallest);
  return TC_OK;
}

static tc_status measure_owned_elements(patterns *p, bool write) {
  tc_shared_access *const access[] = {p->access[PRIVATE], p->access[PLAIN]};
  for (int in_order = 0; in_order < 2; in_order++) {
    tc_access_walk_random_own(&p->walks, in_order, node_count, p->index[0]);
    for (int shared = 0; shared < 2; shared++) {
      tc_access_walk w = {&p->walks, access[shared], p->index[0], node_count, 0, write, false, false};
      TC_TRY(tc_access_pattern_time(&w, &p->owned[write][in_order][shared]));
    }
  }
  return TC_OK;
}

/* Computes two parameters for owned elements. The time of an access through a private pointer is the time
 * measured for elements in order. The time of an access through a pointer-to-shared is this time plus the
 * extra time of such a pointer, which is averaged over elements in order and in random order. */
static void compute_local_rates(patterns *p, bool write, int private_param, int local_param) {
  const tc_estimate *random_order = p->owned[write][0], *in_order = p->owned[write][1];
  const double pointer_extra_s = (fmax(random_order[1].value - random_order[0].value, 0.0) +
                                  fmax(in_order[1].value - in_order[0].value, 0.0)) /
                                 2.0;
  *parameter_estimate(p, private_param) = in_order[0];
  *parameter_estimate(p, local_param) =
      (tc_estimate){in_order[0].value + pointer_extra_s, fmax(random_order[1].spread, in_order[1].spread)};
}

static tc_status count_owned_elements(void *context) {
  tc_access_walk *w = context;
  const tc_distribution *d = w->walks->array->distribution;
  int64_t owned_count = 0;
  for (int i = 0; i < w->count; i++)
    owned_count += tc_distribution_owner(d, w->index[i]) == w->walks->array->world->rank;
  w->walks->sum += (double)owned_count;
  return TC_OK;
}

static tc_status measure_owner_test(patterns *p) {
  tc_access_walk w = {.walks = &p->walks, .index = p->index[0], .count = node_count};
  tc_estimate e;
  tc_access_walk_random_own(&p->walks, true, node_count, p->index[0]);
  TC_TRY(tc_bench_time_each(p->walks.bench, count_owned_elements, &w, node_count, &e));
  tc_access_pattern_update_min(e, parameter_estimate(p, TC_PARAM_owner_test_s));
  return TC_OK;
}

static tc_status measure_pointer_access(patterns *p) {
  tc_estimate e;
  TC_TRY(tc_bench_pointer(p->walks.bench, &e));
  tc_access_pattern_update_min(e, parameter_estimate(p, TC_PARAM_pointer_s));
  return TC_OK;
}

/* Measures single accesses to random elements of other nodes if `remote` is true, otherwise of other ranks of
 * the node. */
static tc_status measure_baseline(patterns *p, bool remote, bool write, int param) {
  const int count = remote ? remote_count : node_count;
  tc_access_walk w = {&p->walks, p->access[PLAIN], p->index[0], count, 0, write, remote, false};
  tc_access_walk_random_any(&p->walks, remote ? p->walks.remote_ranks : p->walks.node_ranks,
                            remote ? p->walks.remote_rank : p->walks.node_rank, count, p->index[0]);
  return tc_access_pattern_time(&w, parameter_estimate(p, param));
}

static tc_status measure_mixed_orders(patterns *p) {
  tc_access_walk alternating = {.walks = &p->walks,
                                .access = p->access[PLAIN],
                                .index = p->index[0],
                                .count = node_count},
                 mixed = alternating;
  mixed.index = p->index[1];
  choose_mixed_elements(p, p->index[0], p->index[1]);
  TC_TRY(tc_access_pattern_time(&alternating, &p->mixed[0]));
  return tc_access_pattern_time(&mixed, &p->mixed[1]);
}

static void compute_mixed_rate(patterns *p) {
  if (p->mixed[0].value > 0.0)
    *parameter_estimate(p, TC_PARAM_mixed_s) =
        (tc_estimate){fmax(p->mixed[1].value - p->mixed[0].value, TC_ACCESS_PATTERN_MIN_S),
                      p->mixed[1].spread};
}

void tc_access_pattern_fit(const double seconds[TC_PATTERN_LENGTHS], double *op_s, double *value_s) {
  /* Sums in the normal equations of the least-squares fit op_s / t + value_s n / t = 1, where t is the time
   * measured for n values. */
  double aa = 0.0, ab = 0.0, bb = 0.0, a = 0.0, b = 0.0;
  for (int i = 0; i < TC_PATTERN_LENGTHS; i++) {
    const double op_weight = 1.0 / seconds[i], value_weight = tc_access_pattern_length[i] / seconds[i];
    aa += op_weight * op_weight;
    ab += op_weight * value_weight;
    bb += value_weight * value_weight;
    a += op_weight;
    b += value_weight;
  }
  const double determinant = aa * bb - ab * ab, op = (a * bb - b * ab) / determinant;
  *op_s = op > 0.0 ? op : 0.0;
  *value_s = op > 0.0 ? (b * aa - a * ab) / determinant : b / bb;
  if (*value_s > 0.0) return;
  *value_s = seconds[TC_PATTERN_LENGTHS - 1] / tc_access_pattern_length[TC_PATTERN_LENGTHS - 1];
  *op_s = fmax(seconds[0] - *value_s, 0.0);
}

/* There are 8 kinds of sequences, numbered 0 .. 7. has_strides, is_write and is_remote return the properties
 * of the kind with a given number. */
static bool has_strides(int sequence) { return sequence & 1; }
static bool is_write(int sequence) { return sequence & 2; }
static bool is_remote(int sequence) { return sequence & 4; }

static tc_status measure_sequence_operations(patterns *p, int sequence) {
  const bool remote = is_remote(sequence);
  for (int i = 0; i < TC_PATTERN_LENGTHS; i++) {
    const int length = tc_access_pattern_length[i], count = !remote ? node_count
                                                            : length < remote_count
                                                                ? remote_count
                                                                : long_sequence_count * length;
    tc_access_walk w = {&p->walks, p->access[BATCHED], p->index[0], count,
                        length,    is_write(sequence), remote,      false};
    tc_access_walk_random_sequences(&p->walks, remote ? p->walks.remote_ranks : p->walks.node_ranks,
                                    remote ? p->walks.remote_rank : p->walks.node_rank, length,
                                    has_strides(sequence), count, p->index[0]);
    TC_TRY(tc_access_pattern_time(&w, &p->operation[sequence][i]));
  }
  return TC_OK;
}

/* Returns the number of the machine parameter for the time per value of a kind of sequence. The parameter
 * with the next number is the time per operation. */
static int sequence_parameter(int sequence) {
  static const int first[2][2] = {{TC_PARAM_vector_near_read_s, TC_PARAM_coalesce_near_read_s},
                                  {TC_PARAM_vector_far_read_s, TC_PARAM_coalesce_far_read_s}};
  return first[is_remote(sequence)][has_strides(sequence)] + (is_write(sequence) ? 2 : 0);
}

static void fit_sequence_rates(patterns *p, int sequence) {
  tc_estimate *value = parameter_estimate(p, sequence_parameter(sequence)), *operation = value + 1;
  double seconds[TC_PATTERN_LENGTHS];
  if (!(p->operation[sequence][0].value > 0.0)) return;
  for (int i = 0; i < TC_PATTERN_LENGTHS; i++) {
    seconds[i] = fmax(p->operation[sequence][i].value * tc_access_pattern_length[i], TC_ACCESS_PATTERN_MIN_S);
    value->spread = operation->spread = fmax(value->spread, p->operation[sequence][i].spread);
  }
  tc_access_pattern_fit(seconds, &operation->value, &value->value);
  value->value = fmax(value->value, TC_ACCESS_PATTERN_MIN_S);
}

/* Measures the times of misses and hits in the software cache of layer `cached`. For misses, it alternately
 * accesses two lines that use the same cache slot. For hits, it accesses only a few lines, which all remain
 * in the cache. */
static tc_status measure_cache(patterns *p) {
  const int64_t conflict_distance = TC_CACHE_LINES * TC_CACHE_LINE;
  tc_access_walk miss = {&p->walks, p->access[CACHED], p->index[0], remote_count, 0, false, true, false},
                 hit = {&p->walks, p->access[CACHED], p->index[0], node_count, 0, false, false, false},
                 fill = {&p->walks, p->access[CACHED], p->index[0], node_count, 0, false, true, false};
  for (int i = 0; i < remote_count; i++)
    p->index[0][i] =
        tc_access_walk_element(p->walks.remote_rank[0], i % 2 * conflict_distance + i / 2 * TC_CACHE_LINE);
  TC_TRY(tc_access_pattern_time(&miss, parameter_estimate(p, TC_PARAM_cached_miss_s)));
  for (int i = 0; i < node_count; i++)
    p->index[0][i] = tc_access_walk_element(p->walks.remote_rank[0],
                                            tc_access_walk_random_below(&p->walks, 16 * TC_CACHE_LINE));
  /* The walk `fill` loads all lines first, because a miss would wait for MPI progress of other ranks. */
  TC_TRY(tc_access_walk_run(&fill));
  return tc_access_pattern_time(&hit, parameter_estimate(p, TC_PARAM_cached_hit_s));
}

/* ---- measurement of all patterns ---- */

static tc_status create_accesses(patterns *p) {
  static const char *const name[LAYERS] = {"plain", "private", "batched", "cached"};
  for (int i = 0; i < LAYERS; i++)
    TC_TRY(tc_shared_access_create(tc_access_layer_find(name[i]), p->walks.array, &p->access[i]));
  return TC_OK;
}

static void destroy_patterns(patterns *p) {
  for (int i = 0; i < LAYERS; i++) tc_shared_access_destroy(&p->access[i]);
  tc_access_walks_free(&p->walks);
  tc_free(p);
}

static tc_status measure_node_accesses(patterns *p, bool all) {
  TC_TRY(measure_owned_elements(p, false));
  TC_TRY(measure_owned_elements(p, true));
  TC_TRY(measure_owner_test(p));
  TC_TRY(measure_pointer_access(p));
  if (p->walks.node_ranks == 0) return TC_OK;
  TC_TRY(measure_baseline(p, false, false, TC_PARAM_baseline_near_read_s));
  if (!all) return TC_OK;
  TC_TRY(measure_baseline(p, false, true, TC_PARAM_baseline_near_write_s));
  TC_TRY(measure_mixed_orders(p));
  for (int sequence = 0; sequence < 4; sequence++) TC_TRY(measure_sequence_operations(p, sequence));
  return TC_OK;
}

enum { remote_coalesce_read = 5, first_remote_sequence = 4, sequence_count = 8 };

static tc_status measure_remote_accesses(patterns *p, bool all) {
  TC_TRY(measure_baseline(p, true, false, TC_PARAM_baseline_far_read_s));
  if (!all) return measure_sequence_operations(p, remote_coalesce_read);
  TC_TRY(measure_baseline(p, true, true, TC_PARAM_baseline_far_write_s));
  for (int sequence = first_remote_sequence; sequence < sequence_count; sequence++)
    TC_TRY(measure_sequence_operations(p, sequence));
  return measure_cache(p);
}

/* Measures all patterns, or only the patterns that a run needs most if `all` is false. */
static tc_status measure_patterns(patterns *p, bool all) {
  tc_bench *bench = p->walks.bench;
  const int repeats = bench->effort.repeats;
  bench->effort.repeats = (int)fmax(min_repeats, repeats / node_rounds); // NOLINT(bugprone-integer-division)
  for (int round = 0; round < node_rounds; round++) TC_TRY(measure_node_accesses(p, all));
  bench->waits = true; /* a rank that waits for a network has a low CPU share even if the machine is idle */
  bench->effort.repeats =
      all ? repeats : (int)fmax(min_repeats, repeats / 2); // NOLINT(bugprone-integer-division)
  if (all) bench->effort.repeat_s *= 2.0;
  return p->walks.remote_ranks > 0 ? measure_remote_accesses(p, all) : TC_OK;
}

static void compute_rates(patterns *p) {
  compute_local_rates(p, false, TC_PARAM_private_read_s, TC_PARAM_local_read_s);
  compute_local_rates(p, true, TC_PARAM_private_write_s, TC_PARAM_local_write_s);
  compute_mixed_rate(p);
  for (int sequence = 0; sequence < 8; sequence++) fit_sequence_rates(p, sequence);
}

tc_status tc_bench_patterns(tc_bench *bench, bool all, tc_estimate rate[TC_PATTERN_PARAMS]) {
  const bool waits = bench->waits;
  const tc_bench_effort effort = bench->effort;
  patterns *p = NULL;
  tc_status status = TC_OK;
  for (int i = 0; i < TC_PATTERN_PARAMS; i++) rate[i] = (tc_estimate){0};
  TC_TRY(TC_WORLD_ALLOC(bench->world, p, 1));
  p->rate = rate;
  TC_GUARD(status, tc_access_walks_init(bench, &p->walks));
  TC_GUARD(status, create_accesses(p));
  TC_GUARD(status, measure_patterns(p, all));
  compute_rates(p);
cleanup:
  bench->waits = waits;
  bench->effort = effort;
  destroy_patterns(p);
  return status;
}
