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

/* Input for the choice of a pattern. place: location of the values (TC_LOCATION_NODE or TC_LOCATION_REMOTE).
 * use: TC_READS or TC_WRITES. together: number of values that an iteration accesses. can: capabilities of the
 * layer. */
typedef struct chooser {
  const tc_params *machine; /* machine parameters; may be NULL */
  int place, use, together;
  unsigned can;
  tc_access_share *of; /* [TC_PATTERNS] result: values and operations of each pattern */
} chooser;

/* Chooses the access pattern for `values` accessed elements and adds this number to the entry of the pattern
 * in c->of. `runs` is the number of sequences of consecutive elements that the values form; 0 if all values
 * are isolated. */
static void assign_pattern(const chooser *c, double values, double runs) {
  static const int order[TC_PATTERNS] = {TC_PATTERN_VECTOR, TC_PATTERN_COALESCE, TC_PATTERN_BASELINE};
  const bool may[TC_PATTERNS] = {[TC_PATTERN_VECTOR] = (c->can & TC_CAN_VECTOR) && runs > 0.0,
                                 [TC_PATTERN_COALESCE] = (c->can & TC_CAN_COALESCE) && c->together > 1,
                                 [TC_PATTERN_BASELINE] = true};
  const tc_access_share as[TC_PATTERNS] = {[TC_PATTERN_VECTOR] = {values, runs},
                                           [TC_PATTERN_COALESCE] = {values, values / c->together},
                                           [TC_PATTERN_BASELINE] = {values, values}};
  int chosen = -1;
  double least_s = NAN;
  for (int k = 0; k < TC_PATTERNS; k++) {
    const int p = order[k];
    if (!may[p]) continue;
    const double s =
        c->machine ? tc_access_cost_share_s(c->machine, c->place, p, c->use, as[p]) : (double)NAN;
    if (chosen >= 0 && !(s < least_s))
      /* the comparison is false if a cost is NaN. A pattern with unknown cost thus remains chosen, and the
       * forecast is unknown */
      continue;
    chosen = p;
    least_s = s;
  }
  c->of[chosen].values += as[chosen].values;
  c->of[chosen].operations += as[chosen].operations;
}

static bool caches_lines(const tc_params *m, const tc_reference_partition *p, unsigned can) {
  return m && (can & TC_CAN_CACHE) && p->lines[TC_READS] && m->cached_hit_s > 0.0 && m->cached_miss_s > 0.0;
}

tc_access_mix tc_access_mix_init(const tc_params *machine, const tc_reference_partition *p, int use, int rank,
                                 unsigned can) {
  const tc_reference_partition_count *count = &p->count[use][rank];
  const bool cast = can & TC_CAN_PRIVATISE, cached = caches_lines(machine, p, can);
  tc_access_mix mix = {.own = cast ? 0.0 : count->own, .privatised = cast ? count->own : 0.0};
  if (cached) mix.cached = (tc_access_share){count->remote.values, p->lines[use][rank]};
  for (int place = 0; place < (cached ? TC_LOCATION_REMOTE : TC_LOCATIONS); place++) {
    const tc_accesses *a = place == TC_LOCATION_NODE ? &count->node_local : &count->remote;
    const chooser c = {machine, place, use, p->unique[use], cached ? 0 : can, mix.share[place]};
    assign_pattern(&c, a->streamed, a->runs);
    assign_pattern(&c, a->values - a->streamed, 0.0);
  }
  return mix;
}

void tc_access_mix_add(tc_access_mix *sum, const tc_access_mix *more) {
  sum->own += more->own;
  sum->privatised += more->privatised;
  sum->cached.values += more->cached.values;
  sum->cached.operations += more->cached.operations;
  for (int place = 0; place < TC_LOCATIONS; place++)
    for (int p = 0; p < TC_PATTERNS; p++) {
      sum->share[place][p].values += more->share[place][p].values;
      sum->share[place][p].operations += more->share[place][p].operations;
    }
}

double tc_access_mix_values(const tc_access_mix *mix) {
  double values = mix->own + mix->privatised + mix->cached.values;
  for (int place = 0; place < TC_LOCATIONS; place++)
    for (int p = 0; p < TC_PATTERNS; p++) values += mix->share[place][p].values;
  return values;
}

/* ---- seconds of the operations ---- */

/* Returns the extra seconds of accesses that follow each other in random order, some to owned values and some
 * to values of other ranks of the node. */
static double mixed_s(const tc_params *m, const tc_access_mix *mix) {
  return m->mixed_s * 2.0 * fmin(mix->own, mix->share[TC_LOCATION_NODE][TC_PATTERN_BASELINE].values);
}

/* Returns the seconds to write back lines. The fence writes back together the lines that are then in the
 * cache, at most TC_CACHE_LINES. All other lines were written back one by one before. The fence is assumed to
 * put a quarter of the values of its lines, as is typical of random accesses, but at most the number of all
 * written values. */
