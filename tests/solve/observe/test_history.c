#include "solve/observe/history.h"

#include <math.h>

#include "solve/space/field.h"
#include "support/problems.h"

static const cutting cuttings[] = {
    {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 1},
    {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7},
    {"two-point", "metis", TC_DISTRIBUTION_METIS, 10},
    {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 100000},
};

static const tc_probe points[] = {{{0.3, 0.3, 0.3}, "here"}, {{0.9, 0.1, 0.5}, "there"}};

/* Returns a row of the history. The field depends on the cell numbers only, so the row must be equal for
 * every layout. The caller frees the row. */
static double *compute_row(tc_problem *p, int *columns) {
  tc_probes *probes = NULL;
  tc_history *history = NULL;
  double *value = malloc(8 * (size_t)p->space->owned + 8);
  for (int32_t i = 0; i < p->space->owned; i++) value[i] = wild(p->space->id[i]);
  expect_ok(tc_probes_create(p->space, 2, points, &probes));
  expect_ok(tc_history_create(p->space, probes, NULL, NULL, NULL, &history));
  expect_ok(tc_history_update(history, &(tc_run_state){.step = 3, .steps = 9, .time = 0.75, .value = value}));
  double *row = malloc(8 * (size_t)history->columns);
  memcpy(row, history->row, 8 * (size_t)history->columns);
  *columns = history->columns;
  tc_history_destroy(&history);
  tc_history_destroy(&history);
  tc_probes_destroy(&probes);
  free(value);
  return row;
}

ThreadedTest(history, the_same_bits_for_every_layout) {
  tc_mesh *mesh = mesh_box(5, 4, 4, 0.15);
  twin t = twin_make("two-point", mesh);
  int columns, same;
  double *alone = compute_row(t.problem, &columns);
  for (int c = 0; c < 4; c++) {
    tc_problem *p = problem_make(world, &cuttings[c], mesh);
    double *row = compute_row(p, &same);
    cr_assert_eq(same, columns);
    cr_assert_eq(memcmp(row, alone, 8 * (size_t)columns), 0);
    free(row);
    tc_problem_destroy(&p);
  }
  free(alone);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

static void expect_columns(const tc_history *history, int count, const char *const *name) {
  cr_assert_eq(history->columns, count);
  for (int i = 0; i < count; i++) cr_assert_str_eq(history->name[i], name[i]);
}

ParallelTest(history, columns_by_name) {
  static const char *const names[] = {"time",    "integral", "min",     "max",
                                      "mean_-4", "mean_9",   "probe_1", "probe_2"};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  for (int32_t cell = 0; cell < mesh->cells; cell++) mesh->region[cell] = cell < 7 ? 9 : -4;
  tc_problem *p = problem_make(world, &cuttings[0], mesh);
  tc_probes *probes = NULL;
  tc_history *history = NULL;
  double *value = malloc(8 * (size_t)p->space->owned + 8);
  for (int32_t i = 0; i < p->space->owned; i++)
    value[i] = p->space->id[i] < 7 ? 5.0 : (double)p->space->id[i];
  expect_ok(tc_probes_create(p->space, 2, points, &probes));
  expect_ok(tc_history_create(p->space, probes, NULL, NULL, NULL, &history));
  expect_ok(tc_history_update(history, &(tc_run_state){.time = 0.75, .value = value}));
  expect_columns(history, 8, names);
  tc_field_stats field;
  expect_ok(tc_field_stats_compute(p->space, value, &field));
  const double first[] = {0.75, field.integral, 5.0, (double)mesh->cells - 1.0};
  for (int i = 0; i < 4; i++) cr_assert_eq(history->row[i], first[i], "%s", names[i]);
  cr_assert_float_eq(history->row[5], 5.0, 1e-13);
  const double rest = (field.integral - 5.0 * p->space->regions->size[1]) / p->space->regions->size[0];
  cr_assert_float_eq(history->row[4], rest, 1e-11);
  for (int i = 0; i < 2; i++)
    cr_assert_eq(history->row[6 + i], probes->cell[i] < 7 ? 5.0 : (double)probes->cell[i]);
  free(value);
  tc_history_destroy(&history);
  tc_probes_destroy(&probes);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Checks the rates in the history of a run with a flux of 3 through marker 2 and a source of 2. No other
 * marker has data. */
static void expect_rates(tc_world *world, bool steady) {
  static const char *const names[] = {"time",   "integral", "min",    "max",
                                      "mean_1", "flux_2",   "source", "balance_error"};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &cuttings[0], mesh);
  const int32_t owned = p->space->owned;
  double *value = calloc((size_t)owned + 1, 8), *source = malloc(8 * (size_t)owned + 8);
  tc_probes *probes = NULL;
  tc_balance *balance = NULL;
  tc_history *history = NULL;
  /* Only the boundary with marker 2, boundary[1], has data. */
  p->physics->boundary[1].has_data = true;
  expect_ok(tc_problem_assemble(p, 0.0, false));
  for (int32_t f = 0; f < p->system->boundary_data->faces; f++) p->system->boundary_data->datum[f] = 3.0;
  for (int32_t i = 0; i < owned; i++) source[i] = 2.0;
  expect_ok(tc_probes_create(p->space, 0, NULL, &probes));
  expect_ok(tc_balance_create(p, source, &balance));
  expect_ok(tc_history_create(p->space, probes, balance, NULL, NULL, &history));
  expect_columns(history, 8, names);
  balance->steady = steady;
  tc_balance_begin(balance, 0.0);
  expect_ok(tc_history_update(history, &(tc_run_state){.value = value}));
  cr_assert(isnan(history->row[5]) && isnan(history->row[6]) && history->row[7] == 0.0);
  for (int step = 0; step < (steady ? 1 : 2); step++) tc_balance_add(balance, steady ? 1.0 : 0.25, value);
  for (int32_t i = 0; i < owned; i++) value[i] = 1.0;
  expect_ok(
      tc_history_update(history, &(tc_run_state){.step = 2, .time = steady ? 0.0 : 0.5, .value = value}));
  cr_assert_float_eq(history->row[5], 3.0, 1e-12);
  cr_assert_float_eq(history->row[6], 2.0, 1e-12);
  cr_assert_float_eq(history->row[7], 1.0, 1e-12,
                     "a field of 1 against an inflow of 2.5 in 0.5 units of time, or of 5 in a steady state");
  tc_history_destroy(&history);
  tc_balance_destroy(&balance);
  tc_probes_destroy(&probes);
  free(value);
  free(source);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The rates must be per unit of time after two steps of 0.25. In a steady state the time does not advance,
 * and one step counts as one unit of time. */
ParallelTest(history, what_enters_is_told_per_time) {
  expect_rates(world, false);
  expect_rates(world, true);
}

ParallelTest(history, as_many_rows_as_wished_or_about_500) {
  (void)world;
  cr_assert_eq(tc_history_interval(7, 10), 7);
  cr_assert_eq(tc_history_interval(0, 0), 1);
  cr_assert_eq(tc_history_interval(0, 1), 1);
  cr_assert_eq(tc_history_interval(0, 500), 1);
  cr_assert_eq(tc_history_interval(0, 501), 2);
  cr_assert_eq(tc_history_interval(0, 1000000000000000), 2000000000000);
}
