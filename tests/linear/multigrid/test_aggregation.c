/* Tests of aggregation with its three passes of pairing and contraction. The aggregates are compared with a
 * serial reference (dense.h). Results must be equal on any distribution, with any number of owners and
 * threads. */
#include "linear/multigrid/aggregation.h"

#include "linear/multigrid/dense.h"
#include "linear/rows/row_place.h"

static const double strength = 0.08;

/* Collective. Returns level 0 of the input, with ids that need more than 32 bits. */
static tc_level_graph *create_level(tc_world *world, const graph_input *in, const graph_cut *cut,
                                    graph_system *s) {
  graph_system_create(world, in, cut, 0.0, s);
  tc_level_graph *level = graph_level(s);
  dense_raise_ids(level);
  return level;
}

static tc_aggregation *aggregate(const tc_level_graph *level, int64_t rows_per_rank) {
  tc_aggregation *a = NULL;
  const tc_level_owners above = {level->world->ranks, level->world->ranks};
  expect_ok(tc_aggregation_create(level, strength, above, rows_per_rank, &a));
  cr_assert_null(a->id);
  expect_ok(tc_aggregation_find_ids(level, a));
  return a;
}

/* Reference: sets label[n] to the aggregates after three passes, and returns the graph of the aggregates. */
static dense dense_aggregate(const dense *level, int32_t *label) {
  int32_t *next = NULL;
  expect_ok(TC_ALLOC(next, level->n));
  dense_pair(level, true, strength, label);
  dense graph = dense_contract(level, label);
  for (int pass = 1; pass < 3; pass++) {
    dense_pair(&graph, false, strength, next);
    dense coarse = dense_contract(&graph, next);
    dense_free(&graph);
    graph = coarse;
    for (int32_t a = 0; a < level->n; a++)
      if (label[a] >= 0) label[a] = next[label[a]];
  }
  tc_free(next);
  return graph;
}

/* Computes the diagonals of the reference graph as those of the next level, which the contracted graph
 * contains. */
static void set_diagonals(dense *g) {
  for (int32_t a = 0; a < g->n; a++) {
    g->diagonal[a] = g->excess[a];
    for (int32_t b = 0; b < g->n; b++)
      if (g->is_coupled[a * g->n + b]) g->diagonal[a] += (double)g->coupling[a * g->n + b];
  }
}

/* Expects for each row the id of its aggregate, and the place (owner and local row) of the coarse row with
 * this id. */
static void expect_aggregates(const tc_level_graph *level, const tc_aggregation *a, const int32_t *label) {
  const tc_level_graph *next = a->contracted;
  tc_row_place *number = NULL, *found = NULL;
  expect_ok(TC_ALLOC(number, next->rows));
  expect_ok(TC_ALLOC(found, level->rows));
  for (int32_t I = 0; I < next->rows; I++) number[I] = (tc_row_place){0, (int32_t)(next->id[I] - dense_base)};
  for (int32_t i = 0; i < level->rows; i++) found[i] = a->place[i];
  expect_ok(tc_row_places_follow(level->world, level->rows, found, next->rows, number));
  for (int32_t i = 0; i < level->rows; i++) {
    const int32_t wanted = label[level->id[i] - dense_base];
    cr_assert_eq(a->id[i], wanted < 0 ? -1 : dense_base + wanted);
    cr_assert_eq(a->place[i].owner < 0, wanted < 0);
    if (wanted >= 0) cr_assert_eq(found[i].local, wanted);
  }
  tc_free(number);
  tc_free(found);
}

