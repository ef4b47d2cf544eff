/* Tests of the access bcs on grids that the other tests do not use, and with counts computed by hand.
 * comm/exchange/test_strategy.c contains the tests that apply to all strategies. */
#include "comm/access/bcs.h"

#include "linear/operator/operator.h"
#include "support/problems.h"

static const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 7};

/* Computes the product y on a grid of ranks and returns in *moved what was communicated. These counts must
 * equal the forecast. */
static void multiply(tc_world *world, tc_problem *p, tc_grid grid, double *y, tc_counts *moved) {
  const tc_operator_options choice = {tc_strategy_find("bcs"), tc_format_at(0), 0.5, -2.0, 2, false};
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

/* Expected counts of two grids. A grid with one column sends each x_j to all other ranks, and each y_i to
 * the owner of row i. A grid with one row sends each term of row i to the owner of row i. */
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