static double written_back_s(const tc_params *m, const tc_access_share *cached) {
  const double lines = cached->operations, together = fmin(lines, TC_CACHE_LINES),
               puts = fmin(cached->values, together * (TC_CACHE_LINE / 4.0));
  if (!(m->coalesce_far_write_s > 0.0)) return tc_cost_of_count(lines, m->cached_miss_s);
  return tc_cost_of_count(lines - together, m->cached_miss_s) + puts * m->coalesce_far_write_s +
         (lines > 0.0 ? m->coalesce_far_write_operation_s : 0.0);
}

/* Returns the seconds of accesses through the cache of lines. A read costs a miss if it fetches a line,
 * otherwise a hit. A write costs a hit, and the lines that are written back cost extra. */
static double cached_s(const tc_params *m, const tc_access_share *cached, int use) {
  if (use == TC_WRITES) return tc_cost_of_count(cached->values, m->cached_hit_s) + written_back_s(m, cached);
  return tc_cost_of_count(fmax(0.0, cached->values - cached->operations), m->cached_hit_s) +
         tc_cost_of_count(cached->operations, m->cached_miss_s);
}

double tc_access_mix_seconds(const tc_params *m, const tc_access_mix *mix, int use) {
  double s = tc_access_cost_owned_s(m, mix->own, use) + tc_access_cost_private_s(m, mix->privatised, use) +
             mixed_s(m, mix) + cached_s(m, &mix->cached, use);
  for (int place = 0; place < TC_LOCATIONS; place++)
    for (int p = 0; p < TC_PATTERNS; p++) s += tc_access_cost_share_s(m, place, p, use, mix->share[place][p]);
  return s;
}

double tc_loop_forecast_partition_s(const tc_params *m, const tc_reference_partition *p, int rank,
                                    unsigned can) {
  double s = 0.0;
  for (int use = 0; use < TC_USES; use++) {
    const tc_access_mix mix = tc_access_mix_init(m, p, use, rank, can);
    s += tc_access_mix_seconds(m, &mix, use);
  }
  return s;
}

/* ---- a program ---- */

/* Seconds of one rank, summed over all partitions. A measured update is a random update for which update_s of
 * the input applies. */
typedef struct rank_sum {
  double shared_s, private_s; /* seconds of all accesses except measured updates. shared_s: with shared
                                 arrays; private_s: if all values were in private memory */
  double updates_s;           /* seconds of measured updates */
  double alone_s;             /* seconds of measured updates if all values were in private memory */
} rank_sum;

static bool is_update_at_random(const tc_loop_forecast_input *q, const tc_reference_partition *p) {
  return q->update_s > 0.0 && p->array == q->update_array && p->reference[0]->use == TC_USE_UPDATE &&
         *p->reference[0]->random;
}

/* Adds the updates of a partition to `sum`. An update of an owned or node-local element costs update_s. An
 * update of an element on another node costs a read and a write. */
static void add_updates(const tc_loop_forecast_input *q, const tc_reference_partition *p, int rank,
                        rank_sum *sum) {
  const double own = p->count[TC_READS][rank].own, near = p->count[TC_READS][rank].node_local.values,
               updates = own + near;
  for (int use = 0; use < TC_USES; use++) {
    tc_access_mix mix = tc_access_mix_init(q->machine, p, use, rank, q->can);
    mix.own = mix.privatised = 0.0;
    memset(mix.share[TC_LOCATION_NODE], 0, sizeof mix.share[TC_LOCATION_NODE]);
    sum->shared_s += tc_access_mix_seconds(q->machine, &mix, use);
    sum->private_s += tc_access_cost_private_s(q->machine, tc_access_mix_values(&mix), use);
  }
  sum->updates_s += updates * q->update_s;
  for (int use = 0; use < TC_USES; use++) sum->alone_s += tc_access_cost_private_s(q->machine, updates, use);
}

static void add_accesses(const tc_loop_forecast_input *q, const tc_reference_partition *p, int rank,
                         rank_sum *sum) {
  sum->shared_s += tc_loop_forecast_partition_s(q->machine, p, rank, q->can);
  for (int use = 0; use < TC_USES; use++)
    sum->private_s += tc_access_cost_private_s(q->machine, tc_reference_partition_values(p, use, rank), use);
}

static rank_sum sum_of(const tc_loop_forecast_input *q, const tc_reference_partitions *partitions, int rank) {
  rank_sum sum = {0.0, 0.0, 0.0, 0.0};
  for (int p = 0; p < partitions->count; p++)
    (is_update_at_random(q, &partitions->item[p]) ? add_updates : add_accesses)(q, &partitions->item[p], rank,
                                                                                &sum);
  return sum;
}

static double known_or(double seconds, double otherwise) { return isnan(seconds) ? otherwise : seconds; }

