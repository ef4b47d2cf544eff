/* Compares the counts of dry runs with counts that this file computes from the mesh alone, by loops over a
 * full table of adjacent cells. comm/exchange/test_strategy.c compares the counts of patterns with those
 * of real runs. */
#include "count/dry_run_counts.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "comm/exchange/strategy.h"
#include "comm/partitioned.h"

static tc_counts count_individual(const view *v) {
  tc_counts out = {.barriers = 2};
  bool continues_run = false;
  for (int row = 0; row < cells; row++) {
    const tc_counts before = out;
    if (v->d->owner[row] != v->rank) continue;
    for (int column = 0; column < cells; column++) {
      if (!reads(v, row, column)) continue;
      out.local_individual += is_local(v, v->d->owner[column]);
      out.remote_individual += !is_local(v, v->d->owner[column]);
    }
    const bool is_pointer_row =
        out.local_individual > before.local_individual && out.remote_individual == before.remote_individual;
    out.pointer_rows += is_pointer_row;
    out.pointer_runs += is_pointer_row && !continues_run;
    continues_run = is_pointer_row;
  }
  return out;
}

/* Counts of the strategy batched. A tile consists of 64 rows that read values of other nodes. Each such
 * value is fetched once per tile. */
static tc_counts count_batched(const view *v) {
  tc_counts out = count_individual(v);
  bool met[cells] = {false}, asked[most_ranks] = {false};
  out.remote_individual = 0;
  for (int row = 0, far = 0; row < cells; row++) {
    bool any = false;
    for (int column = 0; column < cells; column++) {
      const int owner = v->d->owner[column];
      if (!reads(v, row, column) || is_local(v, owner)) continue;
      out.remote_individual += !met[column];
      out.remote_batches += !asked[owner];
      met[column] = asked[owner] = any = true;
    }
    far += any;
    if (!any || far % 64 != 0) continue;
    memset(met, 0, sizeof met);
    memset(asked, 0, sizeof asked);
  }
  return out;
}

/* Counts of the strategy naive. Every element is accessed through a shared pointer. A row accesses x at
 * its columns including padding, x of the row itself, and the arrays y, D, A and J. */
static tc_counts count_naive(const view *v) {
  tc_counts out = count_individual(v);
  out.pointer_rows = out.pointer_runs = 0;
  out.owner_tests = cells;
  for (int row = 0; row < cells; row++)
    if (v->d->owner[row] == v->rank) out.shared_local += v->width + 5;
  out.shared_local -= out.local_individual + out.remote_individual;
  return out;
}

/* True if any row of the rank reads any row of block `block` of rank `owner`. */
static bool needs_block(const view *v, int owner, int block) {
  for (int row = 0; row < cells; row++)
    for (int column = 0; column < cells; column++)
      if (v->d->owner[column] == owner && v->d->block[column] == block && reads(v, row, column)) return true;
  return false;
}

/* Returns the number of values of rank `from` that rank `to` needs. */
static int64_t count_needed(const view *v, int from, int to) {
  view other = *v;
  int64_t count = 0;
  other.rank = to;
  for (int column = 0; column < cells; column++) {
    bool any = false;
    for (int row = 0; row < cells; row++) any |= v->d->owner[column] == from && reads(&other, row, column);
    count += any;
  }
  return count;
}

static tc_counts count_block(const view *v) {
  tc_counts out = {.barriers = 2};
  for (int owner = 0; owner < v->ranks; owner++) {
    out.picked_values += owner == v->rank ? 0 : count_needed(v, owner, v->rank);
    for (int b = 0; b < v->d->blocks[owner]; b++) {
      if (owner != v->rank && !needs_block(v, owner, b)) continue;
      *(is_local(v, owner) ? &out.local_blocks : &out.remote_blocks) += 1;
      *(is_local(v, owner) ? &out.local_block_values : &out.remote_block_values) +=
          v->d->block_rows[owner][b];
    }
  }
  return out;
}

static tc_counts count_condensed(const view *v) {
  tc_counts out = {.barriers = 1};
  for (int p = 0; p < cells; p++) out.copied_values += v->d->owner[p] == v->rank;
  for (int other = 0; other < v->ranks; other++) {
    if (other == v->rank) continue;
    const int64_t in = count_needed(v, other, v->rank), sent = count_needed(v, v->rank, other);
    *(is_local(v, other) ? &out.local_values : &out.remote_values) += in;
    *(is_local(v, other) ? &out.local_values_out : &out.remote_values_out) += sent;
    *(is_local(v, other) ? &out.local_messages : &out.remote_messages) += sent > 0;
  }
  return out;
}

/* Counts of the strategy neighbour. The messages are those of condensed, but there is no copy of own
 * values and no barrier. */
static tc_counts count_neighbour(const view *v) {
  tc_counts out = count_condensed(v);
  out.copied_values = out.barriers = 0;
  return out;
}

static tc_grid get_grid(const view *v) { return v->d->distribution->grid; }

