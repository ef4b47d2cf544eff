/* Tests of pairing, one pass of aggregation. Small graphs test single rules. The results on any distribution
 * are compared with a serial greedy matching (dense.h). */
#include "linear/multigrid/pairing.h"

#include "linear/multigrid/dense.h"

static const double usual = 0.08;

/* Collective. Returns level 0 of the input, with ids that need more than 32 bits. */
static tc_level_graph *create_level(tc_world *world, const graph_input *in, const graph_cut *cut,
                                    graph_system *s) {
  graph_system_create(world, in, cut, 0.0, s);
  tc_level_graph *level = graph_level(s);
  dense_raise_ids(level);
  return level;
}

/* Expects for each row and ghost the id of its aggregate from `label`, and a place that contains the row with
 * this id. */
static void expect_labels(const tc_level_graph *level, const tc_aggregate *aggregate, const int32_t *label) {
  for (int32_t i = 0; i < level->rows + level->ghosts; i++) {
    const tc_aggregate a = aggregate[i];
    const int32_t row = (int32_t)(level->id[i] - dense_base);
    cr_assert_eq(a.id, label[row] < 0 ? -1 : dense_base + label[row], "row %d: %lld instead of %d", row,
                 (long long)(a.id - dense_base), label[row]);
    cr_assert(label[row] < 0 ? a.owner == -1 && a.local == -1 : a.owner >= 0 && a.local >= 0);
    if (a.owner == level->world->rank) cr_assert_eq(level->id[a.local], a.id);
  }
}

/* Expects that all ranks have the same owner of an aggregate, the rank that owns the row with its id. */
static void expect_owners(const tc_level_graph *level, const tc_aggregate *aggregate, int32_t n) {
  int64_t *owner = NULL;
  expect_ok(TC_ALLOC_ZERO(owner, n));
  for (int32_t i = 0; i < level->rows; i++) owner[level->id[i] - dense_base] = level->world->rank;
  expect_ok(tc_world_sum_int64(level->world, owner, n));
  for (int32_t i = 0; i < level->rows + level->ghosts; i++)
    if (aggregate[i].id >= 0) cr_assert_eq(aggregate[i].owner, owner[aggregate[i].id - dense_base]);
  tc_free(owner);
}

/* Collective. Pairs the input on every distribution, and expects the aggregates in `label`. Returns the
 * number of rounds, which must be equal on all distributions. */
static int64_t expect_pairing(tc_world *world, const graph_input *in, bool is_first, double eta,
                              const int32_t *label) {
  int64_t first_rounds = -1;
  for (int c = 0; c < graph_cut_count; c++) {
    graph_system s;
    tc_level_graph *level = create_level(world, in, &graph_cuts[c], &s);
    tc_aggregate *aggregate = NULL;
    int64_t rounds = 5;
    expect_ok(TC_ALLOC(aggregate, level->rows + level->ghosts));
    expect_ok(tc_pairing_run(level, is_first, eta, aggregate, &rounds));
    expect_labels(level, aggregate, label);
    expect_owners(level, aggregate, in->rows);
    if (c == 0) first_rounds = rounds;
    cr_assert_eq(rounds, first_rounds);
    tc_free(aggregate);
    tc_level_graph_destroy(&level);
    graph_system_free(&s);
  }
  return first_rounds - 5;
}

/* Collective. Expects the result of the serial reference, and returns the number of rounds. */
static int64_t expect_reference(tc_world *world, graph_input in, bool is_first, double eta) {
  graph_system s;
  tc_level_graph *level = create_level(world, &in, &graph_cuts[0], &s);
  dense g = dense_gather(level, in.rows);
  int32_t *label = NULL;
  expect_ok(TC_ALLOC(label, in.rows));
  dense_pair(&g, is_first, eta, label);
  const int64_t rounds = expect_pairing(world, &in, is_first, eta, label);
  tc_free(label);
  dense_free(&g);
  tc_level_graph_destroy(&level);
  graph_system_free(&s);
  graph_input_free(&in);
  return rounds;
}

/* Rows 1 and 2 are coupled most strongly and form a pair. Rows 0 and 3 join this pair from both sides. */
ParallelTest(pairing, both_rows_of_a_pair_are_joined) {
  graph_input in = graph_input_create(4);
  graph_add(&in, 0, 1, 1.0);
  graph_add(&in, 1, 2, 3.0);
  graph_add(&in, 2, 3, 1.0);
  cr_assert_eq(expect_pairing(world, &in, true, usual, (int32_t[]){0, 0, 0, 0}), 1);
  graph_input_free(&in);
}

/* Rows 5 and 8 form a pair, and all other rows join it. The id of the aggregate is 0, the smallest id of
 * these rows. */
ParallelTest(pairing, many_rows_join_one_pair) {
  graph_input in = graph_input_create(9);
  for (int32_t k = 0; k < 8; k++) graph_add(&in, k, 8, k == 5 ? 1.5 : 1.0);
  cr_assert_eq(expect_pairing(world, &in, true, usual, (int32_t[]){0, 0, 0, 0, 0, 0, 0, 0, 0}), 1);
  graph_input_free(&in);
}

