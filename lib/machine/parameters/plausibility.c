/* Bounds for each machine parameter, computed from the other parameters. Values are compared as costs:
 * seconds of a row, value or byte, where bandwidths are inverted. Unknown values (0) impose no bound.
 * tc_plausibility_repair replaces implausible values by values within the bounds. */
#include "machine/parameters/plausibility.h"

#include <math.h>
#include <string.h>

enum { word = 8 };

static const double twice = 2.0, slower_memory = 30.0, slower_reading = 100.0, some_messages = 10.0,
                    round_s = 100e-6;

static double value_of(const tc_params *p, int param, int w) { return tc_param_get(p, param)[w]; }

static bool is_curve(int param) {
  return tc_param_values(param) > 1 && (tc_param_is_time(param) || tc_param_is_rate(param));
}

/* Returns the cost of value w of a parameter in seconds per row, value or byte; 0 if unknown. */
static double parameter_cost(const tc_params *p, int param, int w) {
  const double value = value_of(p, param, w);
  return tc_param_is_rate(param) && value > 0.0 ? 1.0 / value : value;
}

/* Returns the upper bound `most`, lowered to `factor` times `known` if that is smaller. `known` is the cost
 * of another parameter; if it is unknown (0), returns `most`. */
static double lower_bound_with(double most, double factor, double known) {
  return known > 0.0 ? fmin(most, factor * known) : most;
}

static bool is_row(int param) { return param >= TC_PARAM_ROWS; }

static bool is_of_working_sets(int param) { return param > TC_PARAM_working_set_B; }

static bool is_gather(int param) { return param == TC_PARAM_gather4_s || param == TC_PARAM_gather16_s; }

static int width_of(int row) { return (row - TC_PARAM_ROWS) % TC_WIDTHS; }

static bool is_pointer_row(int param) { return param >= tc_param_row(TC_KERNEL_pointer, 0); }

/* Returns the seconds that STREAM needs at working set w for the bytes that one row or value of parameter
 * `param` moves. For the bandwidth of a memory level, returns the time that STREAM needs per byte at the
 * largest working set. Returns 0 if STREAM imposes no bound on the parameter. */
static double stream_s(const tc_params *p, int param, int w) {
  if (param == TC_PARAM_level_Bps) return parameter_cost(p, TC_PARAM_stream_Bps, TC_WORKING_SETS - 1);
  if (!is_of_working_sets(param)) return 0.0;
  const double byte = parameter_cost(p, TC_PARAM_stream_Bps, w);
  if (param == TC_PARAM_copy_s) return 2 * word * byte;
  if (param == TC_PARAM_vectors_s) return TC_VECTORS_STREAMS * word * byte;
  if (param == TC_PARAM_sweep4_s) return tc_row_bytes(4) * byte;
  if (param == TC_PARAM_sweep16_s) return tc_row_bytes(16) * byte;
  if (!is_row(param) || is_pointer_row(param)) return 0.0;
  return tc_row_bytes(tc_params_width(width_of(param))) * byte;
}

/* Returns the working set of value v of the curve `param` divided by that of value w. Returns 1 for curves
 * that are not indexed by working sets, and infinity if the working set is unknown. */
static double more_work(const tc_params *p, int param, int w, int v) {
  const double *bytes = p->working_set_B;
  if (!is_of_working_sets(param)) return 1.0;
  return bytes[w] > 0.0 ? bytes[v] / bytes[w] : INFINITY;
}

/* Returns the largest plausible cost of value w of a curve. */
static double most_of_curve(const tc_params *p, int param, int w) {
  double most = lower_bound_with(INFINITY, slower_memory, stream_s(p, param, w));
  for (int v = w + 1; v < tc_param_values(param); v++)
    most = lower_bound_with(most, twice * more_work(p, param, w, v), parameter_cost(p, param, v));
  if (w > 0 && !is_gather(param))
    most = lower_bound_with(most, slower_memory, parameter_cost(p, param, w - 1));
  if (is_pointer_row(param)) most = lower_bound_with(most, slower_reading, p->row_s[0][width_of(param)][w]);
  return most;
}

