/* Exact counts of the accesses of each rank. The count proceeds by owner runs: consecutive iterations whose
 * elements have the same owner. The affinity reference of an interval selects the rank that executes an
 * iteration. The owner runs of the affinity reference are intersected with those of the counted reference.
 * Without an affinity reference every rank executes all iterations, so counting the iterations once is
 * sufficient for all ranks. Random references yield expected values from the numbers of owned elements. */
#include "loops/reference_count.h"

#include "loops/owner_runs.h"

/* State of the count of one reference. */
typedef struct access_counter {
  const tc_loops *loops;
  const tc_interval *interval;
  const tc_reference *reference;
  int ranks_per_node;
  tc_reference_partition_count *rank; /* [ranks] result: numbers of accesses of each rank */
  /* [ranks] used in an interval without an affinity reference: the accesses of one rank to the elements of
   * each owner, which are the same for every rank. For a random reference, owner[r].values is the number of
   * iterations that rank r executes */
  tc_accesses *owner;
  int64_t passes; /* number of passes visited so far */
  int64_t *last;  /* [ranks] number of the last pass that increased rank[].distinct_values of each rank */
} access_counter;

static void add_accesses(tc_accesses *a, const tc_accesses *added, double factor) {
  a->values += factor * added->values;
  a->streamed += factor * added->streamed;
  a->runs += factor * added->runs;
}

/* Adds accesses of `rank` to elements of `owner`. */
static void add_rank_accesses(const access_counter *c, int rank, int owner, const tc_accesses *added) {
  tc_reference_partition_count *count = &c->rank[rank];
  if (rank == owner)
    count->own += added->values;
  else if (rank / c->ranks_per_node == owner / c->ranks_per_node)
    add_accesses(&count->node_local, added, 1.0);
  else
    add_accesses(&count->remote, added, 1.0);
}

/* Returns the accesses of consecutive iterations with one owner. Their values form a run, unless there is
 * only one iteration or the stride is 0. */
static tc_accesses init_run_accesses(const tc_strided_access *access, int64_t iterations) {
  const bool is_run = iterations > 1 && access->stride != 0;
  return (tc_accesses){(double)iterations, is_run ? (double)iterations : 0.0, is_run ? 1.0 : 0.0};
}

/* Returns the number of distinct values that a rank accesses in a pass. With stride 0 it is one value, which
 * counts once, even if the rank executes several separate runs of iterations. */
static double count_distinct(const access_counter *c, int rank, int64_t stride, int64_t iterations) {
  if (stride != 0) return (double)iterations;
  if (c->last[rank] == c->passes) return 0.0;
  c->last[rank] = c->passes;
  return 1.0;
}

/* ---- one pass ---- */

/* Counts one pass of an interval with an affinity reference. Each step of the loop is the intersection of an
 * owner run of the affinity reference and one of the counted reference. */
static void count_affinity_pass(const access_counter *c, const tc_loop_pass *pass, int64_t iterations) {
  const tc_strided_access executor = tc_strided_access_init(c->loops, pass, c->interval->affinity),
                          accessed = tc_strided_access_init(c->loops, pass, c->reference);
  tc_owner_run rank = {0}, run;
  for (int64_t k = 0; k < iterations; k += run.iterations) {
    if (rank.iterations == 0) rank = tc_strided_access_run(&executor, k, iterations - k);
    run = tc_strided_access_run(&accessed, k, rank.iterations);
    rank.iterations -= run.iterations;
    const tc_accesses accesses = init_run_accesses(&accessed, run.iterations);
    add_rank_accesses(c, rank.owner, run.owner, &accesses);
    c->rank[rank.owner].distinct_values += count_distinct(c, rank.owner, accessed.stride, run.iterations);
  }
}

static void count_pass_by_owner(const access_counter *c, const tc_reference *reference,
                                const tc_loop_pass *pass, int64_t iterations) {
  const tc_strided_access accessed = tc_strided_access_init(c->loops, pass, reference);
  for (int64_t k = 0; k < iterations;) {
    const tc_owner_run run = tc_strided_access_run(&accessed, k, iterations - k);
    const tc_accesses accesses = init_run_accesses(&accessed, run.iterations);
    add_accesses(&c->owner[run.owner], &accesses, 1.0);
    k += run.iterations;
  }
}

/* ---- all passes ---- */

