/* Exact counts of the accesses of each rank. The count proceeds by owner runs: consecutive iterations whose
 * elements have the same owner. The affinity reference of an interval selects the rank that executes an
 * iteration. The owner runs of the affinity reference are intersected with those of the counted reference.
 * Without an affinity reference every rank executes all iterations, so counting the iterations once is
 * sufficient for all ranks. Random references yield expected values from the numbers of owned elements. */
#include "loops/reference_count.h"

#include "loops/owner_runs.h"

/* State of the count of one reference. */
typedef struct counter {
  const tc_loops *loops;
  const tc_interval *interval;
  const tc_reference *reference;
  int ranks_per_node;
  tc_reference_partition_count *rank; /* [ranks] result: numbers of accesses of each rank */
  /* [ranks] used without an affinity: the accesses of one rank to the elements of each owner, which are the
   * same for every rank. For a random reference, owner[r].values is the number of iterations that rank r
   * executes */
  tc_accesses *owner;
  int64_t passes; /* number of passes visited so far */
  int64_t *last;  /* [ranks] number of the last pass in which rank[].once of each rank was increased */
} counter;

static void add_accesses(tc_accesses *a, const tc_accesses *more, double times) {
  a->values += times * more->values;
  a->streamed += times * more->streamed;
  a->runs += times * more->runs;
}

/* Adds `more`, accesses of `rank` to elements of `owner`, to the counts of the rank. */
static void add_to_rank(const counter *c, int rank, int owner, const tc_accesses *more) {
  tc_reference_partition_count *count = &c->rank[rank];
  if (rank == owner)
    count->own += more->values;
  else if (rank / c->ranks_per_node == owner / c->ranks_per_node)
    add_accesses(&count->node_local, more, 1.0);
  else
    add_accesses(&count->remote, more, 1.0);
}

/* Returns the accesses of `iterations` consecutive iterations whose elements have the same owner. Their
 * values form a run (`streamed`, `runs`) unless there is only one iteration or the stride is 0. */
static tc_accesses run_of(const tc_strided_access *course, int64_t iterations) {
  const bool streams = iterations > 1 && course->stride != 0;
  return (tc_accesses){(double)iterations, streams ? (double)iterations : 0.0, streams ? 1.0 : 0.0};
}

/* Returns the number of values to add to the rank's `once` for `iterations` iterations that the rank
 * executes. With stride 0 a rank accesses one value in a pass. The value counts once for the rank, even if
 * the rank executes several separate runs of iterations. */
static double times_once(const counter *c, int rank, int64_t stride, int64_t iterations) {
  if (stride != 0) return (double)iterations;
  if (c->last[rank] == c->passes) return 0.0;
  c->last[rank] = c->passes;
  return 1.0;
}

/* ---- one pass ---- */

/* Counts the accesses of a pass of an interval with an affinity. Each step of the loop is the intersection of
 * an owner run of the affinity reference and one of the counted reference. */
static void count_shared(const counter *c, const tc_loop_pass *pass, int64_t iterations) {
  const tc_strided_access who = tc_strided_access_init(c->loops, pass, c->interval->affinity),
                          what = tc_strided_access_init(c->loops, pass, c->reference);
  tc_owner_run rank = {0}, run;
  for (int64_t k = 0; k < iterations; k += run.iterations) {
    if (rank.iterations == 0) rank = tc_strided_access_run(&who, k, iterations - k);
    run = tc_strided_access_run(&what, k, rank.iterations);
    rank.iterations -= run.iterations;
    const tc_accesses accesses = run_of(&what, run.iterations);
    add_to_rank(c, rank.owner, run.owner, &accesses);
    c->rank[rank.owner].once += times_once(c, rank.owner, what.stride, run.iterations);
  }
}