/* Row 9 has four couplings to pairs, each a quarter of its diagonal. With a limit of 0.26 it must join no
 * pair, although the strengths of the edges are sufficient. With 0.24 it must join one. */
ParallelTest(pairing, joining_tests_the_own_diagonal) {
  graph_input in = graph_input_create(10);
  for (int32_t k = 0; k < 8; k += 2) {
    graph_add(&in, k, k + 1, 1.0 + 0.01 * k);
    graph_add(&in, k, 9, 0.1);
  }
  in.sum[8] = 1.0; /* row 8 has no coupling */
  const int32_t alone[] = {0, 0, 2, 2, 4, 4, 6, 6, -1, 9};
  expect_pairing(world, &in, true, 0.26, alone);
  const tc_gid best = 6; /* ties of t are decided by the hash; find the winner independently */
  int32_t joined[10], winner = 0;
  for (int32_t k = 2; k <= best; k += 2) {
    const dense_edge a = dense_edge_of(0.0, k, 9), b = dense_edge_of(0.0, winner, 9);
    if (dense_compare(&a, &b) < 0) winner = k;
  }
  memcpy(joined, alone, sizeof joined);
  joined[9] = winner;
  expect_pairing(world, &in, true, 0.24, joined);
  graph_input_free(&in);
}

/* Rows 0 to 2 and 4 to 6 form two chains. Row 3 is isolated, and the coupling of row 7 is small compared with
 * its excess, so the first pass excludes both rows. Later passes exclude no row. */
ParallelTest(pairing, excluded_and_isolated_rows) {
  graph_input in = graph_input_create(8);
  graph_add(&in, 0, 1, 1.0);
  graph_add(&in, 1, 2, 2.0);
  graph_add(&in, 4, 5, 1.0);
  graph_add(&in, 5, 6, 0.5);
  graph_add(&in, 6, 7, 0.01);
  in.sum[7] = 1.0;
  cr_assert_eq(expect_pairing(world, &in, true, usual, (int32_t[]){0, 0, 0, -1, 4, 4, 4, -1}), 1);
  cr_assert_eq(expect_pairing(world, &in, false, usual, (int32_t[]){0, 0, 0, 3, 4, 4, 4, 7}), 1);
  graph_input_free(&in);
}

/* All diagonals are 4 and the couplings decrease along the chain. The strengths therefore decrease too, and
 * each round of pairing finds one pair. */
ParallelTest(pairing, falling_chain_needs_many_rounds) {
  enum { rows = 24 };
  graph_input in = graph_input_create(rows);
  int32_t label[rows];
  for (int32_t i = 0; i < rows; i++) {
    label[i] = i / 2 * 2;
    in.sum[i] = 4.0 - (i > 0 ? pow(0.97, i - 1) : 0.0) - (i + 1 < rows ? pow(0.97, i) : 0.0);
    if (i + 1 < rows) graph_add(&in, i, i + 1, pow(0.97, i));
  }
  cr_assert_eq(expect_pairing(world, &in, false, usual, label), rows / 2);
  graph_input_free(&in);
}

ParallelTest(pairing, no_rows_are_coupled) {
  graph_input in = graph_input_create(3);
  cr_assert_eq(expect_pairing(world, &in, true, usual, (int32_t[]){-1, -1, -1}), 0);
  cr_assert_eq(expect_pairing(world, &in, false, usual, (int32_t[]){0, 1, 2}), 0);
  graph_input_free(&in);
}

/* All strengths in the interior of the grid are equal, so the hash determines the order of the edges. */
ParallelTest(pairing, ties_of_a_grid) {
  const int64_t rounds = expect_reference(world, graph_grid(7, 6, 5, 0.0, 0.0), true, usual);
  cr_assert(rounds > 1 && rounds < 15, "%lld rounds", (long long)rounds);
  expect_reference(world, graph_grid(7, 6, 5, 0.0, 0.0), false, 0.3);
}

ParallelTest(pairing, chains) {
  expect_reference(world, graph_chain(100, 0.0), true, usual);
  expect_reference(world, graph_chain(100, 2.0), true, usual);
  expect_reference(world, graph_chain(101, 10.0), true, usual);
}

/* With random couplings, rows with small couplings next to large ones remain unpaired. In the last grid many
 * rows are excluded. */
ParallelTest(pairing, grids_of_random_couplings) {
  expect_reference(world, graph_grid(6, 6, 6, 1.0, 0.1), true, usual);
  expect_reference(world, graph_grid(6, 6, 6, 8.0, 0.0), true, usual);
  expect_reference(world, graph_grid(6, 6, 6, 8.0, 0.0), true, 0.0);
  expect_reference(world, graph_grid(9, 9, 2, 3.0, 40.0), true, usual);
}
