/* Runner of any loop nest. Makes exactly the accesses that the loop file describes. Each value that is
 * written is computed from the index of the element and the parity of the round. The value does not depend on
 * the order of the writes. Every value that is read and every result can therefore be verified. In each
 * iteration one operation performs all reads of a partition (references that are accessed together), and
 * another operation performs all its writes. */
#include <string.h>

#include "base/numeric/hash.h"
#include "loops/owner_runs.h"
#include "programs/runner.h"

enum {
  progress_interval = 64, /* number of iterations after which tc_shared_array_progress is called again */
  /* maximum number of writes of a reference that are verified at the end; it limits the time of the check */
  max_checked_writes = 1 << 24
};

/* Elements that a reference accesses in one pass of the innermost loop. */
typedef struct pass_access {
  /* iteration k of the pass accesses element first + stride * k, unless the reference is random */
  int64_t first, stride;
  int64_t range; /* for a random reference: elements are chosen at random from 0 to range - 1; 0 for other
                    references */
  uint64_t seed; /* seed of the random numbers */
} pass_access;

/* One reference partition: references that are accessed together. Its reads (use = TC_READS) or writes
 * (TC_WRITES) are loops.reference[use][begin[use]] to loops.reference[use][end[use] - 1]. */
typedef struct group {
  int array, begin[TC_USES], end[TC_USES];
} group;

typedef struct loops {
  int64_t wrong_values; /* number of values read so far that differ from the expected values */
  int groups;
  group group[TC_LOOP_REFERENCES];
  const tc_reference *reference[TC_USES][TC_LOOP_REFERENCES];
  pass_access access[TC_USES][TC_LOOP_REFERENCES];
  int64_t index[TC_LOOP_REFERENCES];
  double value[TC_LOOP_REFERENCES];
} loops;

static double unwritten_value(int64_t index) { return -1.0 - (double)index; }

/* Returns the value that round number `round` writes to element `index`. Consecutive rounds write different
 * values. */
static double written_value(int64_t index, int round) { return (double)index + (round % 2 ? 0.25 : 0.5); }

static bool is_valid_value(double value, int64_t index) {
  return value == unwritten_value(index) || value == written_value(index, 0) ||
         value == written_value(index, 1);
}

static tc_status create_loops(fg_program_context *s) {
  for (int a = 0; a < s->loops->arrays; a++)
    for (int64_t l = 0; l < fg_program_context_owned(s, a); l++)
      fg_program_context_local(s, a)[l] = unwritten_value(fg_program_context_index(s, a, l));
  return TC_OK;
}

/* ---- setup of an interval ---- */

static void add_partition(loops *l, const tc_reference_partition *p) {
  group *g = &l->group[l->groups];
  g->array = p->array;
  for (int use = 0; use < TC_USES; use++) {
    g->begin[use] = g->end[use] = l->groups > 0 ? g[-1].end[use] : 0;
    for (int r = 0; r < p->references; r++)
      if (!p->is_repeated[r] && p->reference[r]->use & (use == TC_READS ? TC_USE_READ : TC_USE_WRITE))
        l->reference[use][g->end[use]++] = p->reference[r];
  }
  l->groups++;
}

static void begin_interval(const fg_program_context *s, int interval, loops *l) {
  l->groups = 0;
  for (int p = 0; p < s->partitions->count; p++)
    if (s->partitions->item[p].interval == interval) add_partition(l, &s->partitions->item[p]);
}

/* Determines the elements that a reference accesses in a pass. Random references with the same argument
 * access the same elements. */
static pass_access init_pass_access(const fg_program_context *s, const tc_loop_pass *pass,
                                    const tc_reference *reference) {
  const tc_strided_access access = tc_strided_access_init(s->loops, pass, reference);
  pass_access c = {.first = access.first, .stride = access.stride};
  if (!*reference->random) return c;
  c.range = tc_loop_elements(access.array);
  c.seed = tc_hash_bytes((uint64_t)s->rank + 1, reference->random, strlen(reference->random));
  for (int level = 0; level < pass->interval->levels; level++)
    c.seed = tc_hash_mix(c.seed + (uint64_t)pass->variable[level]);
  return c;
}

static void begin_pass(const fg_program_context *s, const tc_loop_pass *pass, loops *l) {
  for (int use = 0; use < TC_USES; use++)
    for (int r = 0; r < l->group[l->groups - 1].end[use]; r++)
      l->access[use][r] = init_pass_access(s, pass, l->reference[use][r]);
}

/* ---- execution of an iteration ---- */

static int64_t element_index(const pass_access *c, int64_t k) {
  if (c->range == 0) return c->first + c->stride * k;
  return (int64_t)((tc_hash_mix(c->seed + (uint64_t)k) >> 32) * (uint64_t)c->range >> 32);
}

static tc_status read_group(fg_program_context *s, loops *l, const group *g, int64_t k) {
  const int count = g->end[TC_READS] - g->begin[TC_READS];
  for (int r = 0; r < count; r++)
    l->index[r] = element_index(&l->access[TC_READS][g->begin[TC_READS] + r], k);
  if (count == 1)
    TC_TRY(tc_shared_get(s->access[g->array], l->index[0], l->value));
  else if (count > 1)
    TC_TRY(tc_shared_get_many(s->access[g->array], count, l->index, l->value));
  for (int r = 0; r < count; r++) l->wrong_values += !is_valid_value(l->value[r], l->index[r]);
  return TC_OK;
}