/* Counts of consecutive parameters. Each TC_RATE of params.def has of_place = 4 parameters: a read, a read
 * operation, a write and a write operation. The order is baseline, vector and coalesce, and for each pattern
 * first the accesses within the node, then those to other nodes. */
enum { of_place = 4, of_pattern = 2 * of_place };

/* True for the cost of a value, but not of an operation, in a sequence (pattern vector or coalesce). */
static bool is_of_sequence(int param) {
  return param >= TC_PARAM_vector_near_read_s && param <= TC_PARAM_coalesce_far_write_s &&
         (param - TC_PARAM_vector_near_read_s) % 2 == 0;
}

static bool is_far(int param) { return (param - TC_PARAM_baseline_near_read_s) % of_pattern >= of_place; }

/* Returns the parameter whose cost a parameter exceeds at most by the factor slower_reading; 0 if there is
 * none. Single accesses in the node are compared with accesses to owned values. Accesses to owned values and
 * private accesses are compared with each other. A value in a sequence is compared with a single access to
 * the same ranks. */
static int compared_with(int param) {
  static const int other[TC_PARAM_COUNT] = {[TC_PARAM_private_read_s] = TC_PARAM_local_read_s,
                                            [TC_PARAM_private_write_s] = TC_PARAM_local_write_s,
                                            [TC_PARAM_local_read_s] = TC_PARAM_private_read_s,
                                            [TC_PARAM_local_write_s] = TC_PARAM_private_write_s,
                                            [TC_PARAM_owner_test_s] = TC_PARAM_local_read_s,
                                            [TC_PARAM_pointer_s] = TC_PARAM_local_read_s,
                                            [TC_PARAM_mixed_s] = TC_PARAM_local_read_s,
                                            [TC_PARAM_cached_hit_s] = TC_PARAM_local_read_s,
                                            [TC_PARAM_baseline_near_read_s] = TC_PARAM_local_read_s,
                                            [TC_PARAM_baseline_near_write_s] = TC_PARAM_local_write_s,
                                            [TC_PARAM_pack_s] = TC_PARAM_copy_s,
                                            [TC_PARAM_unpack_s] = TC_PARAM_copy_s,
                                            [TC_PARAM_pointer_lone_s] = TC_PARAM_ROWS,
                                            [TC_PARAM_gather4_s] = TC_PARAM_ROWS,
                                            [TC_PARAM_gather16_s] = TC_PARAM_ROWS + 1,
                                            [TC_PARAM_remote_latency_s] = TC_PARAM_message_s,
                                            [TC_PARAM_remote_send_s] = TC_PARAM_remote_latency_s,
                                            [TC_PARAM_message_s] = TC_PARAM_remote_latency_s,
                                            [TC_PARAM_exchange_bandwidth_Bps] = TC_PARAM_remote_bandwidth_Bps,
                                            [TC_PARAM_remote_bandwidth_Bps] =
                                                TC_PARAM_exchange_bandwidth_Bps};
  if (!is_of_sequence(param)) return other[param];
  return TC_PARAM_baseline_near_read_s + (param - TC_PARAM_baseline_near_read_s) % of_pattern;
}

/* Returns the smallest plausible cost of parameter `param`, or 0 if it has no lower bound. Only costs of
 * values in sequences have one: a value of another node costs at least a hundredth of a value of the node,
 * and a value at a stride at least a hundredth of a consecutive one. */
static double least_of(const tc_params *p, int param) {
  const bool far = is_far(param), strides = param >= TC_PARAM_coalesce_near_read_s;
  if (!is_of_sequence(param)) return 0.0;
  return fmax(far ? value_of(p, param - of_place, 0) : 0.0,
              strides ? value_of(p, param - of_pattern, 0) : 0.0) /
         slower_reading;
}

