/* Forecast of a loop program. The forecast assigns access patterns to the values of each partition. The
 * parameters of the machine give the seconds of the operations, which are summed over the partitions for each
 * rank. The slowest rank determines the total. Random updates with a measured time are handled separately,
 * because they overlap with other accesses. Missing parameters yield NaN and are listed by
 * tc_loop_forecast_missing. */
#include "loops/loop_forecast.h"

#include <math.h>
#include <string.h>

#include "model/step/model.h"
#include "pgas/layer_facts.h"

/* ---- choice of the pattern ---- */

/* Input for the choice of a pattern. `location` is a TC_LOCATION_.., `use` TC_READS or TC_WRITES. */
typedef struct pattern_choice {
  const tc_params *machine; /* machine parameters; may be NULL */
  int location, use, iteration_values;
  unsigned capabilities;
  tc_access_share *share; /* [TC_PATTERNS] result: values and operations of each pattern */
} pattern_choice;

/* Adds `values` accessed elements to the fastest possible pattern. They form `runs` sequences of consecutive
 * elements; `runs` is 0 if all elements are isolated. */
static void assign_pattern(const pattern_choice *c, double values, double runs) {
  static const int order[TC_PATTERNS] = {TC_PATTERN_VECTOR, TC_PATTERN_COALESCE, TC_PATTERN_BASELINE};
  const bool is_possible[TC_PATTERNS] = {[TC_PATTERN_VECTOR] =
                                             (c->capabilities & TC_CAN_VECTOR) && runs > 0.0,
                                         [TC_PATTERN_COALESCE] =
                                             (c->capabilities & TC_CAN_COALESCE) && c->iteration_values > 1,
                                         [TC_PATTERN_BASELINE] = true};
  const tc_access_share cost_share[TC_PATTERNS] = {[TC_PATTERN_VECTOR] = {values, runs},
                                                   [TC_PATTERN_COALESCE] = {values,
                                                                            values / c->iteration_values},
                                                   [TC_PATTERN_BASELINE] = {values, values}};
  int chosen = -1;
  double min_s = NAN;
  for (int k = 0; k < TC_PATTERNS; k++) {
    const int p = order[k];
    if (!is_possible[p]) continue;
    const double s =
        c->machine ? tc_access_cost_share_s(c->machine, c->location, p, c->use, cost_share[p]) : (double)NAN;
    if (chosen >= 0 && !(s < min_s))
      /* The comparison is false if a cost is NaN. A pattern with unknown cost thus remains chosen, and the
       * forecast is unknown. */
      continue;
    chosen = p;
    min_s = s;
  }
  c->share[chosen].values += cost_share[chosen].values;
  c->share[chosen].operations += cost_share[chosen].operations;
}

static bool uses_cache(const tc_params *m, const tc_reference_partition *p, unsigned capabilities) {
  return m && (capabilities & TC_CAN_CACHE) && p->lines[TC_READS] && m->cached_hit_s > 0.0 &&
         m->cached_miss_s > 0.0;
}

tc_access_mix tc_access_mix_init(const tc_params *machine, const tc_reference_partition *p, int use, int rank,
                                 unsigned capabilities) {
  const tc_reference_partition_count *count = &p->count[use][rank];
  const bool is_privatised = capabilities & TC_CAN_PRIVATISE, cached = uses_cache(machine, p, capabilities);
  tc_access_mix mix = {.own = is_privatised ? 0.0 : count->own,
                       .privatised = is_privatised ? count->own : 0.0};
  if (cached) mix.cached = (tc_access_share){count->remote.values, p->lines[use][rank]};
  for (int location = 0; location < (cached ? TC_LOCATION_REMOTE : TC_LOCATIONS); location++) {
    const tc_accesses *a = location == TC_LOCATION_NODE ? &count->node_local : &count->remote;
    const pattern_choice c =
        {machine, location, use, p->unique[use], cached ? 0 : capabilities, mix.share[location]};
    assign_pattern(&c, a->streamed, a->runs);
    assign_pattern(&c, a->values - a->streamed, 0.0);
  }
  return mix;
}

void tc_access_mix_add(tc_access_mix *sum, const tc_access_mix *added) {
  sum->own += added->own;
  sum->privatised += added->privatised;
  sum->cached.values += added->cached.values;
  sum->cached.operations += added->cached.operations;
  for (int location = 0; location < TC_LOCATIONS; location++)
    for (int p = 0; p < TC_PATTERNS; p++) {
      sum->share[location][p].values += added->share[location][p].values;
      sum->share[location][p].operations += added->share[location][p].operations;
    }
}

double tc_access_mix_values(const tc_access_mix *mix) {
  double values = mix->own + mix->privatised + mix->cached.values;
  for (int location = 0; location < TC_LOCATIONS; location++)
    for (int p = 0; p < TC_PATTERNS; p++) values += mix->share[location][p].values;
  return values;
}

/* ---- seconds of the operations ---- */

/* Returns the extra seconds of accesses that follow each other in random order, some to owned values and some
 * to values of other ranks of the node. */
