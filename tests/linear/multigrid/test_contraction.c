/* Tests of contraction, which builds the graph of the aggregates. Results are compared with a serial
 * reference (dense.h), on several distributions and with fewer ranks that own rows. */
#include "linear/multigrid/contraction.h"

#include "comm/layout/neighbour_exchange.h"
#include "linear/multigrid/dense.h"
#include "linear/rows/row_place.h"

static const double strength = 0.08;

/* Collective. Pairs and contracts a graph. Sets *aggregate[rows + ghosts] and *place[rows + ghosts]. */
static tc_level_graph *run_pass(const tc_level_graph *fine, bool is_first, int ranks, bool is_level,
                                tc_aggregate **aggregate, tc_row_place **place) {
  tc_level_graph *coarse = NULL;
  int64_t rounds = 0;
  expect_ok(TC_ALLOC(*aggregate, fine->rows + fine->ghosts));
  expect_ok(TC_ALLOC(*place, fine->rows + fine->ghosts));
  expect_ok(tc_pairing_run(fine, is_first, strength, *aggregate, &rounds));
  expect_ok(tc_contraction_run(fine, *aggregate, (tc_level_owners){fine->world->ranks, ranks}, is_level,
                               *place, &coarse));
  return coarse;
}

/* Expects entries sorted by id and a halo for the ghosts. Only `ranks` ranks may own rows. */
static void expect_order(const tc_level_graph *g, int ranks) {
  const tc_level_owners owners = {g->world->ranks, ranks};
  cr_assert_eq(g->ranks, ranks);
  cr_assert(g->halo == g->owned_halo && g->halo->owned == g->rows && g->halo->ghosts == g->ghosts);
  if (tc_level_owners_target(owners, g->world->rank) != g->world->rank) cr_assert_eq(g->rows, 0);
  for (int32_t i = 0; i < g->rows; i++) {
    for (int64_t k = g->begin[i]; k < g->begin[i + 1]; k++) {
      cr_assert(g->column[k] >= 0 && g->column[k] < g->rows + g->ghosts && g->column[k] != i);
      if (k > g->begin[i]) cr_assert_lt(g->id[g->column[k - 1]], g->id[g->column[k]]);
    }
  }
  int64_t rows = g->rows;
  expect_ok(tc_world_sum_int64(g->world, &rows, 1));
  cr_assert_eq(g->all_rows, rows);
}

/* Expects that the id of each ghost is that on its owner, and that at least one row reads each ghost. */
static void expect_ghosts(const tc_level_graph *g) {
  tc_gid *id = NULL;
  char *is_read = NULL;
  expect_ok(TC_ALLOC(id, g->rows + g->ghosts));
  expect_ok(TC_ALLOC_ZERO(is_read, g->rows + g->ghosts));
  for (int32_t i = 0; i < g->rows; i++) id[i] = g->id[i];
  expect_ok(tc_neighbour_exchange_ghosts(g->world, g->halo, sizeof *id, id));
  for (int64_t k = 0; k < g->begin[g->rows]; k++) is_read[g->column[k]] = 1;
  for (int32_t j = g->rows; j < g->rows + g->ghosts; j++) cr_assert(id[j] == g->id[j] && is_read[j]);
  tc_free(id);
  tc_free(is_read);
}

/* Expects that the place of each fine row is the owner and local row of the coarse row with the id of its
 * aggregate. */
static void expect_places(const tc_level_graph *fine, const tc_level_graph *coarse,
                          const tc_aggregate *aggregate, const tc_row_place *place) {
  tc_row_place *id = NULL, *found = NULL;
  expect_ok(TC_ALLOC(id, coarse->rows));
  expect_ok(TC_ALLOC(found, fine->rows));
  for (int32_t I = 0; I < coarse->rows; I++)
    id[I] = (tc_row_place){(int32_t)(coarse->id[I] >> 20), (int32_t)(coarse->id[I] % (1 << 20))};
  for (int32_t i = 0; i < fine->rows; i++) found[i] = place[i];
  expect_ok(tc_row_places_follow(fine->world, fine->rows, found, coarse->rows, id));
  for (int32_t i = 0; i < fine->rows; i++) {
    cr_assert_eq(place[i].owner < 0, aggregate[i].id < 0);
    if (place[i].owner >= 0) cr_assert_eq(((tc_gid)found[i].owner << 20) + found[i].local, aggregate[i].id);
  }
  tc_free(id);
  tc_free(found);
}

