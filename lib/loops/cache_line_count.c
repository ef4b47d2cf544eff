/* Simulation of the tags of a software cache of lines, layer `cached` of pgas. For each array of an interval
 * the simulation visits the iterations of every rank in program order and counts fetched and written-back
 * lines. If an iteration does not change the cache, the simulation skips the following iterations that access
 * the same lines. Each array of an interval starts with an empty cache. References with random subscripts are
 * not simulated; their counts are expected values. */
#include "loops/cache_line_count.h"

#include <math.h>

#include "loops/owner_runs.h"
#include "pgas/layer_facts.h"

/* Limits of the simulation. most_accesses: number of accesses to other nodes. most_ranks: number of ranks.
 * most_courses: number of reads and writes of one array in an interval. */
enum { most_accesses = 1 << 24, most_ranks = 1024, most_courses = TC_USES * TC_LOOP_REFERENCES };

/* State of one slot of a rank's cache. A slot holds at most one line. */
typedef struct tag {
  int32_t rank, number; /* owner of the line in the slot, and number of the line among the owner's lines; rank
                           is -1 if the slot is empty */
  uint64_t valid;       /* bit k is 1 if value k of the line is in the cache */
  /* number of the partition that wrote last into the line while it has been in the slot; -1 if the line needs
   * no write-back */
  int dirty;
} tag;

/* The reads or the writes of one reference to the simulated array. */
typedef struct course {
  const tc_reference *reference;
  int partition, use;
  tc_strided_access at; /* elements that the reference accesses in the current pass */
} course;

/* State of the simulation of all ranks' caches for one array in one interval. */
typedef struct cache {
  const tc_loops *loops;
  const tc_interval *interval;
  int ranks_per_node, array, courses;
  course *course; /* [courses] uses of references, in the order of the accesses of an iteration */
  tag *tags;      /* [ranks][TC_CACHE_LINES] slots of all caches */
  tc_reference_partition *partition;
  double *(*lines)[TC_USES]; /* [partitions][TC_USES][ranks] counted lines */
} cache;

/* ---- one access ---- */

/* Returns the owner and the local index of the element with the row-major index `index`. */
static tc_location location_of(const cache *c, int64_t index) {
  const tc_loop_array *a = &c->loops->array[c->array];
  const int64_t round = a->block * c->loops->ranks;
  if (a->block == 0) return (tc_location){a->owner, (int32_t)index};
  return (tc_location){tc_loop_owner(a, c->loops->ranks, index),
                       (int32_t)(index / round * a->block + index % a->block)};
}

static void write_back(const cache *c, int rank, tag *t) {
  if (t->dirty >= 0) c->lines[t->dirty][TC_WRITES][rank]++;
  t->dirty = -1;
}

/* Simulates one access by `rank` to the element at `place`. Counts a line if the access fetches one. Returns
 * true if the access changes nothing in the cache. */
static bool access_one(const cache *c, int rank, const course *of, tc_location place) {
  tag *t = &c->tags[(size_t)rank * TC_CACHE_LINES + (size_t)tc_cache_slot(place)];
  const int32_t number = place.local / TC_CACHE_LINE;
  const bool there = t->rank == place.rank && t->number == number && t->valid == UINT64_MAX;
  if (t->rank != place.rank || t->number != number) {
    write_back(c, rank, t);
    *t = (tag){place.rank, number, 0, -1};
  }
  const uint64_t bit = (uint64_t)1 << place.local % TC_CACHE_LINE;
  if (of->use == TC_WRITES) {
    const bool before = t->dirty >= 0;
    t->valid |= bit;
    t->dirty = of->partition;
    return there && before;
  }
  if (t->valid & bit) return there;
  c->lines[of->partition][TC_READS][rank]++;
  t->valid = UINT64_MAX;
  return false;
}

/* ---- iterations with the same owners ---- */

/* Returns how many consecutive iterations access the same cache line and the same block of the array, the
 * present iteration included. This iteration accesses the element `index`, whose local index is `local`. */
static int64_t iterations_in_line(const cache *c, int64_t index, int64_t stride, int32_t local) {
  const int64_t block = c->loops->array[c->array].block, line = local % TC_CACHE_LINE,
                into = block > 0 ? index % block : line;
  if (stride == 0) return INT64_MAX;
  if (stride < 0) return (line < into ? line : into) / -stride + 1;
  const int64_t rest = TC_CACHE_LINE - 1 - line, ahead = block > 0 ? block - 1 - into : rest;
  return (rest < ahead ? rest : ahead) / stride + 1;
}