/* Returns the seconds of the program on private memory. updates_private_s returns the part of this time that
 * belongs to the measured random updates. If the program has one interval, this part is the time of the
 * program minus the time of all other accesses, because all other work overlaps with the updates. If the
 * program has several intervals, the part is the time of the updates alone, because work does not overlap
 * across barriers. */
static double base_s(const tc_loop_forecast_input *q, const rank_sum *sum) {
  return known_or(q->private_s, known_or(sum->private_s + sum->alone_s, 0.0));
}

static double updates_private_s(const tc_loop_forecast_input *q, const rank_sum *sum, int intervals) {
  if (!(sum->updates_s > 0.0)) return 0.0;
  if (intervals > 1) return known_or(sum->alone_s, 0.0);
  return fmax(0.0, base_s(q, sum) - known_or(sum->private_s, 0.0));
}

/* Returns T_comm of equation (1) of Zhang and Seidel (2006) for one rank, summed over all intervals. */
static double all_s(const rank_sum *sum) { return sum->shared_s + sum->updates_s; }

/* Returns the seconds of one rank without barriers. Measured updates overlap with the program on private
 * memory. The updates add only the time by which their measured seconds exceed updates_private_s. */
static double total_s(const tc_loop_forecast_input *q, const rank_sum *sum, int intervals) {
  if (q->reading == TC_LOOP_FORECAST_PRINTED) return base_s(q, sum) + all_s(sum);
  return base_s(q, sum) + sum->shared_s - known_or(sum->private_s, 0.0) +
         fmax(0.0, sum->updates_s - updates_private_s(q, sum, intervals));
}

/* Returns the seconds of the barriers after the intervals. Each barrier costs the time of a barrier within a
 * node. Several nodes add ceil(log2(nodes)) times the extra time of a barrier between two nodes. */
static double barriers_s(const tc_loop_forecast_input *q, int intervals) {
  const int nodes = (q->ranks + q->ranks_per_node - 1) / q->ranks_per_node;
  if (q->ranks < 2) return 0.0;
  return intervals *
         (q->machine->node_barrier_s + q->machine->remote_barrier_s * (nodes > 1 ? ceil(log2(nodes)) : 0.0));
}

tc_loop_forecast tc_loop_forecast_compute(const tc_loop_forecast_input *q,
                                          const tc_reference_partitions *partitions, int intervals) {
  tc_loop_forecast out = {.total_s = -1.0, .barrier_s = barriers_s(q, intervals)};
  double alone_s = 0.0, shared_s = 0.0;
  for (int rank = 0; rank < q->ranks; rank++) {
    const rank_sum sum = sum_of(q, partitions, rank);
    const double rank_s = total_s(q, &sum, intervals);
    alone_s += sum.private_s + fmin(updates_private_s(q, &sum, intervals), sum.updates_s);
    shared_s += all_s(&sum);
    if (rank_s <= out.total_s) continue; /* the test is false for a NaN, which becomes the result */
    out.total_s = rank_s;
    out.slowest = rank;
    out.shared_s = all_s(&sum);
    if (isnan(rank_s)) break;
  }
  out.total_s += out.barrier_s;
  out.speedup = alone_s / (shared_s / q->ranks);
  return out;
}

/* ---- missing parameters ---- */

/* Returns the operations of all ranks on all partitions, for reads or for writes (`use`). */
static tc_access_mix all_of(const tc_loop_forecast_input *q, const tc_reference_partitions *partitions,
                            int use) {
  tc_access_mix all = {.own = 0.0};
  for (int p = 0; p < partitions->count; p++)
    for (int rank = 0; rank < q->ranks; rank++) {
      const tc_access_mix mix = tc_access_mix_init(q->machine, &partitions->item[p], use, rank, q->can);
      tc_access_mix_add(&all, &mix);
    }
  return all;
}

static int name_unknown(const tc_params *machine, double values, int param, tc_line *names) {
  if (values == 0.0 || *tc_param_get(machine, param) > 0.0) return 0;
  tc_line_add_item(names, tc_param_name(param));
  return 1;
}

int tc_loop_forecast_missing(const tc_loop_forecast_input *q, const tc_reference_partitions *partitions,
                             tc_line *names) {
  static const int local[] = {TC_PARAM_local_read_s, TC_PARAM_local_write_s},
                   own[] = {TC_PARAM_private_read_s, TC_PARAM_private_write_s};
  int count = 0;
  for (int use = 0; use < TC_USES; use++) {
    const tc_access_mix all = all_of(q, partitions, use);
    count += name_unknown(q->machine, all.own, local[use], names) +
             name_unknown(q->machine, all.privatised, own[use], names);
    for (int place = 0; place < TC_LOCATIONS; place++)
      for (int p = 0; p < TC_PATTERNS; p++)
        count += name_unknown(q->machine, all.share[place][p].values, tc_pattern_param(place, p, use), names);
  }
  return count;
}