/* Expects that the sum of the coarse excesses is the sum of the excesses of all fine rows with an aggregate,
 * plus their couplings to rows without one. */
static void expect_conserved_excess(const dense *fine, const int32_t *label, const dense *coarse) {
  double sum = 0.0, coarse_sum = 0.0;
  for (int32_t a = 0; a < fine->n; a++) {
    coarse_sum += coarse->excess[a];
    sum += label[a] < 0 ? 0.0 : fine->excess[a];
    for (int32_t b = 0; b < fine->n && label[a] >= 0; b++)
      if (label[b] < 0) sum += (double)fine->coupling[a * fine->n + b];
  }
  cr_assert_leq(fabs(sum - coarse_sum), 1e-13 * sum, "%.17g %.17g", sum, coarse_sum);
}

/* Expects that a contracted graph has the values of the reference, and returns the reference. */
static dense expect_contracted(const tc_level_graph *coarse, const dense *fine, bool is_first) {
  int32_t *label = NULL;
  expect_ok(TC_ALLOC(label, fine->n));
  dense_pair(fine, is_first, strength, label);
  dense wanted = dense_contract(fine, label), got = dense_gather(coarse, fine->n);
  dense_expect_equal(&got, &wanted);
  expect_conserved_excess(fine, label, &got);
  dense_free(&got);
  tc_free(label);
  return wanted;
}

/* Collective. Contracts a graph once, and checks everything but its values. */
static tc_level_graph *contract(const tc_level_graph *fine, bool is_first, int ranks, bool is_level) {
  tc_aggregate *aggregate = NULL;
  tc_row_place *place = NULL;
  tc_level_graph *coarse = run_pass(fine, is_first, ranks, is_level, &aggregate, &place);
  expect_order(coarse, ranks);
  expect_ghosts(coarse);
  expect_places(fine, coarse, aggregate, place);
  tc_free(aggregate);
  tc_free(place);
  return coarse;
}

/* Collective. Contracts the input twice on one distribution. After the first pass `ranks` ranks own rows.
 * After the second pass a single rank owns all rows. Returns the last hash. */
static uint64_t contract_twice(tc_world *world, const graph_input *in, const graph_cut *cut, int ranks) {
  graph_system s;
  graph_system_create(world, in, cut, 0.0, &s);
  tc_level_graph *level = graph_level(&s);
  dense_raise_ids(level);
  tc_level_graph *first = contract(level, true, ranks, false), *second = contract(first, false, 1, false);
  dense fine = dense_gather(level, in->rows), coarse = expect_contracted(first, &fine, true),
        coarsest = expect_contracted(second, &coarse, false);
  const uint64_t hash = graph_hash(first) + 3 * graph_hash(second);
  dense_free(&fine);
  dense_free(&coarse);
  dense_free(&coarsest);
  tc_level_graph_destroy(&second);
  tc_level_graph_destroy(&first);
  tc_level_graph_destroy(&level);
  graph_system_free(&s);
  return hash;
}

/* Collective. Expects results equal to the reference, and equal hashes, on all distributions and with all or
 * one owner. */
static void expect_contractions(tc_world *world, graph_input in) {
  uint64_t first = 0;
  for (int c = 0; c < graph_cut_count; c++) {
    const int ranks = c % 2 == 0 ? world->ranks : 1;
    const uint64_t hash = contract_twice(world, &in, &graph_cuts[c], ranks);
    if (c == 0) first = hash;
    cr_assert_eq(hash, first);
  }
  graph_input_free(&in);
}

ParallelTest(contraction, grid_of_equal_couplings) {
  expect_contractions(world, graph_grid(6, 5, 4, 0.0, 0.0));
}

/* In the first grid the exponents of the couplings between two aggregates differ by more than 29, so
 * contraction must sort the terms before it adds them. */
ParallelTest(contraction, grid_of_random_couplings) {
  expect_contractions(world, graph_grid(5, 5, 5, 14.0, 0.0));
  expect_contractions(world, graph_grid(6, 5, 4, 1.0, 0.2));
}

/* The rows of one side have large row sums, so they are excluded from aggregates. */
ParallelTest(contraction, excluded_rows) { expect_contractions(world, graph_grid(5, 5, 4, 0.5, 30.0)); }