/* Simulates iteration k for the references r whose element is on another node (far[r]). Returns the number of
 * iterations that the caller can advance. It is 1 if an access changed the cache. Otherwise it is the number
 * of iterations, k included, in which every reference accesses the same cache line as in iteration k. */
static int64_t count_iteration(const cache *c, int rank, const bool *far, int64_t k) {
  int64_t alike = INT64_MAX;
  for (int r = 0; r < c->courses; r++) {
    if (!far[r]) continue;
    const tc_strided_access *at = &c->course[r].at;
    const int64_t index = at->first + k * at->stride;
    const tc_location place = location_of(c, index);
    const int64_t more =
        access_one(c, rank, &c->course[r], place) ? iterations_in_line(c, index, at->stride, place.local) : 1;
    alike = more < alike ? more : alike;
  }
  return alike;
}

static void count_range(const cache *c, int rank, const int *owner, int64_t begin, int64_t end) {
  bool far[most_courses], any = false;
  for (int r = 0; r < c->courses; r++) {
    far[r] = owner[r] / c->ranks_per_node != rank / c->ranks_per_node;
    any = any || far[r];
  }
  for (int64_t k = begin; any && k < end;) {
    const int64_t alike = count_iteration(c, rank, far, k);
    k += alike < end - k ? alike : end - k;
  }
}

static void walk_pass(cache *c, const tc_loop_pass *pass) {
  const int64_t iterations = tc_loop_pass_iterations(c->interval);
  const tc_reference *affinity = c->interval->affinity;
  const tc_strided_access of =
      affinity ? tc_strided_access_init(c->loops, pass, affinity) : (tc_strided_access){.array = NULL};
  int owner[most_courses];
  for (int r = 0; r < c->courses; r++)
    c->course[r].at = tc_strided_access_init(c->loops, pass, c->course[r].reference);
  for (int64_t k = 0, end; k < iterations; k = end) {
    const tc_owner_run who = affinity ? tc_strided_access_run(&of, k, iterations - k)
                                      : (tc_owner_run){c->loops->ranks - 1, iterations - k};
    int64_t alike = who.iterations;
    for (int r = 0; r < c->courses; r++) {
      const tc_owner_run run = tc_strided_access_run(&c->course[r].at, k, alike);
      owner[r] = run.owner;
      alike = run.iterations;
    }
    end = k + alike;
    for (int rank = affinity ? who.owner : 0; rank <= who.owner; rank++) count_range(c, rank, owner, k, end);
  }
}

static void walk_interval(cache *c) {
  const size_t tags = (size_t)c->loops->ranks * TC_CACHE_LINES;
  tc_loop_pass pass = tc_loop_pass_first(c->interval);
  for (size_t t = 0; t < tags; t++) c->tags[t] = (tag){-1, -1, 0, -1};
  do walk_pass(c, &pass);
  while (tc_loop_pass_next(&pass));
  /* The fence at the end of an interval writes back all lines. */
  for (size_t t = 0; t < tags; t++) write_back(c, (int)(t / TC_CACHE_LINES), &c->tags[t]);
}

/* ---- random accesses ---- */

/* Probabilities that a random access is to a line that uses a slot of the cache. once: for each slot, the sum
 * of the probabilities of all lines that share the slot. twice: the sum of the squares of these
 * probabilities. */
typedef struct chances {
  double once[TC_CACHE_LINES], twice[TC_CACHE_LINES];
} chances;

static void add_lines(const cache *c, int owner, double sign, chances *sum) {
  const tc_loop_array *a = &c->loops->array[c->array];
  const double elements = (double)tc_loop_elements(a);
  const int64_t owned = tc_loop_owned(a, c->loops->ranks, owner);
  for (int64_t first = 0; first < owned; first += TC_CACHE_LINE) {
    const double of_line = owned - first < TC_CACHE_LINE ? (double)(owned - first) : TC_CACHE_LINE;
    const int32_t place = tc_cache_slot((tc_location){owner, (int32_t)first});
    sum->once[place] += sign * of_line / elements;
    sum->twice[place] += sign * of_line / elements * of_line / elements;
  }
}

/* Returns the expected number of lines fetched in `draws` random accesses. The first access to a slot fetches
 * a line. Each later access fetches one unless the previous access to the slot was to the same line. */