/* Collective. Compares the aggregation of one distribution with the reference. */
static void expect_reference(tc_world *world, const graph_input *in, const graph_cut *cut,
                             int64_t rows_per_rank) {
  graph_system s;
  int32_t *label = NULL;
  int64_t excluded = 0;
  tc_level_graph *level = create_level(world, in, cut, &s);
  dense fine = dense_gather(level, in->rows);
  expect_ok(TC_ALLOC(label, in->rows));
  dense wanted = dense_aggregate(&fine, label);
  set_diagonals(&wanted);
  tc_aggregation *a = aggregate(level, rows_per_rank);
  dense got = dense_gather(a->contracted, in->rows);
  dense_expect_equal(&got, &wanted);
  expect_aggregates(level, a, label);
  for (int32_t i = 0; i < in->rows; i++) excluded += label[i] < 0;
  cr_assert_eq(a->excluded, excluded);
  tc_aggregation_destroy(&a);
  dense_free(&got);
  dense_free(&wanted);
  dense_free(&fine);
  tc_free(label);
  tc_level_graph_destroy(&level);
  graph_system_free(&s);
}

static void expect_references(tc_world *world, graph_input in) {
  const int64_t rows_per_rank[] = {1, 64, 4096, 10, 1};
  for (int c = 0; c < graph_cut_count; c++) expect_reference(world, &in, &graph_cuts[c], rows_per_rank[c]);
  graph_input_free(&in);
}

ParallelTest(aggregation, reference_of_grids) {
  expect_references(world, graph_grid(5, 5, 5, 0.0, 0.1));
  expect_references(world, graph_grid(6, 5, 4, 8.0, 0.0));
  expect_references(world, graph_grid(5, 5, 4, 1.0, 10.0));
}

/* The graph has two components and an isolated row. One component becomes a single aggregate in the first
 * pass. */
ParallelTest(aggregation, reference_of_components) {
  graph_input in = graph_input_create(40);
  for (int32_t i = 0; i + 1 < 40; i++)
    if (i != 2 && i != 3) graph_add(&in, i, i + 1, 1.0 + 0.1 * graph_random((uint64_t)i));
  expect_references(world, in);
}

ParallelTest(aggregation, level_without_aggregates) { expect_references(world, graph_input_create(4)); }

/* Returns a hash of the aggregates that does not depend on the distribution. It contains ids but no places,
 * which are checked elsewhere. */
static uint64_t hash_ids(const tc_level_graph *level, const tc_aggregation *a) {
  uint64_t hash = graph_hash(a->contracted);
  int64_t sum = 0;
  for (int32_t i = 0; i < level->rows; i++)
    sum += (int64_t)(tc_hash_mix((uint64_t)level->id[i] ^ tc_hash_mix((uint64_t)a->id[i])) >> 24);
  expect_ok(tc_world_sum_int64(level->world, &sum, 1));
  return hash ^ (uint64_t)sum;
}

/* Aggregates a level twice. Hashes, counts and numbers of rounds must be the same on every distribution.
 * rows_per_rank must change only the number of ranks that own coarse rows. */
ThreadedTest(aggregation, equal_on_any_distribution_and_owners) {
  const int64_t rows_per_rank[] = {1, 64, 150, 4096};
  graph_input in = graph_grid(16, 16, 9, 2.0, 0.1);
  uint64_t hash = 0;
  int64_t rounds = 0, rows = 0;
  for (int c = 0; c < graph_cut_count; c++) {
    graph_system s;
    tc_level_graph *level = create_level(world, &in, &graph_cuts[c], &s);
    for (int r = 0; r < (c < 2 ? 4 : 1); r++) {
      tc_aggregation *a = aggregate(level, rows_per_rank[r]);
      const tc_level_owners owners = tc_level_owners_choose((tc_level_owners){world->ranks, world->ranks},
                                                            a->contracted->all_rows, rows_per_rank[r]);
      cr_assert_eq(a->contracted->ranks, owners.ranks);
      if (c == 0 && r == 0) {
        hash = hash_ids(level, a);
        rounds = a->rounds;
        rows = a->contracted->all_rows;
      }
      cr_assert_eq(hash_ids(level, a), hash);
      cr_assert(a->rounds == rounds && a->contracted->all_rows == rows && a->excluded == 0);
      tc_aggregation_destroy(&a);
    }
    tc_level_graph_destroy(&level);
    graph_system_free(&s);
  }
  cr_assert(rows > in.rows / 15 && rows < in.rows / 7, "%lld of %d rows", (long long)rows, in.rows);
  graph_input_free(&in);
}
