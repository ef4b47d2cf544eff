/* Simulation of the tags of a software cache of lines, layer `cached` of pgas. For each array of an interval
 * the simulation visits the iterations of every rank in program order and counts fetched and written-back
 * lines. If an iteration does not change the cache, the simulation skips the following iterations that access
 * the same lines. Each array of an interval starts with an empty cache. References with random subscripts are
 * not simulated; their counts are expected values. */
#include "loops/cache_line_count.h"

#include <math.h>

#include "loops/owner_runs.h"
#include "pgas/layer_facts.h"

/* Limits of the simulation. max_accesses limits the accesses to other nodes, and max_uses the number of reads
 * and writes of one array in an interval. */
enum { max_accesses = 1 << 24, max_ranks = 1024, max_uses = TC_USES * TC_LOOP_REFERENCES };

/* State of one slot of a rank's cache. A slot contains at most one line. */
typedef struct tag {
  int32_t rank, number; /* owner of the line in the slot, and number of the line among the owner's lines; rank
                           is -1 if the slot is empty */
  uint64_t valid;       /* bit k is 1 if value k of the line is in the cache */
  /* number of the partition that wrote last into the line while it has been in the slot; -1 if the line needs
   * no write-back */
  int dirty;
} tag;

/* A use: the reads or the writes of one reference to the simulated array. */
typedef struct array_use {
  const tc_reference *reference;
  int partition, use;
  tc_strided_access access; /* elements that the reference accesses in the current pass */
} array_use;

/* State of the simulation of all ranks' caches for one array in one interval. */
typedef struct cache {
  const tc_loops *loops;
  const tc_interval *interval;
  int ranks_per_node, array, uses;
  array_use *use; /* [uses] reads and writes of references, in the order of the accesses of an iteration */
  tag *tags;      /* [ranks][TC_CACHE_LINES] slots of all caches */
  tc_reference_partition *partition;
  /* [partitions][TC_USES][ranks] result: numbers of lines that reads fetch and that writes write back */
  double *(*lines)[TC_USES];
} cache;

/* ---- one access ---- */

/* Returns the owner and the local index of the element with the row-major index `index`. */
static tc_location locate_element(const cache *c, int64_t index) {
  const tc_loop_array *a = &c->loops->array[c->array];
  const int64_t round = a->block * c->loops->ranks;
  if (a->block == 0) return (tc_location){a->owner, (int32_t)index};
  return (tc_location){tc_loop_owner(a, c->loops->ranks, index),
                       (int32_t)(index / round * a->block + index % a->block)};
}

static void write_back_line(const cache *c, int rank, tag *t) {
  if (t->dirty >= 0) c->lines[t->dirty][TC_WRITES][rank]++;
  t->dirty = -1;
}

/* Simulates one access. Counts a line if the access fetches one. Returns true if the access changes nothing
 * in the cache. */
static bool simulate_access(const cache *c, int rank, const array_use *u, tc_location location) {
  tag *t = &c->tags[(size_t)rank * TC_CACHE_LINES + (size_t)tc_cache_slot(location)];
  const int32_t number = location.local / TC_CACHE_LINE;
  const bool is_cached = t->rank == location.rank && t->number == number && t->valid == UINT64_MAX;
  if (t->rank != location.rank || t->number != number) {
    write_back_line(c, rank, t);
    *t = (tag){location.rank, number, 0, -1};
  }
  const uint64_t bit = (uint64_t)1 << location.local % TC_CACHE_LINE;
  if (u->use == TC_WRITES) {
    const bool was_dirty = t->dirty >= 0;
    t->valid |= bit;
    t->dirty = u->partition;
    return is_cached && was_dirty;
  }
  if (t->valid & bit) return is_cached;
  c->lines[u->partition][TC_READS][rank]++;
  t->valid = UINT64_MAX;
  return false;
}

/* ---- iterations with the same owners ---- */

/* Returns the number of consecutive iterations that access the same cache line and the same block of the
 * array. The first of them is the one that accesses the element `index`. `local` is the local index of the
 * element. */
static int64_t count_iterations_in_line(const cache *c, int64_t index, int64_t stride, int32_t local) {
  const int64_t block = c->loops->array[c->array].block, line = local % TC_CACHE_LINE,
                position = block > 0 ? index % block : line;
  if (stride == 0) return INT64_MAX;
  if (stride < 0) return (line < position ? line : position) / -stride + 1;
  const int64_t line_rest = TC_CACHE_LINE - 1 - line,
                block_rest = block > 0 ? block - 1 - position : line_rest;
  return (line_rest < block_rest ? line_rest : block_rest) / stride + 1;
}