/* Adds the accesses of a reference in a pass to the entries of their owners in c->owner. */
static void count_owners(const counter *c, const tc_reference *reference, const tc_loop_pass *pass,
                         int64_t iterations) {
  const tc_strided_access what = tc_strided_access_init(c->loops, pass, reference);
  for (int64_t k = 0; k < iterations;) {
    const tc_owner_run run = tc_strided_access_run(&what, k, iterations - k);
    const tc_accesses accesses = run_of(&what, run.iterations);
    add_accesses(&c->owner[run.owner], &accesses, 1.0);
    k += run.iterations;
  }
}

/* ---- all passes ---- */

/* Sets the counts of an interval without an affinity, where every rank executes all iterations. The
 * node-local accesses of a rank are the accesses to elements of the other ranks on its node. The remote
 * accesses are those to elements of other nodes. */
static void count_for_all_ranks(const counter *c) {
  const int ranks = c->loops->ranks, per_node = c->ranks_per_node;
  const bool moves = c->reference->index.factor[c->interval->levels - 1] != 0;
  const double once = (double)(moves ? tc_interval_iterations(c->interval) : c->passes);
  tc_accesses all = {0};
  for (int r = 0; r < ranks; r++) add_accesses(&all, &c->owner[r], 1.0);
  for (int first = 0; first < ranks; first += per_node) {
    const int end = first + per_node < ranks ? first + per_node : ranks;
    tc_accesses node = {0};
    for (int r = first; r < end; r++) add_accesses(&node, &c->owner[r], 1.0);
    for (int r = first; r < end; r++) {
      c->rank[r].own += c->owner[r].values;
      c->rank[r].once += once;
      add_accesses(&c->rank[r].node_local, &node, 1.0);
      add_accesses(&c->rank[r].node_local, &c->owner[r], -1.0);
      add_accesses(&c->rank[r].remote, &all, 1.0);
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
static void count_random_accesses(const counter *c) {
  const tc_loop_array *array = &c->loops->array[c->reference->array];
  const int ranks = c->loops->ranks, per_node = c->ranks_per_node;
  const double elements = (double)tc_loop_elements(array);
  for (int first = 0; first < ranks; first += per_node) {
    const int end = first + per_node < ranks ? first + per_node : ranks;
    const double node = count_owned(array, ranks, first, end);
    for (int r = first; r < end; r++) {
      const double own = count_owned(array, ranks, r, r + 1), iterations = c->owner[r].values;
      c->rank[r].own += iterations * own / elements;
      c->rank[r].node_local.values += iterations * (node - own) / elements;
      c->rank[r].remote.values += iterations * (elements - node) / elements;
      c->rank[r].once += iterations;
    }
  }
}

/* Counts all passes separately, because the rank that executes an iteration may differ between passes. */
static void walk_interval(counter *c) {
  const bool random = *c->reference->random;
  const int64_t of_pass = tc_loop_pass_iterations(c->interval);
  tc_loop_pass pass = tc_loop_pass_first(c->interval);
  do {
    c->passes++;
    if (c->interval->affinity && !random)
      count_shared(c, &pass, of_pass);
    else
      count_owners(c, random ? c->interval->affinity : c->reference, &pass, of_pass);
  } while (tc_loop_pass_next(&pass));
}

/* Adds the accesses of the reference c->reference to c->rank. */
static void count_reference(counter *c) {
  const bool random = *c->reference->random, all = !c->interval->affinity;
  for (int r = 0; r < c->loops->ranks; r++) {
    c->owner[r] = (tc_accesses){random && all ? (double)tc_interval_iterations(c->interval) : 0.0, 0.0, 0.0};
    c->last[r] = 0;
  }
  c->passes = 0;
  if (!random || !all) walk_interval(c);
  if (random)
    count_random_accesses(c);
  else if (all)
    count_for_all_ranks(c);
}

tc_status tc_reference_partition_count_accesses(const tc_loops *loops, int ranks_per_node, tc_pool *pool,
                                                tc_reference_partition *p) {
  const size_t ranks = (size_t)loops->ranks;
  counter c = {.loops = loops, .interval = &loops->interval[p->interval], .ranks_per_node = ranks_per_node};
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
