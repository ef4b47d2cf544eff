/* Tests of the counts of the communication routines in several versions of a product. The expected counts
 * follow each value of a small matrix, on 1, 2, 4 and 6 ranks with two ranks per node. */
#include "model/paraiso/routine_counts.h"

#include "comm/exchange/strategy.h"
#include "comm/partitioned.h"
#include "model/approximately.h"

enum { version_strategy, version_hpi, version_hpf };

/* A layout of the mesh of comm/partitioned.h, and the memory pool of its routine counts. */
typedef struct fixture {
  sample *s;
  int32_t order[cells], position[cells];
  int node[most_ranks];
  tc_distribution *distribution;
  tc_dry_run_layout run;
  tc_pool memory;
} fixture;

/* Creates a layout whose ordering is a permutation without structure. Blocks of 5 rows are distributed
 * cyclically. */
static void fixture_make(int ranks, fixture *f) {
  *f = (fixture){.s = sample_make()};
  for (int32_t i = 0; i < cells; i++) f->order[i] = (int32_t)(i * 35 + 7) % cells;
  for (int32_t i = 0; i < cells; i++) f->position[f->order[i]] = i;
  for (int r = 0; r < ranks; r++) f->node[r] = r / 2;
  expect_ok(tc_distribution_create(TC_DISTRIBUTION_CYCLIC, cells, ranks, 5, NULL, &f->distribution));
  f->run = (tc_dry_run_layout){.dual = f->s->graph,
                               .order = f->order,
                               .position = f->position,
                               .distribution = f->distribution,
                               .node_of_rank = f->node};
}

static void fixture_free(fixture *f) {
  tc_pool_free(&f->memory);
  tc_distribution_destroy(&f->distribution);
  sample_free(f->s);
}

static const tc_routine *find_routine(const tc_routine_version *v, const char *name) {
  for (int k = 0; k < v->routines; k++)
    if (strcmp(v->routine[k].name, name) == 0) return &v->routine[k];
  cr_assert_fail("%s has no routine %s", v->name, name);
  return NULL;
}

static tc_message_sum sum_direction(const tc_routine *r, int rank, int direction) {
  tc_message_sum sum = {0, 0};
  for (int size = 0; size < TC_PARAISO_SIZES; size++) {
    sum.messages += r->load[rank].sum[direction][size].messages;
    sum.doubles += r->load[rank].sum[direction][size].doubles;
  }
  return sum;
}

static void expect_sent(const tc_routine_version *v, const char *name, int rank, int64_t messages,
                        int64_t doubles) {
  const tc_message_sum sent = sum_direction(find_routine(v, name), rank, TC_MESSAGE_SENT);
  cr_expect(sent.messages == messages && sent.doubles == doubles,
            "%s, %d ranks, rank %d, %s: %lld messages of %lld doubles, not %lld of %lld", v->name, v->ranks,
            rank, name, (long long)sent.messages, (long long)sent.doubles, (long long)messages,
            (long long)doubles);
}

static int64_t sum_entries(const tc_routine_version *v) {
  int64_t sum = 0;
  for (int r = 0; r < v->ranks; r++) sum += v->entries[r];
  return sum;
}

static int64_t count_entries(const fixture *f) { return f->s->graph->start[cells] + cells; }

static const int rank_numbers[] = {1, 2, 4, 6};
#define FOR_RANKS(f)                                                                                         \
  fixture f;                                                                                                 \
  for (size_t n_ = 0; n_ < sizeof rank_numbers / sizeof *rank_numbers; n_++, fixture_free(&f))               \
    if (fixture_make(rank_numbers[n_], &f), true)

/* ---- counts with each strategy ---- */

static int64_t sum_counts(const tc_counts *c, bool doubles) {
  const int64_t remote_reads = c->remote_batches > 0 ? c->remote_batches : c->remote_individual;
  return doubles ? c->local_values_out + c->remote_values_out + c->local_individual + c->remote_individual +
                       c->local_block_values + c->remote_block_values
                 : c->local_messages + c->remote_messages + c->local_individual + remote_reads +
                       c->local_blocks + c->remote_blocks;
}

/* For each strategy, the sums over the routines must equal the counts of a dry run, which equal those of a
 * run. */