static tc_status write_group(fg_program_context *s, loops *l, const group *g, int64_t k) {
  const int count = g->end[TC_WRITES] - g->begin[TC_WRITES];
  for (int w = 0; w < count; w++) {
    l->index[w] = element_index(&l->access[TC_WRITES][g->begin[TC_WRITES] + w], k);
    l->value[w] = written_value(l->index[w], s->rounds);
  }
  if (count == 1) return tc_shared_put(s->access[g->array], l->index[0], l->value[0]);
  return count > 1 ? tc_shared_put_many(s->access[g->array], count, l->index, l->value) : TC_OK;
}

static tc_status run_iteration(fg_program_context *s, loops *l, int64_t k) {
  for (int g = 0; g < l->groups; g++) TC_TRY(read_group(s, l, &l->group[g], k));
  for (int g = 0; g < l->groups; g++) TC_TRY(write_group(s, l, &l->group[g], k));
  if (k % progress_interval == 0) tc_shared_array_progress(s->array[0]);
  return TC_OK;
}

static tc_status run_pass(fg_program_context *s, loops *l, const tc_loop_pass *pass) {
  const tc_reference *affinity = pass->interval->affinity;
  const tc_strided_access access =
      affinity ? tc_strided_access_init(s->loops, pass, affinity) : (tc_strided_access){.array = NULL};
  const int64_t iterations = tc_loop_pass_iterations(pass->interval);
  for (int64_t k = 0; k < iterations; k++)
    if (!affinity || fg_program_context_is_local(s, affinity->array, access.first + access.stride * k))
      TC_TRY(run_iteration(s, l, k));
  return TC_OK;
}

static tc_status run_loops(fg_program_context *s) {
  loops *l = s->runner_data;
  for (int i = 0; i < s->loops->intervals; i++) {
    tc_loop_pass pass = tc_loop_pass_first(&s->loops->interval[i]);
    begin_interval(s, i, l);
    do {
      begin_pass(s, &pass, l);
      TC_TRY(run_pass(s, l, &pass));
    } while (tc_loop_pass_next(&pass));
    TC_TRY(fg_program_context_fence(s));
  }
  return TC_OK;
}

/* ---- verification at the end ---- */

/* True if a rank of s->world executes iteration k of the innermost loop. `array` is the array whose owners
 * execute the iterations (affinity); a negative number means that every rank executes all iterations. */
static bool is_executed(const fg_program_context *s, const tc_strided_access *affinity, int array,
                        int64_t k) {
  return !s->is_serial || array < 0 ||
         fg_program_context_is_local(s, array, affinity->first + affinity->stride * k);
}

static tc_status check_pass(const fg_program_context *s, const tc_loop_pass *pass,
                            const tc_reference *reference) {
  const tc_strided_access access = tc_strided_access_init(s->loops, pass, reference);
  const tc_reference *affinity_reference = pass->interval->affinity;
  const tc_strided_access affinity =
      affinity_reference ? tc_strided_access_init(s->loops, pass, affinity_reference) : access;
  const int64_t iterations = tc_loop_pass_iterations(pass->interval);
  for (int64_t k = 0; k < iterations; k++) {
    const int64_t index = access.first + access.stride * k;
    const tc_location at = tc_distribution_locate(s->array[reference->array]->distribution, index);
    if (at.rank == s->world->rank &&
        is_executed(s, &affinity, affinity_reference ? affinity_reference->array : -1, k))
      TC_TRY(
          fg_program_context_check_element(s, reference->array, at.local, written_value(index, s->rounds)));
  }
  return TC_OK;
}

/* Verifies the elements that this rank owns and to which any rank writes through this reference. They must
 * have the value of the last round. */
static tc_status check_written(const fg_program_context *s, const tc_interval *interval,
                               const tc_reference *reference) {
  int64_t remaining = max_checked_writes;
  if (!(reference->use & TC_USE_WRITE) || *reference->random) return TC_OK;
  tc_loop_pass pass = tc_loop_pass_first(interval);
  do {
    TC_TRY(check_pass(s, &pass, reference));
    remaining -= tc_loop_pass_iterations(interval);
  } while (remaining > 0 && tc_loop_pass_next(&pass));
  return TC_OK;
}

static tc_status check_values(const fg_program_context *s, int array) {
  for (int64_t i = 0; i < fg_program_context_owned(s, array); i++) {
    const int64_t index = fg_program_context_index(s, array, i);
    if (!is_valid_value(fg_program_context_local(s, array)[i], index))
      TC_TRY(fg_program_context_check_element(s, array, i, written_value(index, s->rounds)));
  }
  return TC_OK;
}

static tc_status check_loops(const fg_program_context *s) {
  const loops *l = s->runner_data;
  if (l->wrong_values > 0)
    return tc_status_create(TC_NUMERICAL,
                            "loops with layer %s: %lld values that were read are wrong: please report this "
                            "as a bug",
                            s->layer->name, (long long)l->wrong_values);
  for (int a = 0; a < s->loops->arrays; a++) TC_TRY(check_values(s, a));
  for (int i = 0; i < s->loops->intervals; i++) {
    const tc_interval *interval = &s->loops->interval[i];
    for (int r = 0; r < interval->references; r++)
      TC_TRY(check_written(s, interval, &interval->reference[r]));
  }
  return TC_OK;
}

const fg_runner fg_runner_loops = {
    .name = "loops",
    .summary = "every value that is read is verified",
    .size = sizeof(loops),
    .create = create_loops,
    .run = run_loops,
    .check = check_loops,
};