/* Simulates iteration k for the references whose element is on another node (remote[r] is true). Returns the
 * number of iterations, k included, that access the same cache lines. Returns 1 if an access changed the
 * cache. */
static int64_t simulate_iteration(const cache *c, int rank, const bool *remote, int64_t k) {
  int64_t unchanged = INT64_MAX;
  for (int r = 0; r < c->uses; r++) {
    if (!remote[r]) continue;
    const tc_strided_access *at = &c->use[r].access;
    const int64_t index = at->first + k * at->stride;
    const tc_location location = locate_element(c, index);
    const int64_t same_line = simulate_access(c, rank, &c->use[r], location)
                                  ? count_iterations_in_line(c, index, at->stride, location.local)
                                  : 1;
    unchanged = same_line < unchanged ? same_line : unchanged;
  }
  return unchanged;
}

static void simulate_range(const cache *c, int rank, const int *owner, int64_t begin, int64_t end) {
  bool remote[max_uses], has_remote = false;
  for (int r = 0; r < c->uses; r++) {
    remote[r] = owner[r] / c->ranks_per_node != rank / c->ranks_per_node;
    has_remote = has_remote || remote[r];
  }
  for (int64_t k = begin; has_remote && k < end;) {
    const int64_t unchanged = simulate_iteration(c, rank, remote, k);
    k += unchanged < end - k ? unchanged : end - k;
  }
}

static void simulate_pass(cache *c, const tc_loop_pass *pass) {
  const int64_t iterations = tc_loop_pass_iterations(c->interval);
  const tc_reference *affinity = c->interval->affinity;
  const tc_strided_access of =
      affinity ? tc_strided_access_init(c->loops, pass, affinity) : (tc_strided_access){.array = NULL};
  int owner[max_uses];
  for (int r = 0; r < c->uses; r++)
    c->use[r].access = tc_strided_access_init(c->loops, pass, c->use[r].reference);
  for (int64_t k = 0, end; k < iterations; k = end) {
    const tc_owner_run executor = affinity ? tc_strided_access_run(&of, k, iterations - k)
                                           : (tc_owner_run){c->loops->ranks - 1, iterations - k};
    int64_t unchanged = executor.iterations;
    for (int r = 0; r < c->uses; r++) {
      const tc_owner_run run = tc_strided_access_run(&c->use[r].access, k, unchanged);
      owner[r] = run.owner;
      unchanged = run.iterations;
    }
    end = k + unchanged;
    for (int rank = affinity ? executor.owner : 0; rank <= executor.owner; rank++)
      simulate_range(c, rank, owner, k, end);
  }
}

static void simulate_interval(cache *c) {
  const size_t tags = (size_t)c->loops->ranks * TC_CACHE_LINES;
  tc_loop_pass pass = tc_loop_pass_first(c->interval);
  for (size_t t = 0; t < tags; t++) c->tags[t] = (tag){-1, -1, 0, -1};
  do simulate_pass(c, &pass);
  while (tc_loop_pass_next(&pass));
  /* The fence at the end of an interval writes back all lines. */
  for (size_t t = 0; t < tags; t++) write_back_line(c, (int)(t / TC_CACHE_LINES), &c->tags[t]);
}

/* ---- random accesses ---- */

/* For each slot of the cache, a sum over the lines that share the slot. The summands are the probability that
 * a random access is to the line, and its square. */
typedef struct slot_probabilities {
  double probability[TC_CACHE_LINES], square_sum[TC_CACHE_LINES];
} slot_probabilities;

static void add_line_probabilities(const cache *c, int owner, double sign, slot_probabilities *sum) {
  const tc_loop_array *a = &c->loops->array[c->array];
  const double elements = (double)tc_loop_elements(a);
  const int64_t owned = tc_loop_owned(a, c->loops->ranks, owner);
  for (int64_t first = 0; first < owned; first += TC_CACHE_LINE) {
    const double line_elements = owned - first < TC_CACHE_LINE ? (double)(owned - first) : TC_CACHE_LINE;
    const int32_t slot = tc_cache_slot((tc_location){owner, (int32_t)first});
    sum->probability[slot] += sign * line_elements / elements;
    sum->square_sum[slot] += sign * line_elements / elements * line_elements / elements;
  }
}

/* Returns the expected number of lines fetched in `draws` random accesses. The first access to a slot fetches
 * a line. Each later access fetches one unless the previous access to the slot was to the same line. */
static double compute_expected_lines(const slot_probabilities *remote, double draws) {
  double lines = 0.0;
  for (int p = 0; p < TC_CACHE_LINES; p++) {
    const double probability = remote->probability[p], square = remote->square_sum[p] / probability;
    if (!(probability > 1e-12)) continue;
    const double any_access = -expm1(draws * log1p(-fmin(probability, 1.0 - 1e-12)));
    lines += any_access + (draws * probability - any_access) * (1.0 - square / probability);
  }
  return lines;
}