static double mixed_order_s(const tc_params *m, const tc_access_mix *mix) {
  return m->mixed_s * 2.0 * fmin(mix->own, mix->share[TC_LOCATION_NODE][TC_PATTERN_BASELINE].values);
}

/* Returns the seconds of writing back the lines at a fence. The fence writes all lines in the cache together,
 * at most TC_CACHE_LINES. It is assumed to put a quarter of their values, as is typical of random accesses.
 * Other lines were written back one by one. */
static double write_back_s(const tc_params *m, const tc_access_share *cached) {
  const double lines = cached->operations, fence_lines = fmin(lines, TC_CACHE_LINES),
               puts = fmin(cached->values, fence_lines * (TC_CACHE_LINE / 4.0));
  if (!(m->coalesce_far_write_s > 0.0)) return tc_cost_of_count(lines, m->cached_miss_s);
  return tc_cost_of_count(lines - fence_lines, m->cached_miss_s) + puts * m->coalesce_far_write_s +
         (lines > 0.0 ? m->coalesce_far_write_operation_s : 0.0);
}

/* Returns the seconds of the accesses through the cache. A read costs a miss if it fetches a line, otherwise
 * a hit. A write costs a hit, and written-back lines cost extra. */
static double cached_s(const tc_params *m, const tc_access_share *cached, int use) {
  if (use == TC_WRITES) return tc_cost_of_count(cached->values, m->cached_hit_s) + write_back_s(m, cached);
  return tc_cost_of_count(fmax(0.0, cached->values - cached->operations), m->cached_hit_s) +
         tc_cost_of_count(cached->operations, m->cached_miss_s);
}

double tc_access_mix_seconds(const tc_params *m, const tc_access_mix *mix, int use) {
  double s = tc_access_cost_owned_s(m, mix->own, use) + tc_access_cost_private_s(m, mix->privatised, use) +
             mixed_order_s(m, mix) + cached_s(m, &mix->cached, use);
  for (int location = 0; location < TC_LOCATIONS; location++)
    for (int p = 0; p < TC_PATTERNS; p++)
      s += tc_access_cost_share_s(m, location, p, use, mix->share[location][p]);
  return s;
}

double tc_loop_forecast_partition_s(const tc_params *m, const tc_reference_partition *p, int rank,
                                    unsigned capabilities) {
  double s = 0.0;
  for (int use = 0; use < TC_USES; use++) {
    const tc_access_mix mix = tc_access_mix_init(m, p, use, rank, capabilities);
    s += tc_access_mix_seconds(m, &mix, use);
  }
  return s;
}

/* ---- a program ---- */

/* Seconds of one rank, summed over all partitions. A measured update is a random update whose time is the
 * measured update_s of the input. */
typedef struct rank_sum {
  double shared_s, private_s; /* seconds of all accesses except measured updates. shared_s: with shared
                                 arrays; private_s: if all values were in private memory */
  double updates_s;           /* seconds of measured updates */
  double private_updates_s;   /* seconds of measured updates if all values were in private memory */
} rank_sum;

static bool is_measured_update(const tc_loop_forecast_input *input, const tc_reference_partition *p) {
  return input->update_s > 0.0 && p->array == input->update_array && p->reference[0]->use == TC_USE_UPDATE &&
         *p->reference[0]->random;
}

/* Adds the seconds of measured random updates. An update of an element that is owned or on the same node
 * costs update_s. An update of an element on another node costs a read and a write. */
static void add_updates(const tc_loop_forecast_input *input, const tc_reference_partition *p, int rank,
                        rank_sum *sum) {
  const double own = p->count[TC_READS][rank].own, node_local = p->count[TC_READS][rank].node_local.values,
               updates = own + node_local;
  for (int use = 0; use < TC_USES; use++) {
    tc_access_mix mix = tc_access_mix_init(input->machine, p, use, rank, input->capabilities);
    mix.own = mix.privatised = 0.0;
    memset(mix.share[TC_LOCATION_NODE], 0, sizeof mix.share[TC_LOCATION_NODE]);
    sum->shared_s += tc_access_mix_seconds(input->machine, &mix, use);
    sum->private_s += tc_access_cost_private_s(input->machine, tc_access_mix_values(&mix), use);
  }
  sum->updates_s += updates * input->update_s;
  for (int use = 0; use < TC_USES; use++)
    sum->private_updates_s += tc_access_cost_private_s(input->machine, updates, use);
}

static void add_accesses(const tc_loop_forecast_input *input, const tc_reference_partition *p, int rank,
                         rank_sum *sum) {
  sum->shared_s += tc_loop_forecast_partition_s(input->machine, p, rank, input->capabilities);
  for (int use = 0; use < TC_USES; use++)
    sum->private_s +=
        tc_access_cost_private_s(input->machine, tc_reference_partition_values(p, use, rank), use);
}

static rank_sum sum_rank(const tc_loop_forecast_input *input, const tc_reference_partitions *partitions,
                         int rank) {
  rank_sum sum = {0.0, 0.0, 0.0, 0.0};
  for (int p = 0; p < partitions->count; p++)
    (is_measured_update(input, &partitions->item[p]) ? add_updates
                                                     : add_accesses)(input, &partitions->item[p], rank, &sum);
  return sum;
}

