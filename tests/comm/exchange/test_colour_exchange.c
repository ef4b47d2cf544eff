#include "comm/exchange/colour_exchange.h"

#include "base/core/memory.h"
#include "count/count_exchange.h"
#include "support/parallel.h"
#include "support/problems.h"

static const cutting cuttings[] = {{"two-point", "rcm", TC_DISTRIBUTION_METIS, 7},
                                   {"gradient", "rcm", TC_DISTRIBUTION_METIS, 7},
                                   {"gradient", "none", TC_DISTRIBUTION_CYCLIC, 40},
                                   {"gradient", "none", TC_DISTRIBUTION_CYCLIC, 1000}};
enum { cutting_count = sizeof cuttings / sizeof *cuttings };

static double expected_value(tc_gid position, int k) { return (double)position + 0.25 * k; }

/* Returns array[owned + ghosts][values]. Owned rows have the expected values, and ghosts have the value
 * -1. */
static double *start(const tc_halo *halo, int rank, int values) {
  double *array = NULL;
  expect_ok(TC_ALLOC(array, (halo->owned + halo->ghosts) * values));
  for (int32_t i = 0; i < halo->owned; i++)
    for (int k = 0; k < values; k++)
      array[i * values + k] = expected_value(tc_distribution_position(halo->distribution, rank, i), k);
  for (int32_t i = halo->owned * values; i < (halo->owned + halo->ghosts) * values; i++) array[i] = -1.0;
  return array;
}

/* Expects that the ghosts of the colours 0 to `colour` have arrived and that all other ghosts are
 * unchanged. */
static void expect_ghosts(const tc_halo *halo, const tc_colouring *colouring, int colour, int values,
                          const double *array) {
  for (int32_t g = 0; g < halo->ghosts; g++)
    for (int k = 0; k < values; k++) {
      const double got = array[(halo->owned + g) * values + k];
      const bool has_arrived = colouring->colour[halo->owned + g] <= colour;
      cr_assert_eq(got, has_arrived ? expected_value(halo->ghost_position[g], k) : -1.0, "ghost %d: %g",
                   (int)g, got);
    }
}

/* Compares the counts of an exchange with `predicted`, the forecast for one value per row. The number of
 * values moved must be `values` times the forecast. The number of messages must not change. */
static void expect_counts(const tc_counts *moved, const tc_counts *predicted, int values) {
  tc_counts scaled = *predicted;
  scaled.local_values *= values;
  scaled.remote_values *= values;
  scaled.local_values_out *= values;
  scaled.remote_values_out *= values;
  for (int c = 0; c < TC_COUNT_COUNT; c++)
    cr_assert_eq(moved->by_index[c], scaled.by_index[c], "%s: %lld, predicted %lld", tc_count_name(c),
                 (long long)moved->by_index[c], (long long)scaled.by_index[c]);
}

static void expect_refreshed(const tc_problem *p, const tc_colouring *colouring, const tc_counts *predicted,
                             int values) {
  const tc_space *space = p->space;
  double *array = start(space->halo, space->world->rank, values);
  tc_colour_exchange *refresh = NULL;
  expect_ok(tc_colour_exchange_create(space->world, space->halo, colouring, values, &refresh));
  for (int c = 0; c < colouring->colours; c++) {
    tc_ledger ledger = {0};
    expect_ok(tc_colour_exchange_run(refresh, c, array, &ledger));
    expect_ghosts(space->halo, colouring, c, values, array);
    expect_counts(&ledger.count, &predicted[c], values);
  }
  expect_ok(tc_colour_exchange_run(refresh, 0, array, NULL));
  tc_colour_exchange_destroy(&refresh);
  cr_assert_null(refresh);
  tc_free(array);
}

/* Returns an array with the colour of each row of the whole matrix, indexed by the row's position. */
static int32_t *colours_by_position(const tc_space *space, const tc_colouring *colouring) {
  int32_t *colour = NULL;
  expect_ok(TC_ALLOC_ZERO(colour, space->cells));
  for (int32_t i = 0; i < space->owned; i++)
    colour[tc_distribution_position(space->distribution, space->world->rank, i)] = colouring->colour[i];
  MPI_Allreduce(MPI_IN_PLACE, colour, (int)space->cells, MPI_INT32_T, MPI_SUM, tc_world_comm(space->world));
  return colour;
}

/* Dry runs use patterns whose columns are positions instead of local indices. Both forms of a pattern must
 * give the same counts. */
static void expect_same_by_position(const tc_space *space, const tc_colouring *colouring,
                                    const tc_pattern *local, const tc_counts *counts) {
  int32_t *colour = colours_by_position(space, colouring), *column = NULL;
  const size_t entries = (size_t)local->rows * (size_t)local->width;
  tc_pattern global = {.rows = local->rows, .width = local->width};
  tc_counts again[65];
  expect_ok(TC_ALLOC(column, entries));
  for (size_t e = 0; e < entries; e++) column[e] = (int32_t)tc_pattern_at(local, e);
  global.column = column;
  expect_ok(tc_count_colours(&global, space->distribution, space->world->node_of_rank, space->world->rank,
                             colour, colouring->colours, again));
  for (int c = 0; c < colouring->colours; c++) cr_assert_eq(tc_counts_difference(&again[c], &counts[c]), -1);
  tc_free(column);
  tc_free(colour);
}

/* Computes the forecast counts of an exchange for each colour. The sum over all colours must move as many
 * values as an exchange of all ghosts. */
static void count_forecast(const tc_problem *p, const tc_colouring *colouring, tc_counts *counts) {
  const tc_space *space = p->space;
  const int *node_of_rank = space->world->node_of_rank, rank = space->world->rank;
  tc_counts all, sum = {0};
  tc_pattern *pattern = NULL;
  expect_ok(tc_problem_pattern(p, &pattern));
  expect_ok(tc_count_colours(pattern, space->distribution, node_of_rank, rank, colouring->colour,
                             colouring->colours, counts));
  expect_ok(tc_count_unique(pattern, space->distribution, node_of_rank, rank, &all));
  for (int c = 0; c < colouring->colours; c++) tc_counts_add(&sum, &counts[c]);
  cr_assert_eq(sum.local_values, all.local_values);
  cr_assert_eq(sum.remote_values, all.remote_values);
  cr_assert_eq(sum.local_values_out, all.local_values_out);
  cr_assert_eq(sum.remote_values_out, all.remote_values_out);
  expect_same_by_position(space, colouring, pattern, counts);
  tc_pattern_destroy(&pattern);
}

static void expect_all(tc_world *world, const cutting *how, tc_mesh *mesh) {
  tc_problem *p = problem_make(world, how, mesh);
  tc_colouring *colouring = NULL;
  tc_counts predicted[65];
  expect_ok(tc_colouring_create(world, p->space->halo, p->system->rates, p->space->id, &colouring));
  count_forecast(p, colouring, predicted);
  expect_refreshed(p, colouring, predicted, 1);
  expect_refreshed(p, colouring, predicted, 5);
  tc_colouring_destroy(&colouring);
  tc_problem_destroy(&p);
}

/* The test is made twice. First all ranks count as one node, and then each rank counts as a separate node. */
ParallelTest(refresh, one_colour_at_a_time_and_counts_as_predicted) {
  tc_mesh *mesh = mesh_box(4, 5, 6, 0.1);
  for (int c = 0; c < cutting_count; c++) expect_all(world, &cuttings[c], mesh);
  tc_world_set_ranks_per_node(world, 1);
  for (int c = 0; c < cutting_count; c++) expect_all(world, &cuttings[c], mesh);
  tc_mesh_destroy(&mesh);
}