static double expected_lines(const chances *far, double draws) {
  double lines = 0.0;
  for (int p = 0; p < TC_CACHE_LINES; p++) {
    const double once = far->once[p], same = far->twice[p] / once;
    if (!(once > 1e-12)) continue;
    const double any = -expm1(draws * log1p(-fmin(once, 1.0 - 1e-12)));
    lines += any + (draws * once - any) * (1.0 - same / once);
  }
  return lines;
}

/* Sets `lines` of a partition with random accesses to expected values. For writes it assumes that each line
 * is written back as often as a read would fetch it. */
static void count_random_lines(const cache *c, int partition) {
  const int ranks = c->loops->ranks, per_node = c->ranks_per_node;
  chances all = {{0.0}, {0.0}};
  for (int r = 0; r < ranks; r++) add_lines(c, r, 1.0, &all);
  for (int first = 0; first < ranks; first += per_node) {
    chances far = all;
    const int end = first + per_node < ranks ? first + per_node : ranks;
    for (int r = first; r < end; r++) add_lines(c, r, -1.0, &far);
    for (int use = 0; use < TC_USES; use++)
      for (int r = first; r < end; r++)
        c->lines[partition][use][r] =
            expected_lines(&far, tc_reference_partition_values(&c->partition[partition], use, r));
  }
}

/* ---- all partitions ---- */

static double count_remote_values(const tc_loops *loops, const tc_reference_partition *p) {
  double sum = 0.0;
  for (int use = 0; use < TC_USES; use++)
    for (int r = 0; r < loops->ranks; r++) sum += p->count[use][r].remote.values;
  return sum;
}

/* Collects in c->course the uses of the array c->array in interval number `interval`: the reads of all
 * partitions, then their writes. Random references are not included. Returns true if any access is to another
 * node. */
static bool collect_courses(cache *c, int interval, int partitions) {
  double far = 0.0;
  c->courses = 0;
  for (int use = 0; use < TC_USES; use++)
    for (int p = 0; p < partitions; p++) {
      const tc_reference_partition *of = &c->partition[p];
      if (of->interval != interval || of->array != c->array || *of->reference[0]->random) continue;
      far += count_remote_values(c->loops, of);
      for (int r = 0; r < of->references; r++)
        if (tc_reference_partition_is_counted(of, r, use))
          c->course[c->courses++] = (course){of->reference[r], p, use, {NULL, 0, 0, 0}};
    }
  return far > 0.0;
}

/* Returns the work of the simulation: the number of accesses to other nodes, and for random references the
 * number of cache lines of the array. */
static double simulated_accesses(const tc_loops *loops, int partitions, const tc_reference_partition *p) {
  double sum = 0.0;
  for (int i = 0; i < partitions; i++) {
    const bool random = *p[i].reference[0]->random;
    sum += random ? (double)tc_loop_elements(&loops->array[p[i].array]) / TC_CACHE_LINE
                  : count_remote_values(loops, &p[i]);
  }
  return sum;
}

static bool has_array(const tc_loops *loops, int interval, int array) {
  bool any = false;
  for (int r = 0; r < loops->interval[interval].references; r++)
    any = any || loops->interval[interval].reference[r].array == array;
  return any;
}

static tc_status alloc_cache(cache *c, tc_pool *pool, int partitions) {
  const size_t ranks = (size_t)c->loops->ranks;
  TC_TRY(tc_pool_alloc(pool, (size_t)partitions * sizeof *c->lines, &c->lines));
  TC_TRY(tc_pool_alloc(pool, ranks * TC_CACHE_LINES * sizeof *c->tags, &c->tags));
  TC_TRY(tc_pool_alloc(pool, most_courses * sizeof *c->course, &c->course));
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
  if (loops->ranks > most_ranks || simulated_accesses(loops, partitions, partition) > most_accesses)
    return TC_OK;
  TC_TRY(alloc_cache(&c, pool, partitions));
  for (int i = 0; i < loops->intervals; i++)
    for (c.array = 0; c.array < loops->arrays; c.array++) {
      c.interval = &loops->interval[i];
      if (has_array(loops, i, c.array) && collect_courses(&c, i, partitions)) walk_interval(&c);
    }
  for (int p = 0; p < partitions; p++) {
    c.array = partition[p].array;
    if (*partition[p].reference[0]->random) count_random_lines(&c, p);
  }
  return TC_OK;
}