/* Sets the counts of an interval without an affinity reference, where every rank executes all iterations. */
static void count_for_all_ranks(const access_counter *c) {
  const int ranks = c->loops->ranks, per_node = c->ranks_per_node;
  const bool has_stride = c->reference->index.factor[c->interval->levels - 1] != 0;
  const double distinct = (double)(has_stride ? tc_interval_iterations(c->interval) : c->passes);
  tc_accesses total = {0};
  for (int r = 0; r < ranks; r++) add_accesses(&total, &c->owner[r], 1.0);
  for (int first = 0; first < ranks; first += per_node) {
    const int end = first + per_node < ranks ? first + per_node : ranks;
    tc_accesses node = {0};
    for (int r = first; r < end; r++) add_accesses(&node, &c->owner[r], 1.0);
    for (int r = first; r < end; r++) {
      c->rank[r].own += c->owner[r].values;
      c->rank[r].distinct_values += distinct;
      add_accesses(&c->rank[r].node_local, &node, 1.0);
      add_accesses(&c->rank[r].node_local, &c->owner[r], -1.0);
      add_accesses(&c->rank[r].remote, &total, 1.0);
      add_accesses(&c->rank[r].remote, &node, -1.0);
    }
  }
}

static double count_owned(const tc_loop_array *array, int ranks, int first, int end) {
  double owned = 0.0;
  for (int r = first; r < end; r++) owned += (double)tc_loop_owned(array, ranks, r);
  return owned;
}

/* Adds the expected accesses of a random reference: each iteration accesses any element with equal
 * probability. */
static void count_random_accesses(const access_counter *c) {
  const tc_loop_array *array = &c->loops->array[c->reference->array];
  const int ranks = c->loops->ranks, per_node = c->ranks_per_node;
  const double elements = (double)tc_loop_elements(array);
  for (int first = 0; first < ranks; first += per_node) {
    const int end = first + per_node < ranks ? first + per_node : ranks;
    const double node = count_owned(array, ranks, first, end);
    for (int r = first; r < end; r++) {
      const double owned = count_owned(array, ranks, r, r + 1), iterations = c->owner[r].values;
      c->rank[r].own += iterations * owned / elements;
      c->rank[r].node_local.values += iterations * (node - owned) / elements;
      c->rank[r].remote.values += iterations * (elements - node) / elements;
      c->rank[r].distinct_values += iterations;
    }
  }
}

/* Counts all passes of the innermost loop separately, because the rank that executes an iteration may differ
 * between passes. */
static void count_passes(access_counter *c) {
  const bool is_random = *c->reference->random;
  const int64_t iterations = tc_loop_pass_iterations(c->interval);
  tc_loop_pass pass = tc_loop_pass_first(c->interval);
  do {
    c->passes++;
    if (c->interval->affinity && !is_random)
      count_affinity_pass(c, &pass, iterations);
    else
      count_pass_by_owner(c, is_random ? c->interval->affinity : c->reference, &pass, iterations);
  } while (tc_loop_pass_next(&pass));
}

static void count_reference(access_counter *c) {
  const bool is_random = *c->reference->random, runs_everywhere = !c->interval->affinity;
  for (int r = 0; r < c->loops->ranks; r++) {
    c->owner[r] =
        (tc_accesses){is_random && runs_everywhere ? (double)tc_interval_iterations(c->interval) : 0.0, 0.0,
                      0.0};
    c->last[r] = 0;
  }
  c->passes = 0;
  if (!is_random || !runs_everywhere) count_passes(c);
  if (is_random)
    count_random_accesses(c);
  else if (runs_everywhere)
    count_for_all_ranks(c);
}

tc_status tc_reference_partition_count_accesses(const tc_loops *loops, int ranks_per_node, tc_pool *pool,
                                                tc_reference_partition *p) {
  const size_t ranks = (size_t)loops->ranks;
  access_counter c = {.loops = loops,
                      .interval = &loops->interval[p->interval],
                      .ranks_per_node = ranks_per_node};
  TC_TRY(tc_pool_alloc(pool, ranks * sizeof *c.owner, &c.owner));
  TC_TRY(tc_pool_alloc(pool, ranks * sizeof *c.last, &c.last));
  for (int use = 0; use < TC_USES; use++) {
    TC_TRY(tc_pool_alloc(pool, ranks * sizeof *c.rank, &c.rank));
    for (int r = 0; r < p->references; r++) {
      c.reference = p->reference[r];
      if (tc_reference_partition_is_counted(p, r, use)) count_reference(&c);
    }
    p->count[use] = c.rank;
  }
  return TC_OK;
}
