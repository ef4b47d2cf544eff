/* Bounds for each machine parameter, computed from the other parameters. Values are compared as costs in
 * seconds per row, value or byte. The cost of a bandwidth is its reciprocal. Unknown values (0) impose no
 * bound. tc_plausibility_repair replaces implausible values by values within the bounds. */
#include "machine/parameters/plausibility.h"

#include <math.h>
#include <string.h>

enum { word = 8 };

static const double pass_factor = 2.0, memory_factor = 30.0, read_factor = 100.0, message_factor = 10.0,
                    max_round_s = 100e-6;

static double param_value(const tc_params *p, int param, int w) { return tc_param_get(p, param)[w]; }

static bool is_curve(int param) {
  return tc_param_values(param) > 1 && (tc_param_is_time(param) || tc_param_is_rate(param));
}

/* Returns the cost of value w of a parameter in seconds per row, value or byte; 0 if unknown. */
static double parameter_cost(const tc_params *p, int param, int w) {
  const double value = param_value(p, param, w);
  return tc_param_is_rate(param) && value > 0.0 ? 1.0 / value : value;
}

/* Lowers the upper bound `bound` to `factor` times the cost `known` of another parameter, unless that is
 * unknown (0). */
static double tighten_bound(double bound, double factor, double known) {
  return known > 0.0 ? fmin(bound, factor * known) : bound;
}

static bool is_row(int param) { return param >= TC_PARAM_ROWS; }

static bool depends_on_working_set(int param) { return param > TC_PARAM_working_set_B; }

static bool is_gather(int param) { return param == TC_PARAM_gather4_s || param == TC_PARAM_gather16_s; }

static int row_width_index(int row) { return (row - TC_PARAM_ROWS) % TC_WIDTHS; }

static bool is_pointer_row(int param) { return param >= tc_param_row(TC_KERNEL_pointer, 0); }

/* Returns the seconds that STREAM needs for the bytes that one row, value or byte of the parameter moves; 0
 * if STREAM imposes no bound. */
static double stream_s(const tc_params *p, int param, int w) {
  if (param == TC_PARAM_level_Bps) return parameter_cost(p, TC_PARAM_stream_Bps, TC_WORKING_SETS - 1);
  if (!depends_on_working_set(param)) return 0.0;
  const double byte_s = parameter_cost(p, TC_PARAM_stream_Bps, w);
  if (param == TC_PARAM_copy_s) return 2 * word * byte_s;
  if (param == TC_PARAM_vectors_s) return TC_VECTORS_STREAMS * word * byte_s;
  if (param == TC_PARAM_sweep4_s) return tc_row_bytes(4) * byte_s;
  if (param == TC_PARAM_sweep16_s) return tc_row_bytes(16) * byte_s;
  if (param == TC_PARAM_smooth4_s) return tc_smooth_row_bytes(4) * byte_s;
  if (param == TC_PARAM_smooth16_s) return tc_smooth_row_bytes(16) * byte_s;
  if (!is_row(param) || is_pointer_row(param)) return 0.0;
  return tc_row_bytes(tc_params_width(row_width_index(param))) * byte_s;
}

/* Returns the working set of value number v of a curve divided by that of value number w. Returns 1 for
 * curves that are not indexed by working sets, and infinity if the working set is unknown. */
static double working_set_ratio(const tc_params *p, int param, int w, int v) {
  const double *bytes = p->working_set_B;
  if (!depends_on_working_set(param)) return 1.0;
  return bytes[w] > 0.0 ? bytes[v] / bytes[w] : INFINITY;
}

static double max_curve_cost(const tc_params *p, int param, int w) {
  double bound = tighten_bound(INFINITY, memory_factor, stream_s(p, param, w));
  for (int v = w + 1; v < tc_param_values(param); v++)
    bound =
        tighten_bound(bound, pass_factor * working_set_ratio(p, param, w, v), parameter_cost(p, param, v));
  if (w > 0 && !is_gather(param))
    bound = tighten_bound(bound, memory_factor, parameter_cost(p, param, w - 1));
  if (is_pointer_row(param))
    bound = tighten_bound(bound, read_factor, p->row_s[0][row_width_index(param)][w]);
  return bound;
}

/* Counts of consecutive parameters. Each TC_RATE of params.def has location_params = 4 parameters: a read, a
 * read operation, a write and a write operation. The order is baseline, vector and coalesce, and for each
 * pattern first the accesses within the node, then those to other nodes. */
enum { location_params = 4, pattern_params = 2 * location_params };

/* True for the cost of a value, but not of an operation, in a sequence (pattern vector or coalesce). */
static bool is_sequence_value(int param) {
  return param >= TC_PARAM_vector_near_read_s && param <= TC_PARAM_coalesce_far_write_s &&
         (param - TC_PARAM_vector_near_read_s) % 2 == 0;
}

static bool is_remote(int param) {
  return (param - TC_PARAM_baseline_near_read_s) % pattern_params >= location_params;
}

/* Returns the parameter with which the cost of `param` is compared: `param` may cost at most read_factor
 * times as much. Returns 0 if there is none. A value in a sequence is compared with a single access to the
 * same ranks. */
