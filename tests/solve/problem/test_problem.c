#include "solve/problem/problem.h"

#include <math.h>

#include "support/parallel.h"
#include "support/problems.h"

static const cutting cuttings[] = {
    {"gradient", "metis", TC_DISTRIBUTION_METIS, 65536},  {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7},
    {"gradient", "none", TC_DISTRIBUTION_CYCLIC, 100000}, {"two-point", "rcm", TC_DISTRIBUTION_METIS, 7},
    {"two-point", "metis", TC_DISTRIBUTION_CYCLIC, 10},
};
enum { cutting_count = sizeof cuttings / sizeof *cuttings };

/* Returns the cell number of a matrix column, which is an owned row or a ghost. */
static tc_gid cell_of(const tc_problem *p, int32_t column) {
  int32_t cell = column;
  for (int32_t g = 0; column >= p->space->owned && g < p->space->halo->ghosts; g++)
    if (p->space->ghost_number[g] == column - p->space->owned) cell = p->space->owned + g;
  return p->space->submesh->id[cell];
}

/* Checks that a row has the same bits as the row of the same cell in the matrix of one rank. */
static void expect_row(const tc_problem *p, const tc_problem *whole, int32_t row) {
  const tc_gid cell = p->space->id[row];
  const size_t width = (size_t)p->system->rates->width, here = (size_t)row * width,
               there = (size_t)cell * width;
  cr_assert_eq(p->system->rates->diagonal[row], whole->system->rates->diagonal[cell], "cell %d", (int)cell);
  cr_assert_arr_eq(p->system->rates->value + here, whole->system->rates->value + there, 8 * width, "cell %d",
                   (int)cell);
  for (size_t k = 0; k < width; k++) {
    const int32_t column = p->system->rates->column[here + k];
    cr_assert_eq(cell_of(p, column), whole->system->rates->column[there + k]);
  }
  cr_assert_eq(p->space->volume[row], whole->space->volume[cell]);
  for (size_t i = 0; i < 3; i++)
    cr_assert_eq(p->space->centroid[3 * (size_t)row + i], whole->space->centroid[3 * (size_t)cell + i]);
}

/* The hashes of both problems must be equal. They must differ after one bit of the rows of rank 0 has
 * changed. */
static void expect_same_hash(const tc_problem *p, const tc_problem *whole) {
  uint64_t found = 0, wanted = 1;
  expect_ok(tc_problem_hash(p, &found));
  expect_ok(tc_problem_hash(whole, &wanted));
  cr_assert_eq(found, wanted);
  double *entry = p->space->world->rank == 0 ? p->system->rates->value : NULL;
  if (entry && p->space->owned > 0) *entry = nextafter(*entry, 1e9);
  expect_ok(tc_problem_hash(p, &found));
  cr_assert_neq(found, wanted);
}

ThreadedTest(problem, rows_are_those_of_the_whole_matrix) {
  tc_mesh *mesh = mesh_box(4, 4, 3, 0.15);
  for (int c = 0; c < cutting_count; c++) {
    twin t = twin_make(cuttings[c].scheme, mesh);
    tc_problem *p = problem_make(world, &cuttings[c], mesh);
    cr_assert_str_eq(p->scheme->name, cuttings[c].scheme);
    cr_assert_eq(p->system->rates->rows, p->space->owned);
    cr_assert_eq(p->system->rates->columns, p->space->owned + p->space->halo->ghosts);
    for (int32_t row = 0; row < p->space->owned; row++) expect_row(p, t.problem, row);
    expect_same_hash(p, t.problem);
    tc_problem_destroy(&p);
    cr_assert_null(p);
    twin_free(&t);
  }
  tc_mesh_destroy(&mesh);
}

static void expect_refused(tc_world *world, const cutting *how, tc_mesh *mesh, const char *why) {
  const tc_problem_options choice = cutting_choice(how);
  tc_problem *p = NULL;
  tc_status status = tc_problem_create(world, &choice, world->rank == 0 ? mesh : NULL, NULL, &p);
  cr_assert_null(p);
  expect_error(status, TC_INPUT, why);
}

/* The root detects an invalid mesh, and the owner detects a flat cell. In both cases all ranks must return
 * the error. */
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

/* Left-handed cells must be reoriented. Their rows must then equal those of the original mesh. */
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
  for (int32_t row = 0; row < p->space->owned; row++) expect_row(p, t.problem, row);
  tc_problem_destroy(&p);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

/* Sets a tensor in each cell that depends on its centroid and its cell number only, so it is equal on all
 * ranks. */
static void vary(tc_problem *p) {
  const tc_space *space = p->space;
  expect_ok(tc_physics_set_nonuniform(p->physics));
  for (int32_t c = 0; c < p->physics->cells; c++) {
    double *tensor = p->physics->tensor + 6 * (size_t)c;
    for (size_t i = 0; i < 3; i++)
      tensor[i] += exp(tc_geometry_centroid(space->geometry, c)[i]) + (double)(space->submesh->id[c] % 3);
  }
}

/* The test assembles a problem with other tensors and another stabilisation, then again with the original
 * ones. The rows must then be the original rows. */
ThreadedTest(problem, may_be_assembled_again) {
  tc_mesh *mesh = mesh_box(4, 4, 3, 0.15);
  for (int c = 0; c < cutting_count; c++) {
    twin t = twin_make(cuttings[c].scheme, mesh), plain = twin_make(cuttings[c].scheme, mesh);
    tc_problem *p = problem_make(world, &cuttings[c], mesh);
    tc_problem *both[2] = {p, t.problem};
    for (int i = 0; i < 2; i++) {
      vary(both[i]);
      expect_ok(tc_problem_assemble(both[i], 3.0, false));
    }
    for (int32_t row = 0; row < p->space->owned; row++) {
      expect_row(p, t.problem, row);
      cr_assert_neq(p->system->rates->diagonal[row],
                    plain.problem->system->rates->diagonal[p->space->id[row]]);
    }
    for (int32_t cell = 0; cell < p->physics->cells; cell++)
      memcpy(p->physics->tensor + 6 * (size_t)cell, plain.problem->physics->tensor, 6 * sizeof(double));
    expect_ok(tc_problem_assemble(p, plain.problem->system->stabilisation, false));
    for (int32_t row = 0; row < p->space->owned; row++) expect_row(p, plain.problem, row);
    tc_problem_destroy(&p);
    twin_free(&t);
    twin_free(&plain);
  }
  tc_mesh_destroy(&mesh);
}

/* A mesh of one cell has a single row of zeros, on any number of ranks. All other ranks own no cell. */
ParallelTest(problem, a_single_cell) {
  tc_mesh *mesh = mesh_single(1.0);
  for (int c = 0; c < cutting_count; c++) {
    tc_problem *p = problem_make(world, &cuttings[c], mesh);
    int64_t rows = p->space->owned;
    for (int32_t row = 0; row < p->space->owned; row++) {
      cr_assert_eq(p->system->rates->diagonal[row], 0.0);
      cr_assert_float_eq(p->space->volume[row], 1.0 / 6.0, 1e-15);
    }
    cr_assert_eq(p->space->halo->ghosts, 0);
    expect_ok(tc_world_sum_int64(world, &rows, 1));
    cr_assert_eq(rows, 1);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}
