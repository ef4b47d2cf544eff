#include "solve/response.h"

#include <math.h>
#include <string.h>

#include "solve/safe_step.h"
#include "support/inputs.h"
#include "support/parallel.h"
#include "support/problems.h"

static const double anisotropic[6] = {1, 1, 1000, 0, 0, 0};

static tc_problem *make(tc_world *world, const double tensor[6], tc_mesh *mesh) {
  tc_problem_choice choice = {.layout = {tc_order_find("metis"), 0, TC_DISTRIBUTION_METIS, 64,
                                         TC_OBJECTIVE_CUT},
                              .scheme = tc_scheme_find("gradient")};
  tc_problem *problem = NULL;
  memcpy(choice.tensor, tensor, sizeof choice.tensor);
  expect_ok(tc_problem_create(world, &choice, world->rank == 0 ? mesh : NULL, NULL, &problem));
  return problem;
}

/* Slivers between values, with 0.3 and with 1. */
static void measure(tc_world *world, tc_mesh *mesh, tc_response out[2]) {
  tc_problem *p = make(world, anisotropic, mesh);
  entry e = entry_make(p, TC_BOUNDARY_VALUE, "0", NULL);
  for (int k = 0; k < 2; k++) {
    expect_ok(tc_problem_assemble(p, k == 0 ? 0.3 : 1.0, false));
    expect_ok(tc_response_find(p, &out[k]));
  }
  entry_free(&e);
  tc_problem_destroy(&p);
}

ParallelTest(response, stands_out_where_a_mode_barely_decays) {
  tc_mesh *mesh = mesh_slivers(7, 0.03, 2);
  tc_response all[2], alone[2];
  tc_world *self = NULL;
  measure(world, mesh, all);
  cr_assert(all[0].solved && all[0].largest > 2.0 * TC_RESPONSE_LIMIT && all[0].cells > 0);
  cr_assert(!tc_response_is_even(&all[0]));
  cr_assert(all[1].solved && all[1].cells == 0 && tc_response_is_even(&all[1]), "%g", all[1].largest);
  cr_assert(all[0].worst[0].value > all[0].worst[1].value && all[0].worst[1].value > all[0].worst[2].value);
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  measure(self, mesh, alone);
  for (int k = 0; k < 2; k++)
    cr_assert(alone[k].largest == all[k].largest && alone[k].worst[2].cell == all[k].worst[2].cell &&
              alone[k].products == all[k].products);
  tc_world_destroy(&self);
  tc_mesh_destroy(&mesh);
}

/* A stabilisation that is given is refused, and the cells are named. */
ParallelTest(response, names_the_cells) {
  tc_mesh *mesh = mesh_slivers(7, 0.03, 2);
  tc_problem *p = make(world, anisotropic, mesh);
  entry e = entry_make(p, TC_BOUNDARY_VALUE, "0", NULL);
  tc_response r;
  tc_safe_step safe;
  const tc_step_wish wish = {.where_dt = "dt",
                             .where_stabilisation = "stabilisation",
                             .stabilisation = 0.3,
                             .safety = 0.9,
                             .steps = 1000,
                             .steady = true};
  expect_ok(tc_problem_assemble(p, 0.3, false));
  expect_ok(tc_response_find(p, &r));
  char place[128];
  snprintf(place, sizeof place, "localised modes barely decay near cell %lld at (%.4g, %.4g, %.4g), %lld at",
           (long long)r.worst[0].cell, r.worst[0].at[0], r.worst[0].at[1], r.worst[0].at[2],
           (long long)r.worst[1].cell);
  expect_error(tc_safe_step_choose(p, &wish, NULL, &safe), TC_NUMERICAL, place);
  entry_free(&e);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* A constant and smooth modes may decay as slowly as they like. Where a slab exchanges nothing the tensor
 * jumps, and no response is measured. */
ParallelTest(response, is_even_where_only_smooth_modes_are_slow) {
  const double unit[6] = {1, 1, 1, 0, 0, 0};
  tc_mesh *mesh = mesh_box(6, 6, 6, 0.15);
  tc_response r;
  for (int k = 0; k < 2; k++) {
    tc_problem *p = make(world, k == 0 ? unit : anisotropic, mesh);
    expect_ok(tc_problem_assemble(p, 0.3, false));
    expect_ok(tc_response_find(p, &r));
    cr_assert(r.solved && r.largest < 0.5 * TC_RESPONSE_LIMIT && r.products > 0, "%g", r.largest);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
  const cutting how = {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 16};
  tc_problem *p = problem_slabbed(world, &how, 6);
  expect_ok(tc_response_find(p, &r));
  cr_assert(r.products == 0 && tc_response_is_even(&r));
  tc_problem_destroy(&p);
}

/* Nothing diffuses in a mesh of one cell. */
ParallelTest(response, of_a_single_cell) {
  const double unit[6] = {1, 1, 1, 0, 0, 0};
  tc_mesh *mesh = mesh_single(0.3);
  tc_problem *p = make(world, unit, mesh);
  tc_response r;
  expect_ok(tc_response_find(p, &r));
  cr_assert(r.products == 0 && tc_response_is_even(&r));
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