static int find_reference(int param) {
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
                                            [TC_PARAM_pointer_run_s] = TC_PARAM_ROWS,
                                            [TC_PARAM_gather4_s] = TC_PARAM_ROWS,
                                            [TC_PARAM_gather16_s] = TC_PARAM_ROWS + 1,
                                            [TC_PARAM_remote_latency_s] = TC_PARAM_message_s,
                                            [TC_PARAM_remote_send_s] = TC_PARAM_remote_latency_s,
                                            [TC_PARAM_message_s] = TC_PARAM_remote_latency_s,
                                            [TC_PARAM_exchange_bandwidth_Bps] = TC_PARAM_remote_bandwidth_Bps,
                                            [TC_PARAM_remote_bandwidth_Bps] =
                                                TC_PARAM_exchange_bandwidth_Bps};
  if (!is_sequence_value(param)) return other[param];
  return TC_PARAM_baseline_near_read_s + (param - TC_PARAM_baseline_near_read_s) % pattern_params;
}

/* Returns the lower bound of a cost, which is 0 except for values in sequences. A value of another node costs
 * at least a hundredth of a value of this node. A value at a stride costs at least a hundredth of a
 * consecutive value. */
static double min_cost(const tc_params *p, int param) {
  const bool remote = is_remote(param), strides = param >= TC_PARAM_coalesce_near_read_s;
  if (!is_sequence_value(param)) return 0.0;
  return fmax(remote ? param_value(p, param - location_params, 0) : 0.0,
              strides ? param_value(p, param - pattern_params, 0) : 0.0) /
         read_factor;
}

static double max_scalar_cost(const tc_params *p, int ranks, int param) {
  switch (param) {
  case TC_PARAM_baseline_far_read_s:
  case TC_PARAM_baseline_far_write_s:
  case TC_PARAM_cached_miss_s:
    return tighten_bound(INFINITY, read_factor,
                         p->remote_latency_s > 0.0 ? p->remote_latency_s : p->message_s);
  case TC_PARAM_dot_s:
  case TC_PARAM_add_s: return tighten_bound(INFINITY, memory_factor, p->vectors_s[0] / TC_VECTORS_UPDATES);
  case TC_PARAM_node_send_Bps:
    return tighten_bound(INFINITY, read_factor / word, p->copy_s[TC_WORKING_SETS - 1]);
  case TC_PARAM_node_send_s: return ranks > 1 ? max_round_s : INFINITY;
  case TC_PARAM_node_barrier_s: return ranks > 1 ? max_round_s * ceil(log2(ranks)) : INFINITY;
  case TC_PARAM_node_reduce_s: return ranks > 1 ? pass_factor * max_round_s * ceil(log2(ranks)) : INFINITY;
  case TC_PARAM_remote_reduce_s:
  case TC_PARAM_remote_barrier_s:
    return tighten_bound(INFINITY, message_factor, fmax(p->message_s, p->remote_latency_s));
  default: return INFINITY;
  }
}

static double max_cost(const tc_params *p, int ranks, int param, int w) {
  const int other = find_reference(param);
  const double bound = is_curve(param) ? max_curve_cost(p, param, w) : max_scalar_cost(p, ranks, param);
  if (other == 0) return bound;
  return tighten_bound(bound, read_factor, parameter_cost(p, other, tc_param_values(other) - 1));
}

static const double tolerance = 1e-9;

static bool is_below_min(const tc_params *p, int param, int w) {
  const double cost = parameter_cost(p, param, w);
  return cost > 0.0 && (1.0 + tolerance) * cost < min_cost(p, param);
}

bool tc_plausibility_check(const tc_params *p, int ranks, int param, int w) {
  return parameter_cost(p, param, w) <= (1.0 + tolerance) * max_cost(p, ranks, param, w) &&
         !is_below_min(p, param, w);
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

/* Returns the cost of the next value of the curve, or of the previous one if w is the last, but at most the
 * largest plausible cost. */
static double neighbour_cost(const tc_params *p, int ranks, int param, int w) {
  const double next = parameter_cost(p, param, w + 1 < tc_param_values(param) ? w + 1 : w - 1);
  return tighten_bound(max_cost(p, ranks, param, w), 1.0, next);
}

static double find_replacement(const tc_params *p, int ranks, int param, int w) {
  if (is_below_min(p, param, w)) return min_cost(p, param);
  return tc_param_values(param) > 1 ? neighbour_cost(p, ranks, param, w) : 0.0;
}

int tc_plausibility_repair(tc_params *p, int ranks) {
  int w, replaced = 0;
  /* The loop terminates. A replacement may lower a cost to a bound that another value imposes, but the lower
   * cost never causes a replacement of that other value. A replacement may raise a cost to a bound that
   * values impose which do not change later. */
  for (int param; (param = tc_plausibility_find(p, ranks, &w)) >= 0; replaced++) {
    const double replacement = find_replacement(p, ranks, param, w);
    tc_param_at(p, param)[w] = tc_param_is_rate(param) && replacement > 0.0 ? 1.0 / replacement : replacement;
  }
  return replaced;
}
