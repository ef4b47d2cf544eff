#include "comm/layout/colour.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "support/parallel.h"
#include "support/problems.h"

/* The blocks of the last distribution are larger than the mesh, so rank 0 owns all rows. */
static const cutting cuttings[] = {{NULL, "rcm", TC_DISTRIBUTION_METIS, 7},
                                   {NULL, "none", TC_DISTRIBUTION_CYCLIC, 7},
                                   {NULL, "metis", TC_DISTRIBUTION_CYCLIC, 40},
                                   {NULL, "none", TC_DISTRIBUTION_CYCLIC, 1000000}};
enum { cutting_count = sizeof cuttings / sizeof *cuttings };

static int compare_ranks(const void *a, const void *b) {
  const uint64_t x = tc_colouring_priority(*(const int32_t *)a),
                 y = tc_colouring_priority(*(const int32_t *)b);
  return (x < y) - (x > y);
}

/* Computes the expected colours on one rank. Rows are visited in the order of their priority, and each
 * receives the smallest colour that no neighbour has. Returns the number of colours. */
static int reference(const tc_ell *A, int32_t *colour) {
  int32_t *order = NULL;
  int colours = 0;
  expect_ok(TC_ALLOC(order, A->rows));
  for (int32_t i = 0; i < A->rows; i++) {
    order[i] = i;
    colour[i] = -1;
  }
  qsort(order, (size_t)A->rows, sizeof *order, compare_ranks);
  for (int32_t n = 0; n < A->rows; n++) {
    const int32_t i = order[n];
    bool again = true;
    for (colour[i] = 0; again; colour[i] += again) {
      again = false;
      for (int32_t e = i * A->width; e < (i + 1) * A->width; e++)
        again |= A->column[e] != i && colour[A->column[e]] == colour[i];
    }
    if (colour[i] >= colours) colours = colour[i] + 1;
  }
  tc_free(order);
  return colours;
}

static tc_colouring *create_colouring(const tc_problem *p) {
  tc_colouring *colouring = NULL;
  expect_ok(tc_colouring_create(p->space->world, p->space->halo, p->system->rates, p->space->id, &colouring));
  return colouring;
}

/* Returns the cell number of each local row and ghost. */
static tc_gid *list_cells(const tc_problem *p) {
  const tc_halo *halo = p->space->halo;
  tc_gid *cell = NULL, *all = NULL;
  expect_ok(TC_ALLOC(cell, halo->owned + halo->ghosts));
  expect_ok(TC_ALLOC_ZERO(all, p->space->cells));
  for (int32_t i = 0; i < halo->owned; i++)
    all[tc_distribution_position(halo->distribution, p->space->world->rank, i)] = p->space->id[i];
  MPI_Allreduce(MPI_IN_PLACE, all, (int)p->space->cells, TC_MPI_GID, MPI_SUM, tc_world_comm(p->space->world));
  for (int32_t i = 0; i < halo->owned; i++) cell[i] = p->space->id[i];
  for (int32_t g = 0; g < halo->ghosts; g++) cell[halo->owned + g] = all[halo->ghost_position[g]];
  tc_free(all);
  return cell;
}

static void expect_colours(const tc_problem *p, const int32_t *wanted, int colours) {
  tc_colouring *got = create_colouring(p);
  tc_gid *cell = list_cells(p);
  cr_assert_eq(got->colours, colours);
  for (int32_t i = 0; i < p->system->rates->columns; i++)
    cr_assert_eq(got->colour[i], wanted[cell[i]], "cell %d has colour %d, alone %d", (int)cell[i],
                 (int)got->colour[i], (int)wanted[cell[i]]);
  tc_free(cell);
  tc_colouring_destroy(&got);
}

ParallelTest(colour, as_one_row_after_the_other_on_any_ranks) {
  tc_mesh *mesh = mesh_box(4, 5, 6, 0.1);
  for (int s = 0; s < tc_scheme_count(); s++) {
    twin t = twin_make(tc_scheme_at(s)->name, mesh);
    int32_t *wanted = NULL;
    expect_ok(TC_ALLOC(wanted, t.problem->space->cells));
    const int colours = reference(t.problem->system->rates, wanted);
    cr_assert(colours >= 3 && colours <= t.problem->system->rates->width + 1, "%d colours", colours);
    expect_colours(t.problem, wanted, colours);
    for (int c = 0; c < cutting_count; c++) {
      cutting how = cuttings[c];
      how.scheme = tc_scheme_at(s)->name;
      tc_problem *p = problem_make(world, &how, mesh);
      expect_colours(p, wanted, colours);
      tc_problem_destroy(&p);
    }
    tc_free(wanted);
    twin_free(&t);
  }
  tc_mesh_destroy(&mesh);
}

ParallelTest(colour, a_single_cell_has_the_only_colour) {
  tc_mesh *mesh = mesh_single(1.0);
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 7};
  const int32_t wanted[1] = {0};
  tc_problem *p = problem_make(world, &how, mesh);
  expect_colours(p, wanted, 1);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
