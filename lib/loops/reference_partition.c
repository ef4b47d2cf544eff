/* Grouping of references into partitions. The references of an interval are visited in program order. A
 * reference joins the first partition of the same array that accepts it. The partition must have no
 * dependence with the reference, and the elements of both must have the same owner in every iteration. After
 * the grouping the accesses of each partition are counted, then the cache lines of all partitions
 * together. */
#include "loops/reference_partition.h"

#include <math.h>

#include "loops/cache_line_count.h"
#include "loops/dependence.h"
#include "loops/owner_runs.h"
#include "loops/reference_count.h"

/* ---- grouping of references ---- */

typedef struct partition_builder {
  const tc_loops *loops;
  tc_reference_partition *partition;
  int count;
} partition_builder;

static bool may_depend_on_partition(const tc_interval *interval, const tc_reference_partition *p,
                                    const tc_reference *reference) {
  for (int r = 0; r < p->references; r++)
    if (tc_references_may_depend(interval, p->reference[r], reference)) return true;
  return false;
}

static bool can_join(const partition_builder *b, const tc_interval *interval, const tc_reference_partition *p,
                     const tc_reference *reference) {
  for (int r = 0; r < p->references; r++)
    if (!tc_references_can_merge(b->loops, interval, p->reference[r], reference)) return false;
  return true;
}

static void append_reference(tc_reference_partition *p, const tc_reference *reference) {
  bool is_repeated = false;
  for (int r = 0; r < p->references; r++)
    is_repeated = is_repeated ||
                  (p->reference[r]->use == reference->use && tc_references_equal(p->reference[r], reference));
  p->unique[TC_READS] += !is_repeated && (reference->use & TC_USE_READ);
  p->unique[TC_WRITES] += !is_repeated && (reference->use & TC_USE_WRITE);
  p->is_repeated[p->references] = is_repeated;
  p->reference[p->references++] = reference;
}

/* Adds a reference to the first partition of the interval that accepts it, or to a new one. The partitions of
 * the interval begin at number `first`. */
static void assign_reference(partition_builder *b, int first, int interval, const tc_reference *reference) {
  const tc_interval *nest = &b->loops->interval[interval];
  int conflict = -1;
  for (int p = first; p < b->count; p++) {
    if (b->partition[p].array != reference->array || !can_join(b, nest, &b->partition[p], reference))
      continue;
    if (!may_depend_on_partition(nest, &b->partition[p], reference)) {
      append_reference(&b->partition[p], reference);
      return;
    }
    conflict = p;
  }
  tc_reference_partition *added = &b->partition[b->count++];
  *added =
      (tc_reference_partition){.interval = interval, .array = reference->array, .conflicts_with = conflict};
  append_reference(added, reference);
}

static void group_references(partition_builder *b) {
  for (int i = 0; i < b->loops->intervals; i++) {
    const int first = b->count;
    for (int r = 0; r < b->loops->interval[i].references; r++)
      assign_reference(b, first, i, &b->loops->interval[i].reference[r]);
  }
}

static int count_references(const tc_loops *loops) {
  int references = 0;
  for (int i = 0; i < loops->intervals; i++) references += loops->interval[i].references;
  return references;
}

tc_status tc_reference_partitions_create(const tc_loops *loops, int ranks_per_node, tc_pool *pool,
                                         tc_reference_partitions *out) {
  partition_builder b = {.loops = loops};
  TC_TRY(tc_pool_alloc(pool, (size_t)count_references(loops) * sizeof *b.partition, &b.partition));
  group_references(&b);
  for (int p = 0; p < b.count; p++)
    TC_TRY(tc_reference_partition_count_accesses(loops, ranks_per_node, pool, &b.partition[p]));
  TC_TRY(tc_cache_lines_count(loops, ranks_per_node, pool, b.count, b.partition));
  *out = (tc_reference_partitions){b.count, b.partition};
  return TC_OK;
}

/* ---- number of steps ---- */

static double count_reference_steps(const tc_loops *loops, const tc_interval *interval,
                                    const tc_reference *reference) {
  return reference && !*reference->random ? tc_reference_steps(loops, interval, reference) : 0.0;
}

/* Returns an upper bound of the steps that comparing reference number `reference` with all previous
 * references needs. */
static double count_compare_steps(const tc_loops *loops, const tc_interval *interval, int reference) {
  const tc_reference *other = &interval->reference[reference];
  double steps = 0.0;
  for (const tc_reference *r = interval->reference; r < other; r++)
    if (r->array == other->array && !*r->random && !*other->random && !tc_references_equal(r, other))
      steps += count_reference_steps(loops, interval, r) + count_reference_steps(loops, interval, other);
  return steps;
}

/* Estimates the steps of the analysis. Each read or write of a reference adds the number of ranks, because
 * the count loops over all ranks. */
double tc_reference_partition_steps(const tc_loops *loops, const tc_interval *interval) {
  double steps = 0.0;
  for (int r = 0; r < interval->references; r++) {
    const tc_reference *reference = &interval->reference[r];
    const double uses = reference->use == TC_USE_UPDATE ? 2.0 : 1.0;
    const double run_steps = count_reference_steps(loops, interval, reference) +
                             count_reference_steps(loops, interval, interval->affinity);
    steps += uses * (run_steps + loops->ranks) + count_compare_steps(loops, interval, r);
  }
  return steps;
}

/* ---- sums ---- */

double tc_reference_partition_values(const tc_reference_partition *partition, int use, int rank) {
  const tc_reference_partition_count *c = &partition->count[use][rank];
  return c->own + c->node_local.values + c->remote.values;
}

bool tc_reference_partition_is_counted(const tc_reference_partition *p, int reference, int use) {
  const tc_reference_use use_bit = use == TC_READS ? TC_USE_READ : TC_USE_WRITE;
  return !p->is_repeated[reference] && (p->reference[reference]->use & use_bit);
}
