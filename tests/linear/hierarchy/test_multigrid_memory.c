/* Tests of failed allocations in the setup of a hierarchy. If an allocation fails on one rank, all ranks must
 * return an error that names this rank. */
#define _GNU_SOURCE
#include "support/out_of_memory.h"

#include <stdio.h>

#include "linear/hierarchy/multigrid.h"
#include "linear/systems.h"

/* Creates a hierarchy while allocation n of rank `poor` fails. Returns false if the setup makes fewer
 * allocations. */
static bool one_failure(const scene *s, int poor, long n) {
  const tc_world *world = s->system.world;
  const tc_solver_options choice = scene_choice("cg", "multigrid");
  char place[80];
  tc_multigrid *m = NULL;
  short_memory_hit = false;
  short_memory_left = world->rank == poor ? n : -1;
  tc_status status =
      tc_multigrid_create(&s->system, s->system.R, &choice.preconditioner_options.multigrid, &m);
  short_memory_left = -1;
  double hit = short_memory_hit;
  expect_ok(tc_world_max(world, &hit, 1));
  cr_assert_eq(status != NULL, hit == 1.0, "allocation %ld: %s", n, tc_status_text(status));
  snprintf(place, sizeof place, " MB more on rank %d: use more ranks", poor);
  if (status) cr_assert_eq(tc_status_code(status), TC_INTERNAL);
  if (status)
    cr_assert(strstr(tc_status_text(status), "multigrid: out of memory: level "), "%s",
              tc_status_text(status));
  if (status) cr_assert(strstr(tc_status_text(status), place), "%s", tc_status_text(status));
  tc_status_free(&status);
  tc_multigrid_destroy(&m);
  return hit == 1.0;
}

/* The error must contain the level and the rank. Starts with n = 1, because allocation 0 is the struct of the
 * hierarchy, which belongs to no level. */
ParallelTest(multigrid_memory, errors_name_level_and_rank) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 64};
  scene s = scene_make(world, &how, 0.0);
  s.system.shift = 0.0;
  s.system.scale = -1.0;
  long n = 1;
  while (one_failure(&s, world->ranks - 1, n)) n += 31;
  cr_assert_gt(n, 200);
  scene_free(&s);
}
