/* Beside what all strategies are held to (comm/exchange/test_strategy.c): other grids, and the paper's way to
 * add. */
#include "comm/access/bcs.h"

#include "count/count_bcs.h"
#include "linear/operator/operator.h"
#include "support/problems.h"

static const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 7};

/* y of one product in a grid, and what it moved. */
static void multiply(tc_world *world, tc_problem *p, tc_grid grid, double *y, tc_counts *moved) {
  const tc_operator_options choice = {tc_strategy_find("bcs"), tc_format_at(0), 0.5, -2.0, 2};
  tc_operator *op = NULL;
  tc_ledger ledger = {0};
  tc_counts counted;
  p->space->distribution->grid = grid;
  problem_count(choice.strategy, p, world->node_of_rank, &counted);
  expect_ok(tc_operator_create(world, p->space->halo, p->system->rates, &choice, &op));
  for (int32_t i = 0; i < p->space->owned; i++)
    tc_operator_vector(op, 0)->value[i] = noise((uint64_t)p->space->id[i]);
  expect_ok(tc_operator_apply(op, tc_operator_vector(op, 0), tc_operator_vector(op, 1), &ledger));
  tc_vector_store(tc_operator_vector(op, 1), y);
  for (int c = 0; c < TC_COUNT_COUNT; c++) cr_assert_eq(ledger.count.by_index[c], counted.by_index[c]);
  *moved = ledger.count;
  tc_operator_destroy(&op);
}

ParallelTest(bcs, any_grid_has_the_same_bits) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &how, mesh);
  double y[2][216];
  cr_assert_leq(p->space->owned, 216);
  for (int32_t rows = 1, wanted = 0; rows <= world->ranks; rows++) {
    tc_counts moved;
    if (world->ranks % rows) continue;
    multiply(world, p, (tc_grid){rows, world->ranks / rows}, y[wanted], &moved);
    if (wanted) cr_assert_arr_eq(y[0], y[1], (size_t)p->space->owned * sizeof **y);
    wanted = 1;
  }
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* One column: nothing goes along rows, so each value goes to all others and back comes one for each row. One
 * row: every term goes to its row's owner. */
ParallelTest(bcs, flat_grids_by_hand) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &how, mesh);
  const int64_t others = world->ranks - 1, owned = p->space->owned;
  double y[216];
  tc_counts moved;
  multiply(world, p, (tc_grid){world->ranks, 1}, y, &moved);
  int64_t came = 0;
  for (int32_t i = 0; i < owned; i++)
    came += tc_distribution_position(p->space->distribution, world->rank, i) % world->ranks != world->rank;
  cr_assert_eq(moved.local_values, p->space->cells - owned + came);
  cr_assert_eq(moved.local_messages, 2 * others);
  multiply(world, p, (tc_grid){1, world->ranks}, y, &moved);
  cr_assert_eq(moved.local_messages, 2 * others);
  cr_assert_eq(moved.copied_values, 2 * owned);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Returns the number of rows that the rank in row p and column q of the grid gets in the reduce-scatter:
 * those with i mod P = p, where P = grid.rows, are divided evenly among the grid.cols ranks of the grid
 * row. */
static int64_t block_share(tc_gid rows, tc_grid grid, int p, int q) {
  const int64_t all = rows / grid.rows + (p < rows % grid.rows);
  return all / grid.cols + (q < all % grid.cols);
}

/* Counts round 3 of the product as in the paper (Blanco et al. 2000): each rank of a grid row has partial
 * sums of the same rows of y. The ranks of the grid row add them up, and each of these ranks receives the
 * result (MPI_Allreduce). The reduction is counted as a reduce-scatter and an allgather, the usual
 * implementation for large data. Sets *out to the traffic of this rank. */
static void count_allreduce(const tc_distribution *distribution, const int *node_of_rank, int rank,
                            tc_counts *out) {
  const tc_grid grid = distribution->grid;
  const int p = tc_grid_row(grid, rank), own = tc_grid_col(grid, rank);
  const int64_t mine = block_share(distribution->rows, grid, p, own);
  *out = (tc_counts){0};
  for (int q = 0; q < grid.cols; q++) {
    const int other = tc_grid_rank(grid, p, q);
    const bool local = node_of_rank[other] == node_of_rank[rank];
    const int64_t both = mine + block_share(distribution->rows, grid, p, q);
    if (q == own) continue;
    *(local ? &out->local_messages : &out->remote_messages) += 2;
    *(local ? &out->local_values_out : &out->remote_values_out) += both;
    *(local ? &out->local_values : &out->remote_values) += both;
  }
}

/* Ten rows on a grid of 2 x 3: five for each row of the grid, of which its columns add 2, 2 and 1. */
ParallelTest(bcs, allreduce_by_hand) {
  (void)world;
  const int node[6] = {0, 0, 1, 1, 1, 1};
  tc_distribution *d = NULL;
  tc_counts out;
  expect_ok(tc_distribution_create(TC_DISTRIBUTION_CYCLIC, 10, 6, 1, NULL, &d));
  count_allreduce(d, node, 0, &out);
  cr_assert(out.local_values == 4 && out.remote_values == 3);
  cr_assert(out.local_values_out == 4 && out.remote_values_out == 3);
  cr_assert(out.local_messages == 2 && out.remote_messages == 2);
  count_allreduce(d, node, 5, &out);
  cr_assert(out.local_values == 6 && out.remote_values == 0 && out.local_messages == 4);
  tc_distribution_destroy(&d);
  expect_ok(tc_distribution_create(TC_DISTRIBUTION_CYCLIC, 10, 1, 1, NULL, &d));
  count_allreduce(d, node, 0, &out);
  for (int c = 0; c < TC_COUNT_COUNT; c++) cr_assert_eq(out.by_index[c], 0, "nobody else");
  tc_distribution_destroy(&d);
}
