#include "solve/problem.h"

#include <math.h>

#include "support/parallel.h"
#include "support/problems.h"

static const cutting cuttings[] = {
    {"gradient", "metis", TC_DISTRIBUTION_METIS, 65536},  {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7},
    {"gradient", "none", TC_DISTRIBUTION_CYCLIC, 100000}, {"two-point", "rcm", TC_DISTRIBUTION_METIS, 7},
    {"two-point", "metis", TC_DISTRIBUTION_CYCLIC, 10},
};
enum { cutting_count = sizeof cuttings / sizeof *cuttings };

/* The mesh's number of the cell behind a column. */
static tc_gid cell_of(const tc_problem *p, int32_t column) {
  int32_t cell = column;
  for (int32_t g = 0; column >= p->owned && g < p->halo->ghosts; g++)
    if (p->ghost_number[g] == column - p->owned) cell = p->owned + g;
  return p->submesh->id[cell];
}

/* A row of the problem has the bits of the same cell's row in the whole matrix, entry by entry. */
static void expect_row(const tc_problem *p, const tc_problem *whole, int32_t row) {
  const tc_gid cell = p->id[row];
  const size_t width = (size_t)p->matrix->width, here = (size_t)row * width, there = (size_t)cell * width;
  cr_assert_eq(p->matrix->diagonal[row], whole->matrix->diagonal[cell], "cell %d", (int)cell);
  cr_assert_arr_eq(p->matrix->value + here, whole->matrix->value + there, 8 * width, "cell %d", (int)cell);
  for (size_t k = 0; k < width; k++) {
    const int32_t column = p->matrix->column[here + k];
    cr_assert_eq(cell_of(p, column), whole->matrix->column[there + k]);
  }
  cr_assert_eq(p->volume[row], whole->volume[cell]);
  for (size_t i = 0; i < 3; i++)
    cr_assert_eq(p->centroid[3 * (size_t)row + i], whole->centroid[3 * (size_t)cell + i]);
}

/* Every cell is owned once; volumes add up to the cube's. */
static void expect_partition(const tc_problem *p) {
  int64_t *owners = calloc((size_t)p->cells, 8), rows = p->owned;
  for (int32_t i = 0; i < p->owned; i++) owners[p->id[i]]++;
  expect_ok(tc_world_sum_int64(p->world, owners, (int)p->cells));
  for (int32_t cell = 0; cell < p->cells; cell++) cr_assert_eq(owners[cell], 1, "cell %d", cell);
  expect_ok(tc_world_sum_int64(p->world, &rows, 1));
  cr_assert_eq(rows, p->cells);
  cr_assert_eq(p->halo->owned, p->owned);
  cr_assert_eq(p->matrix->columns, p->owned + p->halo->ghosts);
  free(owners);
}

ThreadedTest(problem, rows_are_those_of_the_whole_matrix) {
  tc_mesh *mesh = mesh_box(4, 4, 3, 0.15);
  for (int c = 0; c < cutting_count; c++) {
    twin t = twin_make(cuttings[c].scheme, mesh);
    tc_problem *p = problem_make(world, &cuttings[c], mesh);
    cr_assert(p->cells == mesh->cells && p->nodes == mesh->nodes && p->base == 1);
    cr_assert_str_eq(p->scheme->name, cuttings[c].scheme);
    expect_partition(p);
    for (int32_t row = 0; row < p->owned; row++) expect_row(p, t.problem, row);
    tc_problem_destroy(&p);
    cr_assert_null(p);
    twin_free(&t);
  }
  tc_mesh_destroy(&mesh);
}

static void expect_refused(tc_world *world, const cutting *how, tc_mesh *mesh, const char *why) {
  const tc_problem_choice choice = cutting_choice(how);
  tc_problem *p = NULL;
  tc_status status = tc_problem_create(world, &choice, world->rank == 0 ? mesh : NULL, NULL, &p);
  cr_assert_null(p);
  expect_error(status, TC_INPUT, why);
}

/* What only the root sees (a bad mesh), and what only the rank that owns the cell sees (a flat one). */
ParallelTest(problem, errors_reach_every_rank) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.0);
  mesh->vertices[4 * 100] = mesh->vertices[4 * 100 + 1];
  for (int c = 0; c < cutting_count; c++) expect_refused(world, &cuttings[c], mesh, "cell 101 has node");
  tc_mesh_destroy(&mesh);
  mesh = mesh_single(1e-9);
  expect_refused(world, &cuttings[0], mesh, "cell 1 is too flat");
  expect_refused(world, &cuttings[1], mesh, "cell 1 is too flat");
  tc_mesh_destroy(&mesh);
}

/* Left-handed cells are turned round and give the rows of right-handed ones, up to the order of adding. */
ParallelTest(problem, inverted_cells_are_reoriented) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.15);
  twin t = twin_make("gradient", mesh);
  for (int32_t cell = 5; cell < mesh->cells; cell += 7) {
    int32_t *v = mesh->vertices + 4 * (size_t)cell, kept = v[2];
    v[2] = v[3];
    v[3] = kept;
  }
  tc_problem *p = problem_make(world, &cuttings[0], mesh);
  if (world->rank == 0) cr_assert_eq(mesh->reoriented, (mesh->cells - 5 + 6) / 7);
  for (int32_t row = 0; row < p->owned; row++) expect_row(p, t.problem, row);
  tc_problem_destroy(&p);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

/* One cell on any number of ranks: nothing diffuses, most ranks have nothing. */
ParallelTest(problem, a_single_cell) {
  tc_mesh *mesh = mesh_single(1.0);
  for (int c = 0; c < cutting_count; c++) {
    tc_problem *p = problem_make(world, &cuttings[c], mesh);
    int64_t rows = p->owned;
    for (int32_t row = 0; row < p->owned; row++) {
      cr_assert_eq(p->matrix->diagonal[row], 0.0);
      cr_assert_float_eq(p->volume[row], 1.0 / 6.0, 1e-15);
    }
    cr_assert_eq(p->halo->ghosts, 0);
    expect_ok(tc_world_sum_int64(world, &rows, 1));
    cr_assert_eq(rows, 1);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}
