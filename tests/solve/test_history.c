#include "solve/history.h"

#include <math.h>

#include "solve/field.h"
#include "support/problems.h"

static const cutting cuttings[] = {
    {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 1},
    {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7},
    {"two-point", "metis", TC_DISTRIBUTION_METIS, 10},
    {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 100000},
};

static const tc_probe points[] = {{{0.3, 0.3, 0.3}, "here"}, {{0.9, 0.1, 0.5}, "there"}};

static double wild(tc_gid cell) { return noise((uint64_t)cell) * pow(10.0, (double)(cell % 20 - 10)); }

/* One row, of a field that is the same however the mesh is dealt; the caller frees it. */
static double *look(tc_problem *p, int *columns) {
  tc_probes *probes = NULL;
  tc_history *history = NULL;
  double *value = malloc(8 * (size_t)p->space->owned + 8);
  for (int32_t i = 0; i < p->space->owned; i++) value[i] = wild(p->space->id[i]);
  expect_ok(tc_probes_create(p->space, 2, points, &probes));
  expect_ok(tc_history_create(p->space, probes, &history));
  expect_ok(tc_history_look(history, &(tc_instant){.step = 3, .steps = 9, .time = 0.75, .value = value}));
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
  double *alone = look(t.problem, &columns);
  for (int c = 0; c < 4; c++) {
    tc_problem *p = problem_make(world, &cuttings[c], mesh);
    double *row = look(p, &same);
    cr_assert_eq(same, columns);
    cr_assert_eq(memcmp(row, alone, 8 * (size_t)columns), 0);
    free(row);
    tc_problem_destroy(&p);
  }
  free(alone);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

ParallelTest(history, columns_by_name) {
  static const char *const names[] = {"time", "integral", "min", "max", "probe_1", "probe_2"};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &cuttings[0], mesh);
  tc_probes *probes = NULL;
  tc_history *history = NULL;
  double *value = malloc(8 * (size_t)p->space->owned + 8);
  for (int32_t i = 0; i < p->space->owned; i++) value[i] = (double)p->space->id[i] - 10.0;
  expect_ok(tc_probes_create(p->space, 2, points, &probes));
  expect_ok(tc_history_create(p->space, probes, &history));
  expect_ok(tc_history_look(history, &(tc_instant){.time = 0.75, .value = value}));
  cr_assert_eq(history->columns, 6);
  for (int i = 0; i < 6; i++) cr_assert_str_eq(history->name[i], names[i]);
  tc_field field;
  expect_ok(tc_field_describe(p->space, value, &field));
  const double wanted[] = {0.75,
                           field.integral,
                           -10.0,
                           (double)mesh->cells - 11.0,
                           (double)probes->cell[0] - 10.0,
                           (double)probes->cell[1] - 10.0};
  for (int i = 0; i < 6; i++) cr_assert_eq(history->row[i], wanted[i], "%s", names[i]);
  free(value);
  tc_history_destroy(&history);
  tc_probes_destroy(&probes);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

ParallelTest(history, as_many_rows_as_wished_or_about_500) {
  (void)world;
  cr_assert_eq(tc_history_every(7, 10), 7);
  cr_assert_eq(tc_history_every(0, 0), 1);
  cr_assert_eq(tc_history_every(0, 1), 1);
  cr_assert_eq(tc_history_every(0, 500), 1);
  cr_assert_eq(tc_history_every(0, 501), 2);
  cr_assert_eq(tc_history_every(0, 1000000000000000), 2000000000000);
}
