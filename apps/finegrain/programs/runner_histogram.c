/* Random increments of a table with a cyclic distribution (section 5.1 of Zhang and Seidel 2006). A row is a
 * group of P consecutive elements for P ranks. A draw is one increment: a rank chooses a row at random and
 * increments one element of this row. Ranks that choose the same row get different elements. Ranks therefore
 * never update the same element at the same time, and every element can be verified. With --collide, ranks
 * draw independently, as in the paper, and may overwrite each other's increments. */
#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "programs/runner.h"

enum { table };

typedef struct histogram {
  /* `draws`: number of increments by each rank; `rows`: number of complete rows of one element per rank.
   * Elements after the last complete row are never incremented */
  int64_t draws, rows;
} histogram;

static int64_t scale_hash(uint64_t hash, int64_t below) {
  return (int64_t)((hash >> 32) * (uint64_t)below >> 32);
}

/* Returns the element that `rank` increments in its draw number i. Two ranks that choose the same row
 * increment different elements of this row. With --collide, a rank chooses any element of the table. */
static int64_t draw_element(const fg_program_context *s, int rank, int64_t i) {
  const histogram *h = s->runner_data;
  const uint64_t hash = tc_hash_mix(((uint64_t)rank << 40) + (uint64_t)i);
  const int64_t row = scale_hash(hash, h->rows), ranks = s->loops->ranks,
                offset = scale_hash(tc_hash_mix(s->collide ? hash : (uint64_t)row), ranks) +
                         (s->collide ? 0 : rank);
  return row * ranks + offset - (offset >= ranks ? ranks : 0);
}

static tc_status create_histogram(fg_program_context *s) {
  histogram *h = s->runner_data;
  h->draws = tc_interval_iterations(&s->loops->interval[0]);
  h->rows = tc_loop_elements(&s->loops->array[table]) / s->loops->ranks;
  return TC_OK;
}

/* Executes one round: adds the number of the round, s->rounds, to each element that this rank chooses at
 * random. */
static tc_status run_histogram(fg_program_context *s) {
  const int64_t draws = ((const histogram *)s->runner_data)->draws;
  for (int64_t i = 0; i < draws; i++) {
    const int64_t element = draw_element(s, s->rank, i);
    double value;
    TC_TRY(tc_shared_get(s->access[table], element, &value));
    TC_TRY(tc_shared_put(s->access[table], element, value + s->rounds));
  }
  return fg_program_context_fence(s);
}

/* Counts how often rank number `rank` increments each element of this process in one round. Adds the numbers
 * to `count`, which has one entry per element that this process owns. */
static void count_draws(const fg_program_context *s, int rank, int32_t *count) {
  const histogram *h = s->runner_data;
  const tc_distribution *d = s->array[table]->distribution;
  for (int64_t i = 0; i < h->draws; i++) {
    const tc_location location = tc_distribution_locate(d, draw_element(s, rank, i));
    if (location.rank == s->world->rank) count[location.local]++;
  }
}

/* Verifies element number `local` of the elements that this rank owns. All ranks together increment this
 * element `count` times per round. With --collide increments may be lost, but at least the last one of each
 * round is present. */
static tc_status check_element(const fg_program_context *s, int64_t local, int32_t count) {
  const double round_sum = 0.5 * s->rounds * (s->rounds + 1), total = round_sum * count,
               value = fg_program_context_local(s, table)[local];
  if (s->collide && value <= total && value >= (count > 0 ? round_sum : 0.0)) return TC_OK;
  return fg_program_context_check_element(s, table, local, total);
}

static tc_status check_histogram(const fg_program_context *s) {
  const int64_t owned = fg_program_context_owned(s, table);
  int32_t *count = NULL;
  tc_status status = TC_ALLOC_ZERO(count, owned);
  for (int r = 0; r < s->loops->ranks && !status; r++)
    if (!s->is_serial || r == s->rank) count_draws(s, r, count);
  for (int64_t l = 0; l < owned && !status; l++) status = check_element(s, l, count[l]);
  tc_free(count);
  return status;
}

const fg_runner fg_runner_histogram = {
    .name = "histogram",
    .summary = "every element is verified; with --collide its bounds",
    .node_size = 1 << 20,
    .multinode_size = 1 << 14,
    .supports_collide = true,
    .size = sizeof(histogram),
    .create = create_histogram,
    .run = run_histogram,
    .check = check_histogram,
};
