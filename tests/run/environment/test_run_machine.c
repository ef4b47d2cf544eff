#include "run/environment/run_machine.h"

#include <math.h>
#include <unistd.h>

#include "support/expect.h"
#include "support/parallel.h"

static const char known[] = "tests/support/machine.yaml";

/* The working set must be that of the largest rank. The bandwidth must be shared by the ranks of the fullest
 * node. */
ParallelTest(run_machine, it_is_that_of_the_largest_rank_and_the_fullest_node) {
  tc_run_machine found;
  for (int per_node = 1; per_node <= world->ranks; per_node++) {
    tc_world_set_ranks_per_node(world, per_node);
    expect_ok(tc_run_machine_find(world, known,
                                  &(tc_working_set){.bytes = 1e6 * (1 + world->rank), .width = 16}, NULL,
                                  &found));
    cr_assert_eq(found.bytes, 1e6 * world->ranks);
    cr_assert_not_null(strstr(found.origin.text, "machine.yaml"));
    const tc_params wanted = tc_run_machine_params(&found.origin.machine, per_node, found.bytes);
    cr_assert_eq(memcmp(&found.params, &wanted, sizeof wanted), 0);
  }
}

/* The machine file has 60 GB/s at 1 MB and 10 GB/s at 100 MB, for two ranks per node. Section 5.1 of
 * Lagraviere et al. defines the bandwidth W_private by the STREAM benchmark in main memory.
 * private_bandwidth_Bps must therefore not depend on the working set. */
ParallelTest(run_machine, the_working_set_selects_the_cached_bandwidth_only) {
  tc_run_machine small, large;
  tc_world_set_ranks_per_node(world, 2);
  expect_ok(
      tc_run_machine_find(world, known, &(tc_working_set){.bytes = 1 << 20, .width = 16}, NULL, &small));
  expect_ok(
      tc_run_machine_find(world, known, &(tc_working_set){.bytes = 100 << 20, .width = 16}, NULL, &large));
  cr_assert_eq(small.params.private_bandwidth_Bps, large.params.private_bandwidth_Bps);
  cr_assert_gt(tc_params_cached_Bps(&small.params), 3.0 * tc_params_cached_Bps(&large.params));
}

ParallelTest(run_machine, none_is_a_machine_of_which_nothing_is_known) {
  tc_run_machine found;
  expect_ok(tc_run_machine_find(world, "none", &(tc_working_set){.bytes = 1e6, .width = 16}, NULL, &found));
  cr_assert_eq(found.bytes, 1e6);
  cr_assert_eq(found.params.private_bandwidth_Bps, 0.0);
  expect_error(tc_run_machine_find(world, "/nowhere/m.yaml", &(tc_working_set){.bytes = 1e6, .width = 16},
                                   NULL, &found),
               TC_USAGE, "/nowhere");
}

/* On a system that does not report the size of the level-2 cache, no working set is treated as cached. */
ParallelTest(run_machine, the_level_2_cache_decides_what_is_cached) {
  (void)world;
  const double cache_B = (double)sysconf(_SC_LEVEL2_CACHE_SIZE);
  cr_assert_not(tc_run_machine_in_cache(1e12));
  cr_assert_not(tc_run_machine_in_cache(fmax(cache_B, 0.0) + 1.0));
  cr_assert_eq(tc_run_machine_in_cache(1.0), cache_B > 0.0);
  cr_assert_eq(tc_run_machine_in_cache(cache_B), cache_B > 0.0);
}