/* Sets the expected numbers of lines of a random reference. Each line is assumed to be written back as often
 * as a read would fetch it. */
static void set_random_lines(const cache *c, int partition) {
  const int ranks = c->loops->ranks, per_node = c->ranks_per_node;
  slot_probabilities all = {{0.0}, {0.0}};
  for (int r = 0; r < ranks; r++) add_line_probabilities(c, r, 1.0, &all);
  for (int first = 0; first < ranks; first += per_node) {
    slot_probabilities remote = all;
    const int end = first + per_node < ranks ? first + per_node : ranks;
    for (int r = first; r < end; r++) add_line_probabilities(c, r, -1.0, &remote);
    for (int use = 0; use < TC_USES; use++)
      for (int r = first; r < end; r++)
        c->lines[partition][use][r] =
            compute_expected_lines(&remote, tc_reference_partition_values(&c->partition[partition], use, r));
  }
}

/* ---- all partitions ---- */

static double count_remote_values(const tc_loops *loops, const tc_reference_partition *p) {
  double sum = 0.0;
  for (int use = 0; use < TC_USES; use++)
    for (int r = 0; r < loops->ranks; r++) sum += p->count[use][r].remote.values;
  return sum;
}

/* Collects in c->use the reads of the array by all partitions of the interval, then the writes, without
 * random references. Returns true if any access is to another node. */
static bool collect_array_uses(cache *c, int interval, int partitions) {
  double remote = 0.0;
  c->uses = 0;
  for (int use = 0; use < TC_USES; use++)
    for (int p = 0; p < partitions; p++) {
      const tc_reference_partition *of = &c->partition[p];
      if (of->interval != interval || of->array != c->array || *of->reference[0]->random) continue;
      remote += count_remote_values(c->loops, of);
      for (int r = 0; r < of->references; r++)
        if (tc_reference_partition_is_counted(of, r, use))
          c->use[c->uses++] = (array_use){of->reference[r], p, use, {NULL, 0, 0, 0}};
    }
  return remote > 0.0;
}

/* Returns a measure of the work: the number of accesses to other nodes, and for random references the number
 * of cache lines of the array. */
static double count_simulated_accesses(const tc_loops *loops, int partitions,
                                       const tc_reference_partition *p) {
  double sum = 0.0;
  for (int i = 0; i < partitions; i++) {
    const bool is_random = *p[i].reference[0]->random;
    sum += is_random ? (double)tc_loop_elements(&loops->array[p[i].array]) / TC_CACHE_LINE
                     : count_remote_values(loops, &p[i]);
  }
  return sum;
}

static bool uses_array(const tc_loops *loops, int interval, int array) {
  bool is_used = false;
  for (int r = 0; r < loops->interval[interval].references; r++)
    is_used = is_used || loops->interval[interval].reference[r].array == array;
  return is_used;
}

static tc_status alloc_cache(cache *c, tc_pool *pool, int partitions) {
  const size_t ranks = (size_t)c->loops->ranks;
  TC_TRY(tc_pool_alloc(pool, (size_t)partitions * sizeof *c->lines, &c->lines));
  TC_TRY(tc_pool_alloc(pool, ranks * TC_CACHE_LINES * sizeof *c->tags, &c->tags));
  TC_TRY(tc_pool_alloc(pool, max_uses * sizeof *c->use, &c->use));
  for (int p = 0; p < partitions; p++)
    for (int use = 0; use < TC_USES; use++) {
      TC_TRY(tc_pool_alloc(pool, ranks * sizeof **c->lines[p], &c->lines[p][use]));
      c->partition[p].lines[use] = c->lines[p][use];
    }
  return TC_OK;
}

tc_status tc_cache_lines_count(const tc_loops *loops, int ranks_per_node, tc_pool *pool, int partitions,
                               tc_reference_partition *partition) {
  cache c = {.loops = loops, .ranks_per_node = ranks_per_node, .partition = partition};
  if (loops->ranks > max_ranks || count_simulated_accesses(loops, partitions, partition) > max_accesses)
    return TC_OK;
  TC_TRY(alloc_cache(&c, pool, partitions));
  for (int i = 0; i < loops->intervals; i++)
    for (c.array = 0; c.array < loops->arrays; c.array++) {
      c.interval = &loops->interval[i];
      if (uses_array(loops, i, c.array) && collect_array_uses(&c, i, partitions)) simulate_interval(&c);
    }
  for (int p = 0; p < partitions; p++) {
    c.array = partition[p].array;
    if (*partition[p].reference[0]->random) set_random_lines(&c, p);
  }
  return TC_OK;
}