/* Returns the rank at a row and column of the grid of ranks. */
static int at(const view *v, int row, int col) { return row * get_grid(v).cols + col; }

static void move(const view *v, int from, int to, tc_counts *out) {
  const bool local = v->node[from] == v->node[to];
  if (from == to) return;
  if (from == v->rank) *(local ? &out->local_values_out : &out->remote_values_out) += 1;
  if (to == v->rank) *(local ? &out->local_values : &out->remote_values) += 1;
}

/* Counts of the strategy bcs. Follows every value and every term of a sum through the rounds of messages. */
static tc_counts count_bcs(const view *v) {
  const int rows = get_grid(v).rows, cols = get_grid(v).cols;
  tc_counts out = {0};
  for (int j = 0; j < cells; j++) {
    const int owner = v->d->owner[j], giver = at(v, owner / cols, j % cols);
    move(v, owner, giver, &out);
    for (int p = 0; p < rows; p++) move(v, giver, at(v, p, j % cols), &out);
    out.copied_values += owner == v->rank ? 2 : 0;
  }
  for (int i = 0; i < cells; i++) {
    const int owner = v->d->owner[i], adder = at(v, i % rows, owner % cols);
    for (int j = 0; j < cells; j++) {
      const int maker = at(v, i % rows, j % cols);
      if (i != j && !v->t->touch[v->d->cell_at[i]][v->d->cell_at[j]]) continue;
      out.terms += maker == v->rank;
      move(v, maker, adder, &out);
    }
    move(v, adder, owner, &out);
  }
  for (int other = 0; other < v->ranks; other++) {
    const bool row = other / cols == v->rank / cols, col = other % cols == v->rank % cols;
    if (other == v->rank) continue;
    *(is_local(v, other) ? &out.local_messages : &out.remote_messages) += 2 * row + 2 * col;
  }
  return out;
}

static tc_counts count_nothing(const view *v) {
  (void)v;
  return (tc_counts){0};
}

static const struct {
  const char *name;
  tc_counts (*count)(const view *v);
} by_hand[] = {{"naive", count_naive},         {"fine", count_individual},
               {"batched", count_batched},     {"block", count_block},
               {"condensed", count_condensed}, {"neighbour", count_neighbour},
               {"none", count_nothing},        {"bcs", count_bcs}};
enum { strategies = sizeof by_hand / sizeof *by_hand };

/* True if the rank needs the boundary data of a cell. These are the data of its own cells and, for schemes
 * with two rings, of their neighbours. */
static bool is_within(const sample *s, const view *v, int cell, int rings) {
  bool within = v->d->owner[v->d->position_of[cell]] == v->rank;
  for (int own = 0; own < cells && rings > 1; own++)
    within |= v->d->owner[v->d->position_of[own]] == v->rank && s->rings[1].touch[own][cell];
  return within;
}

static void add_input(const sample *s, const view *v, int rings, tc_counts *out) {
  for (int cell = 0; cell < cells; cell++) {
    bool reached = s->given[cell] > 0;
    for (int near = 0; near < cells && rings > 1; near++)
      reached |= s->rings[1].touch[cell][near] && s->given[near] > 0;
    const bool own = v->d->owner[v->d->position_of[cell]] == v->rank;
    out->boundary_data += is_within(s, v, cell, rings) ? s->changing[cell] : 0;
    out->boundary_rows += own && reached;
    out->source_cells += own;
  }
}

/* ---- comparison with dry runs ---- */

static void expect_traffic(const sample *s, const division *d, int rings, const int *node, int threads) {
  const int ranks = d->distribution->ranks;
  const tc_dry_run_layout run = {s->graph, d->cell_at, d->position_of,      d->distribution,
                                 node,     rings,      rings == 1 ? 4 : 16, {s->given, s->changing, true}};
  tc_traffic traffic[strategies];
  tc_counts moved[strategies * most_ranks];
  char what[100];
  snprintf(what, sizeof what, "%d ranks, %s, %d rings, rank 1 on node %d, %d threads", ranks,
           tc_distribution_name((int)d->distribution->kind), rings, ranks > 1 ? node[1] : 0, threads);
  memset(moved, 0x5a, sizeof moved);
  for (int i = 0; i < strategies; i++) traffic[i] = tc_strategy_traffic(tc_strategy_find(by_hand[i].name));
  omp_set_num_threads(threads);
  expect_ok(tc_dry_run_count_strategies(&run, strategies, traffic, moved, NULL));
  for (int i = 0; i < strategies; i++)
    for (int r = 0; r < ranks; r++) {
      const view v = {d, &s->rings[rings], node, r, ranks, run.width};
      tc_counts wanted = by_hand[i].count(&v);
      add_input(s, &v, rings, &wanted);
      expect_same(moved[i * ranks + r], wanted, by_hand[i].name, what, r);
    }
}

/* Checks four assignments of ranks to nodes: all ranks on one node, two ranks on each, one rank on each,
 * and odd and even ranks on two different nodes. */