static double most_of_number(const tc_params *p, int ranks, int param) {
  switch (param) {
  case TC_PARAM_baseline_far_read_s:
  case TC_PARAM_baseline_far_write_s:
  case TC_PARAM_cached_miss_s:
    return lower_bound_with(INFINITY, slower_reading,
                            p->remote_latency_s > 0.0 ? p->remote_latency_s : p->message_s);
  case TC_PARAM_dot_s:
  case TC_PARAM_add_s: return lower_bound_with(INFINITY, slower_memory, p->vectors_s[0] / TC_VECTORS_UPDATES);
  case TC_PARAM_node_send_Bps:
    return lower_bound_with(INFINITY, slower_reading / word, p->copy_s[TC_WORKING_SETS - 1]);
  case TC_PARAM_node_send_s: return ranks > 1 ? round_s : INFINITY;
  case TC_PARAM_node_barrier_s: return ranks > 1 ? round_s * ceil(log2(ranks)) : INFINITY;
  case TC_PARAM_node_reduce_s: return ranks > 1 ? twice * round_s * ceil(log2(ranks)) : INFINITY;
  case TC_PARAM_remote_reduce_s:
  case TC_PARAM_remote_barrier_s:
    return lower_bound_with(INFINITY, some_messages, fmax(p->message_s, p->remote_latency_s));
  default: return INFINITY;
  }
}

/* Returns the largest plausible cost of value w of a parameter. */
static double most_of(const tc_params *p, int ranks, int param, int w) {
  const int other = compared_with(param);
  const double most = is_curve(param) ? most_of_curve(p, param, w) : most_of_number(p, ranks, param);
  if (other == 0) return most;
  return lower_bound_with(most, slower_reading, parameter_cost(p, other, tc_param_values(other) - 1));
}

static const double rounding = 1e-9;

static bool is_too_little(const tc_params *p, int param, int w) {
  const double is = parameter_cost(p, param, w);
  return is > 0.0 && (1.0 + rounding) * is < least_of(p, param);
}

bool tc_plausibility_check(const tc_params *p, int ranks, int param, int w) {
  return parameter_cost(p, param, w) <= (1.0 + rounding) * most_of(p, ranks, param, w) &&
         !is_too_little(p, param, w);
}

int tc_plausibility_find(const tc_params *p, int ranks, int *w) {
  for (int param = 0; param < TC_PARAM_COUNT; param++)
    for (*w = 0; *w < tc_param_values(param); ++*w)
      if (!tc_plausibility_check(p, ranks, param, *w)) return param;
  return -1;
}

int tc_plausibility_find_conflict(const tc_params *p, int ranks, int param, int w) {
  for (int other = 0; other < TC_PARAM_COUNT; other++) {
    tc_params without = *p;
    if (other == param) continue;
    memset(tc_param_at(&without, other), 0, (size_t)tc_param_values(other) * sizeof(double));
    if (tc_plausibility_check(&without, ranks, param, w)) return other;
  }
  return param;
}

/* Returns the cost that replaces the implausible value w of a curve: the cost of the next value, or of the
 * previous one if w is the last, but at most the largest plausible cost. */
static double plausible_value(const tc_params *p, int ranks, int param, int w) {
  const double next = parameter_cost(p, param, w + 1 < tc_param_values(param) ? w + 1 : w - 1);
  return lower_bound_with(most_of(p, ranks, param, w), 1.0, next);
}

static double instead_of(const tc_params *p, int ranks, int param, int w) {
  if (is_too_little(p, param, w)) return least_of(p, param);
  return is_curve(param) ? plausible_value(p, ranks, param, w) : 0.0;
}

int tc_plausibility_repair(tc_params *p, int ranks) {
  int w, replaced = 0;
  /* The loop terminates. If a replacement lowers a cost, the bound came from a value that this cost cannot
   * lower in return. If a replacement raises a cost, the bound came from values that do not change later. */
  for (int param; (param = tc_plausibility_find(p, ranks, &w)) >= 0; replaced++) {
    const double instead = instead_of(p, ranks, param, w);
    tc_param_at(p, param)[w] = tc_param_is_rate(param) && instead > 0.0 ? 1.0 / instead : instead;
  }
  return replaced;
}
