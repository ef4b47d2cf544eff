#include "run/plan/format_choice.h"

#include "support/parallel.h"
#include "support/problems.h"

/* Checks that all ranks choose the same format. The test does not know this format, which depends on the
 * machine. */
static void expect_choice(tc_world *world, tc_mesh *mesh) {
  static const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7};
  tc_problem *p = problem_make(world, &how, mesh);
  const tc_format *format = NULL;
  expect_ok(tc_format_find_fastest(world, p->system->rates, NULL, &format));
  int index = 0;
  while (index < tc_format_count() && tc_format_at(index) != format) index++;
  cr_assert_lt(index, tc_format_count());
  int all[2] = {index, -index};
  MPI_Allreduce(MPI_IN_PLACE, all, 2, MPI_INT, MPI_MAX, tc_world_comm(world));
  cr_assert(all[0] == index && all[1] == -index, "rank %d chooses %s", world->rank, format->name);
  tc_problem_destroy(&p);
}

ThreadedTest(storage, one_for_all_ranks) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  for (int i = 0; i < 5; i++) expect_choice(world, mesh);
  tc_mesh_destroy(&mesh);
}

/* Ranks without rows have no product to measure, but must return the same format. */
ParallelTest(storage, fewer_cells_than_ranks) {
  tc_mesh *mesh = mesh_single(1.0);
  expect_choice(world, mesh);
  tc_mesh_destroy(&mesh);
}
