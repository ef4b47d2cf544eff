/* Tests of the constant levels that are added to the components of a mesh, on any number of ranks. */
#include "solve/space/component_levels.h"

#include "support/parallel.h"
#include "support/problems.h"

static const cutting cuttings[] = {{"two-point", "none", TC_DISTRIBUTION_CYCLIC, 1},
                                   {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7},
                                   {"two-point", "metis", TC_DISTRIBUTION_METIS, 10}};

enum { bricks = 6, brick = 2 * 2 * 6 };

/* In each of two components, one cell has an outflow with coefficient h. The residual of this cell determines
 * the correction of the level of its component, even for a small h. Components without outflow must not
 * change. */
ParallelTest(levels, are_found_however_little_is_let_out) {
  static const double h[2] = {1e-6, 4.0}, lacks[2] = {3.0, -1e-3};
  static const tc_gid cell[2] = {0, 6 * brick - 1};
  for (int c = 0; c < 3; c++) {
    tc_problem *p = problem_slabbed(world, &cuttings[c], bricks);
    const int32_t owned = p->space->owned;
    double *left = calloc((size_t)owned + 1, sizeof *left), *x = calloc((size_t)owned + 1, sizeof *x),
           largest;
    int64_t shifted[2] = {0, 0};
    tc_component_levels *levels = NULL;
    for (int32_t i = 0; i < owned; i++)
      for (int k = 0; k < 2; k++)
        if (p->space->id[i] == cell[k]) {
          p->system->rates->diagonal[i] -= h[k];
          left[i] = h[k] * lacks[k];
        }
    expect_ok(tc_component_levels_create(p->space, p->system->rates, &levels));
    cr_assert(levels);
    expect_ok(tc_component_levels_compute(levels, left, &largest));
    cr_expect_float_eq(largest, 3.0, 1e-5, "%d: %.17g", c, largest);
    tc_component_levels_apply(levels, x);
    for (int32_t i = 0; i < owned; i++)
      for (int k = 0; k < 2; k++) shifted[k] += fabs(x[i] - lacks[k]) < 1e-5;
    expect_ok(tc_world_sum_int64(world, shifted, 2));
    cr_expect(shifted[0] == 2 * brick && shifted[1] == 3 * brick, "%d: %d, %d", c, (int)shifted[0],
              (int)shifted[1]);
    tc_component_levels_destroy(&levels);
    free(left);
    free(x);
    tc_problem_destroy(&p);
  }
}

ParallelTest(levels, of_one_piece_are_no_question) {
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.0);
  tc_problem *p = problem_make(world, &cuttings[0], mesh);
  tc_component_levels *levels = NULL;
  tc_mesh_destroy(&mesh);
  expect_ok(tc_component_levels_create(p->space, p->system->rates, &levels));
  cr_expect_null(levels);
  tc_problem_destroy(&p);
}
