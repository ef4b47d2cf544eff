#include "comm/world/world_threads.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/expect.h"
#include "support/parallel.h"

/* A setting of threads that differs between ranks must be an error on all ranks. One launch tests all
 * cases. */
ParallelTest(threads, ranks_agree) {
  const bool last = world->rank == world->ranks - 1;
  const char *before = getenv("OMP_NUM_THREADS");
  char kept[32];
  snprintf(kept, sizeof kept, "%s", before ? before : "1");
  unsetenv("OMP_NUM_THREADS");
  expect_ok(tc_world_set_threads(world, 0));
  cr_assert_eq(omp_get_max_threads(), 1);
  setenv("OMP_NUM_THREADS", "2", 1);
  expect_ok(tc_world_set_threads(world, 0));
  cr_assert_eq(omp_get_max_threads(), 2);
  if (last) setenv("OMP_NUM_THREADS", "3", 1);
  expect_ok(tc_world_set_threads(world, 4));
  cr_assert_eq(omp_get_max_threads(), 4, "the config has priority over the environment");
  if (world->ranks > 1)
    expect_error(tc_world_set_threads(world, 0), TC_USAGE, "OMP_NUM_THREADS differs between ranks (2 to 3)");
  if (last) setenv("OMP_NUM_THREADS", "some", 1);
  expect_error(tc_world_set_threads(world, 0), TC_USAGE, "OMP_NUM_THREADS is 'some'");
  setenv("OMP_NUM_THREADS", kept, 1);
  expect_ok(tc_world_set_threads(world, 0));
}
