/* Grouping of references into partitions. The references of an interval are visited in program order. A
 * reference joins the first partition of the same array that has no dependence with the reference and whose
 * elements have the same owner in every iteration as the element of the reference. After the grouping the
 * accesses of each partition are counted, then the cache lines of all partitions together. */
#include "loops/reference_partition.h"

#include <math.h>

#include "loops/cache_line_count.h"
#include "loops/dependence.h"
#include "loops/owner_runs.h"
#include "loops/reference_count.h"

/* ---- grouping of references ---- */

typedef struct builder {
  const tc_loops *loops;
  tc_reference_partition *of;
  int count;
} builder;

static bool may_depend(const tc_interval *interval, const tc_reference_partition *p,
                       const tc_reference *reference) {
  for (int r = 0; r < p->references; r++)
    if (tc_references_may_depend(interval, p->reference[r], reference)) return true;
  return false;
}

static bool is_together(const builder *b, const tc_interval *interval, const tc_reference_partition *p,
                        const tc_reference *reference) {
  for (int r = 0; r < p->references; r++)
    if (!tc_references_can_merge(b->loops, interval, p->reference[r], reference)) return false;
  return true;
}

static void add_reference(tc_reference_partition *p, const tc_reference *reference) {
  bool repeats = false;
  for (int r = 0; r < p->references; r++)
    repeats = repeats ||
              (p->reference[r]->use == reference->use && tc_references_equal(p->reference[r], reference));
  p->unique[TC_READS] += !repeats && (reference->use & TC_USE_READ);
  p->unique[TC_WRITES] += !repeats && (reference->use & TC_USE_WRITE);
  p->repeats[p->references] = repeats;
  p->reference[p->references++] = reference;
}

/* Adds a reference to the first partition of the interval that accepts it, or to a new one. The partitions of
 * the interval begin at number `first`. */
static void place_reference(builder *b, int first, int interval, const tc_reference *reference) {
  const tc_interval *nest = &b->loops->interval[interval];
  int apart = -1;
  for (int p = first; p < b->count; p++) {
    if (b->of[p].array != reference->array || !is_together(b, nest, &b->of[p], reference)) continue;
    if (!may_depend(nest, &b->of[p], reference)) {
      add_reference(&b->of[p], reference);
      return;
    }
    apart = p;
  }
  tc_reference_partition *made = &b->of[b->count++];
  *made = (tc_reference_partition){.interval = interval, .array = reference->array, .conflicts_with = apart};
  add_reference(made, reference);
}

static void group_references(builder *b) {
  for (int i = 0; i < b->loops->intervals; i++) {
    const int first = b->count;
    for (int r = 0; r < b->loops->interval[i].references; r++)
      place_reference(b, first, i, &b->loops->interval[i].reference[r]);
  }
}

static int count_references(const tc_loops *loops) {
  int references = 0;
  for (int i = 0; i < loops->intervals; i++) references += loops->interval[i].references;
  return references;
}

tc_status tc_reference_partitions_create(const tc_loops *loops, int ranks_per_node, tc_pool *pool,
                                         tc_reference_partitions *out) {
  builder b = {.loops = loops};
  TC_TRY(tc_pool_alloc(pool, (size_t)count_references(loops) * sizeof *b.of, &b.of));
  group_references(&b);
  for (int p = 0; p < b.count; p++)
    TC_TRY(tc_reference_partition_count_accesses(loops, ranks_per_node, pool, &b.of[p]));
  TC_TRY(tc_cache_lines_count(loops, ranks_per_node, pool, b.count, b.of));
  *out = (tc_reference_partitions){b.count, b.of};
  return TC_OK;
}

/* ---- number of steps ---- */

static double steps_of(const tc_loops *loops, const tc_interval *interval, const tc_reference *reference) {
  return reference && !*reference->random ? tc_reference_steps(loops, interval, reference) : 0.0;
}

/* Returns an upper bound of the number of steps that comparing reference number `reference` with all previous
 * references needs. */
static double partition_steps(const tc_loops *loops, const tc_interval *interval, int reference) {
  const tc_reference *of = &interval->reference[reference];
  double steps = 0.0;
  for (const tc_reference *r = interval->reference; r < of; r++)
    if (r->array == of->array && !*r->random && !*of->random && !tc_references_equal(r, of))
      steps += steps_of(loops, interval, r) + steps_of(loops, interval, of);
  return steps;
}

/* Each read or write of a reference adds the number of ranks to the steps, because the count loops over all
 * ranks. */
double tc_reference_partition_steps(const tc_loops *loops, const tc_interval *interval) {
  double steps = 0.0;
  for (int r = 0; r < interval->references; r++) {
    const tc_reference *reference = &interval->reference[r];
    const double uses = reference->use == TC_USE_UPDATE ? 2.0 : 1.0;
    const double once = steps_of(loops, interval, reference) + steps_of(loops, interval, interval->affinity);
    steps += uses * (once + loops->ranks) + partition_steps(loops, interval, r);
  }
  return steps;
}

/* ---- sums ---- */

double tc_reference_partition_values(const tc_reference_partition *partition, int use, int rank) {
  const tc_reference_partition_count *c = &partition->count[use][rank];
  return c->own + c->node_local.values + c->remote.values;
}

bool tc_reference_partition_is_counted(const tc_reference_partition *p, int reference, int use) {
  const tc_reference_use wanted = use == TC_READS ? TC_USE_READ : TC_USE_WRITE;
  return !p->repeats[reference] && (p->reference[reference]->use & wanted);
}