static double value_or(double seconds, double fallback) { return isnan(seconds) ? fallback : seconds; }

/* The next two functions return the seconds of the program on private memory, and the part of these seconds
 * that belongs to the measured random updates. With one interval this part is the remainder after all other
 * accesses, because all other work overlaps with the updates. With several intervals this part is the time of
 * the updates alone. */
static double private_program_s(const tc_loop_forecast_input *input, const rank_sum *sum) {
  return value_or(input->private_s, value_or(sum->private_s + sum->private_updates_s, 0.0));
}

static double updates_private_s(const tc_loop_forecast_input *input, const rank_sum *sum, int intervals) {
  if (!(sum->updates_s > 0.0)) return 0.0;
  if (intervals > 1) return value_or(sum->private_updates_s, 0.0);
  return fmax(0.0, private_program_s(input, sum) - value_or(sum->private_s, 0.0));
}

/* Returns T_comm of equation (1) of Zhang and Seidel (2006) for one rank, summed over all intervals. */
static double communication_s(const rank_sum *sum) { return sum->shared_s + sum->updates_s; }

/* Returns the forecast seconds of a rank. Measured updates overlap with the program on private memory, so
 * they add only the time by which their measured seconds exceed updates_private_s. */
static double rank_total_s(const tc_loop_forecast_input *input, const rank_sum *sum, int intervals) {
  if (input->variant == TC_LOOP_FORECAST_PRINTED) return private_program_s(input, sum) + communication_s(sum);
  return private_program_s(input, sum) + sum->shared_s - value_or(sum->private_s, 0.0) +
         fmax(0.0, sum->updates_s - updates_private_s(input, sum, intervals));
}

/* Returns the seconds of the barriers after the intervals. Each costs the time of a barrier within a node,
 * plus ceil(log2(nodes)) times the extra time of a barrier between two nodes. */
static double barriers_s(const tc_loop_forecast_input *input, int intervals) {
  const int nodes = (input->ranks + input->ranks_per_node - 1) / input->ranks_per_node;
  if (input->ranks < 2) return 0.0;
  return intervals * (input->machine->node_barrier_s +
                      input->machine->remote_barrier_s * (nodes > 1 ? ceil(log2(nodes)) : 0.0));
}

tc_loop_forecast tc_loop_forecast_compute(const tc_loop_forecast_input *input,
                                          const tc_reference_partitions *partitions, int intervals) {
  tc_loop_forecast out = {.total_s = -1.0, .barrier_s = barriers_s(input, intervals)};
  double private_s = 0.0, shared_s = 0.0;
  for (int rank = 0; rank < input->ranks; rank++) {
    const rank_sum sum = sum_rank(input, partitions, rank);
    const double rank_s = rank_total_s(input, &sum, intervals);
    private_s += sum.private_s + fmin(updates_private_s(input, &sum, intervals), sum.updates_s);
    shared_s += communication_s(&sum);
    if (rank_s <= out.total_s) continue; /* The test is false for a NaN, which becomes the result. */
    out.total_s = rank_s;
    out.slowest = rank;
    out.shared_s = communication_s(&sum);
    if (isnan(rank_s)) break;
  }
  out.total_s += out.barrier_s;
  out.speedup = private_s / (shared_s / input->ranks);
  return out;
}

/* ---- missing parameters ---- */

static tc_access_mix sum_operations(const tc_loop_forecast_input *input,
                                    const tc_reference_partitions *partitions, int use) {
  tc_access_mix sum = {.own = 0.0};
  for (int p = 0; p < partitions->count; p++)
    for (int rank = 0; rank < input->ranks; rank++) {
      const tc_access_mix mix =
          tc_access_mix_init(input->machine, &partitions->item[p], use, rank, input->capabilities);
      tc_access_mix_add(&sum, &mix);
    }
  return sum;
}

static int append_unknown(const tc_params *machine, double values, int param, tc_line *names) {
  if (values == 0.0 || *tc_param_get(machine, param) > 0.0) return 0;
  tc_line_add_item(names, tc_param_name(param));
  return 1;
}

int tc_loop_forecast_missing(const tc_loop_forecast_input *input, const tc_reference_partitions *partitions,
                             tc_line *names) {
  static const int local[] = {TC_PARAM_local_read_s, TC_PARAM_local_write_s},
                   own[] = {TC_PARAM_private_read_s, TC_PARAM_private_write_s};
  int count = 0;
  for (int use = 0; use < TC_USES; use++) {
    const tc_access_mix sum = sum_operations(input, partitions, use);
    count += append_unknown(input->machine, sum.own, local[use], names) +
             append_unknown(input->machine, sum.privatised, own[use], names);
    for (int location = 0; location < TC_LOCATIONS; location++)
      for (int p = 0; p < TC_PATTERNS; p++)
        count += append_unknown(input->machine, sum.share[location][p].values,
                                tc_pattern_param(location, p, use), names);
  }
  return count;
}