Test(routine_counts, strategies) {
  FOR_RANKS(f) {
    for (int k = 0; k < tc_strategy_count(); k++) {
      const tc_traffic traffic = tc_strategy_traffic(tc_strategy_at(k));
      tc_dry_run_layout rows = f.run;
      tc_counts counts[most_ranks];
      tc_routine_version v;
      rows.rings = 1;
      if (traffic.is_uncounted) continue;
      expect_ok(tc_dry_run_count_strategies(&rows, 1, &traffic, counts, NULL));
      expect_ok(tc_routine_count_strategy(tc_strategy_at(k)->name, &traffic, &f.run, &f.memory, &v));
      cr_expect_eq(sum_entries(&v), count_entries(&f));
      for (int rank = 0; rank < v.ranks; rank++) {
        tc_message_sum sent = {0, 0};
        for (int r = 0; r < v.routines; r++) {
          sent.messages += sum_direction(&v.routine[r], rank, TC_MESSAGE_SENT).messages;
          sent.doubles += sum_direction(&v.routine[r], rank, TC_MESSAGE_SENT).doubles;
        }
        cr_expect_eq(sent.messages, sum_counts(&counts[rank], false), "%s, rank %d of %d", v.name, rank,
                     v.ranks);
        cr_expect_eq(sent.doubles, sum_counts(&counts[rank], true), "%s, rank %d of %d", v.name, rank,
                     v.ranks);
      }
    }
  }
}

/* ---- HPI ---- */

/* In the HPI version, ranks form a grid with Q columns. The ranks of a grid row have consecutive numbers.
 * Positions with the same remainder modulo Q belong to one grid column. */
Test(routine_counts, hpi) {
  FOR_RANKS(f) {
    const tc_grid grid = f.distribution->grid;
    tc_routine_version v;
    expect_ok(tc_routine_count_hpi(&f.run, &f.memory, &v));
    for (int rank = 0; rank < v.ranks; rank++) {
      const int row = rank / grid.cols, col = rank % grid.cols;
      int64_t moved = 0, held = 0, sums = 0, returned = 0;
      for (int i = 0; i < cells; i++) {
        const int owner = tc_distribution_owner(f.distribution, i);
        moved += owner == rank && i % grid.cols != col;
        held += owner / grid.cols == row && i % grid.cols == col;
        sums += i % grid.rows == row;
        returned += i % grid.rows == row && owner % grid.cols == col && owner != rank;
      }
      const int doublings = grid.cols == 1 ? 0 : grid.cols == 2 ? 1 : 2;
      expect_sent(&v, "x along grid rows", rank, grid.cols - 1, moved);
      expect_sent(&v, "x along grid columns", rank, grid.rows - 1, (grid.rows - 1) * held);
      expect_sent(&v, "partial sums of y", rank, doublings, doublings * sums);
      expect_sent(&v, "y along grid columns", rank, grid.rows - 1, returned);
    }
    cr_expect_eq(sum_entries(&v), count_entries(&f));
    cr_expect(!v.is_bitwise && tc_routine_imbalance(v.ranks, v.entries) >= 1.0);
  }
}

/* ---- HPF ---- */

static int64_t block_of(int64_t size, int ranks, int rank) {
  int64_t count = 0;
  for (int64_t k = 0; k < size; k++) count += k / ((size + ranks - 1) / ranks) == rank;
  return count;
}

/* Returns the index of the first entry of column j in compressed column format. */
static int64_t column_begin(const fixture *f, int j) { return f->s->graph->start[j] + j; }

/* Returns the number of columns whose first entry is on the processor. */
static int64_t columns_of(const fixture *f, int ranks, int rank) {
  const int64_t size = count_entries(f), block = (size + ranks - 1) / ranks;
  int64_t count = 0;
  for (int j = 0; j < cells; j++) count += column_begin(f, j) / block == rank;
  return count;
}

/* True if the first entry of the processor is not the first entry of a column. */
static bool begins_within(const fixture *f, int ranks, int rank) {
  const int64_t size = count_entries(f), first = rank * ((size + ranks - 1) / ranks);
  for (int j = 0; j < cells; j++)
    if (column_begin(f, j) == first) return false;
  return rank > 0;
}

Test(routine_counts, hpf) {
  FOR_RANKS(f) {
    tc_routine_version v;
    expect_ok(tc_routine_count_hpf(&f.run, &f.memory, &v));
    int64_t columns = 0;
    for (int rank = 1; rank < v.ranks; rank++) {
      expect_sent(&v, "line 15: x to processor 0", rank, 1, block_of(cells, v.ranks, rank));
      expect_sent(&v, "line 16: prefix (assumed)", rank - 1, begins_within(&f, v.ranks, rank),
                  begins_within(&f, v.ranks, rank));
      expect_sent(&v, "line 18: products to 0 (assumed)", rank, 1,
                  block_of(count_entries(&f), v.ranks, rank));
      cr_expect_eq(v.product_flops[rank], v.entries[rank]);
      columns += columns_of(&f, v.ranks, rank);
    }
    expect_sent(&v, "line 15: x to columns", 0, v.ranks - 1, columns);
    expect_sent(&v, "line 18: y from 0 (assumed)", 0, v.ranks - 1, cells - block_of(cells, v.ranks, 0));
    cr_expect_eq(sum_entries(&v), count_entries(&f));
    cr_expect_eq(v.product_flops[0], v.entries[0] + count_entries(&f));
  }
}