static void expect_on_all_nodes(const sample *s, const division *d, int rings) {
  int node[most_ranks];
  for (int kind = 0; kind < 4; kind++) {
    for (int r = 0; r < most_ranks; r++) node[r] = (int[]){0, r / 2, r, r % 2}[kind];
    expect_traffic(s, d, rings, node, 1 + kind % 2);
  }
}

static void expect_distribution(tc_distribution_kind kind, int block_size) {
  sample *s = sample_make();
  for (int ranks = 1; ranks <= most_ranks; ranks++) {
    division d = divide(s, ranks, kind, block_size);
    for (int rings = 1; rings <= 2; rings++) expect_on_all_nodes(s, &d, rings);
    division_free(&d);
  }
  sample_free(s);
}

Test(imagine, parts_of_the_mesh) { expect_distribution(TC_DISTRIBUTION_METIS, 7); }
Test(imagine, parts_of_one_block_each) { expect_distribution(TC_DISTRIBUTION_METIS, 1000); }
Test(imagine, blocks_dealt) { expect_distribution(TC_DISTRIBUTION_CYCLIC, 10); }
Test(imagine, blocks_dealt_without_a_rest) { expect_distribution(TC_DISTRIBUTION_CYCLIC, 4); }

/* There are fewer blocks than ranks, so some ranks have no rows. */
Test(imagine, fewer_blocks_than_ranks) { expect_distribution(TC_DISTRIBUTION_CYCLIC, 40); }

/* by_hand[] must contain every strategy of the library. */
Test(imagine, all_strategies_are_counted) {
  cr_assert_eq(tc_strategy_count(), strategies, "by_hand[] lacks one");
}

/* A dry run may count any selection of strategies. It must return the counts in the order of the
 * selection. */
Test(imagine, two_strategies) {
  sample *s = sample_make();
  division d = divide(s, 3, TC_DISTRIBUTION_CYCLIC, 10);
  const int node[3] = {0, 0, 1};
  const tc_traffic traffic[2] = {tc_strategy_traffic(tc_strategy_find("condensed")),
                                 tc_strategy_traffic(tc_strategy_find("fine"))};
  const tc_dry_run_layout run = {s->graph, d.cell_at, d.position_of,      d.distribution, node,
                                 2,        16,        {NULL, NULL, false}};
  tc_counts moved[6];
  expect_ok(tc_dry_run_count_strategies(&run, 2, traffic, moved, NULL));
  for (int r = 0; r < 3; r++) {
    const view v = {&d, &s->rings[2], node, r, 3, 16};
    expect_same(moved[r], count_condensed(&v), "condensed", "first", r);
    expect_same(moved[3 + r], count_individual(&v), "fine", "second", r);
  }
  division_free(&d);
  sample_free(s);
}

/* A dry run counts the reads by reuse distance. They must be the reads of its patterns. */
Test(imagine, reads_of_every_rank) {
  sample *s = sample_make();
  division d = divide(s, 3, TC_DISTRIBUTION_CYCLIC, 10);
  const int node[3] = {0};
  const tc_dry_run_layout run = {s->graph, d.cell_at, d.position_of,      d.distribution, node,
                                 1,        4,         {NULL, NULL, false}};
  tc_reuse reuse[3], wanted;
  expect_ok(tc_dry_run_count_strategies(&run, 0, NULL, NULL, reuse));
  for (int r = 0; r < 3; r++) {
    tc_pattern *pattern = NULL;
    expect_ok(
        tc_pattern_create_from_graph(run.dual, run.order, run.position, d.distribution, r, 1, 4, &pattern));
    expect_ok(tc_pattern_count_reuse(pattern, d.distribution, r, &wanted));
    cr_assert_eq(memcmp(&reuse[r], &wanted, sizeof wanted), 0, "rank %d", r);
    tc_pattern_destroy(&pattern);
  }
  division_free(&d);
  sample_free(s);
}

/* Count function that fails on odd ranks. A dry run that uses it must return one error with any number of
 * threads. */
static tc_status refuse_odd(const tc_pattern *pattern, const tc_distribution *distribution,
                            const int *node_of_rank, int rank, tc_counts *out) {
  (void)pattern, (void)distribution, (void)node_of_rank;
  *out = (tc_counts){0};
  return rank % 2 ? tc_status_create(TC_INTERNAL, "no room for an odd rank") : TC_OK;
}

Test(imagine, errors_come_out_once) {
  sample *s = sample_make();
  division d = divide(s, 6, TC_DISTRIBUTION_CYCLIC, 10);
  const int node[6] = {0};
  const tc_traffic refusing = {.count = refuse_odd};
  const tc_dry_run_layout run = {s->graph, d.cell_at, d.position_of,      d.distribution, node,
                                 1,        4,         {NULL, NULL, false}};
  tc_counts moved[6];
  for (int threads = 1; threads <= 3; threads++) {
    omp_set_num_threads(threads);
    expect_error(tc_dry_run_count_strategies(&run, 1, &refusing, moved, NULL), TC_INTERNAL,
                 "no room for an odd rank");
  }
  division_free(&d);
  sample_free(s);
}