ParallelTest(contraction, two_chains_and_isolated_rows) {
  graph_input in = graph_input_create(60);
  for (int32_t i = 0; i + 1 < 60; i++)
    if (i != 20 && i != 21 && i != 40) graph_add(&in, i, i + 1, 1.0 + 0.1 * graph_random((uint64_t)i));
  in.sum[0] = 0.01;
  expect_contractions(world, in);
}

/* Rows without couplings are excluded, so the coarse graph has no rows. */
ParallelTest(contraction, all_rows_are_excluded) { expect_contractions(world, graph_input_create(5)); }

/* Returns aggregates of rows and ghosts with the given labels. Finds the place of each row with a sum over
 * the ranks, to which only its owner contributes. */
static tc_aggregate *aggregate_by_label(const tc_level_graph *level, int32_t n, const int32_t *label) {
  int64_t *place = NULL;
  tc_aggregate *aggregate = NULL;
  expect_ok(TC_ALLOC_ZERO(place, 2 * n));
  expect_ok(TC_ALLOC(aggregate, level->rows + level->ghosts));
  for (int32_t i = 0; i < level->rows; i++) {
    place[2 * (level->id[i] - dense_base)] = level->world->rank;
    place[2 * (level->id[i] - dense_base) + 1] = i;
  }
  expect_ok(tc_world_sum_int64(level->world, place, 2 * n));
  for (int32_t i = 0; i < level->rows + level->ghosts; i++) {
    const int32_t I = label[level->id[i] - dense_base];
    aggregate[i] = (tc_aggregate){dense_base + I, (int32_t)place[2 * I], (int32_t)place[2 * I + 1]};
  }
  tc_free(place);
  return aggregate;
}

/* Each aggregate is a plane of 36 rows, so there are 36 couplings to each of its two neighbours. */
ParallelTest(contraction, aggregates_of_many_rows) {
  graph_input in = graph_grid(6, 6, 5, 12.0, 0.1);
  int32_t label[180];
  for (int32_t a = 0; a < in.rows; a++) label[a] = a / 36 * 36;
  for (int c = 0; c < graph_cut_count; c++) {
    graph_system s;
    tc_row_place *place = NULL;
    tc_level_graph *coarse = NULL;
    graph_system_create(world, &in, &graph_cuts[c], 0.0, &s);
    tc_level_graph *level = graph_level(&s);
    dense_raise_ids(level);
    tc_aggregate *aggregate = aggregate_by_label(level, in.rows, label);
    expect_ok(TC_ALLOC(place, level->rows + level->ghosts));
    expect_ok(tc_contraction_run(level, aggregate, (tc_level_owners){world->ranks, world->ranks}, false,
                                 place, &coarse));
    dense fine = dense_gather(level, in.rows), wanted = dense_contract(&fine, label),
          got = dense_gather(coarse, in.rows);
    cr_assert_eq(coarse->all_rows, 5);
    expect_order(coarse, world->ranks);
    expect_places(level, coarse, aggregate, place);
    dense_expect_equal(&got, &wanted);
    dense_free(&fine);
    dense_free(&wanted);
    dense_free(&got);
    tc_free(aggregate);
    tc_free(place);
    tc_level_graph_destroy(&coarse);
    tc_level_graph_destroy(&level);
    graph_system_free(&s);
  }
  graph_input_free(&in);
}

/* If the contracted graph is the next level (is_level), its diagonal sums must be its diagonals. Between
 * passes, they may be larger. */
ParallelTest(contraction, next_level) {
  graph_input in = graph_grid(5, 5, 5, 3.0, 0.1);
  graph_system s;
  graph_system_create(world, &in, &graph_cuts[1], 0.0, &s);
  tc_level_graph *level = graph_level(&s);
  dense_raise_ids(level);
  tc_level_graph *next = contract(level, true, world->ranks, true),
                 *graph = contract(level, true, world->ranks, false);
  for (int32_t i = 0; i < next->rows; i++) {
    cr_assert_eq(next->diagonal_sum[i], tc_level_graph_diagonal(next, i));
    cr_assert_geq(graph->diagonal_sum[i], next->diagonal_sum[i]);
  }
  cr_assert_eq(graph_hash(next), graph_hash(graph));
  tc_level_graph_destroy(&next);
  tc_level_graph_destroy(&graph);
  tc_level_graph_destroy(&level);
  graph_system_free(&s);
  graph_input_free(&in);
}
