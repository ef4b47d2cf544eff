#include "machine/bench_levels.h"

#include "machine/agree.h"
#include "machine/caches.h"
#include "support/parallel.h"

static const tc_effort little = {3, 1e-4, 0};

/* Nothing is said about how fast the machine is. */
ThreadedTest(bench_levels, the_same_bandwidth_on_all_ranks) {
  static const size_t bytes[] = {128, 24 << 10, 3000000};
  tc_bench bench;
  expect_ok(tc_bench_open(world, little, 3000000, &bench));
  for (int i = 0; i < 3; i++) {
    tc_estimate got;
    expect_ok(tc_bench_read(&bench, bytes[i], &got));
    expect_measured(world, got, "bandwidth");
  }
  tc_bench_close(&bench);
}

/* L1 48 K, L2 2 M and much or little of L3; an L3 that is none; memory. */
ParallelTest(bench_levels, what_is_read_for_a_level) {
  const double KiB = 1024, MiB = 1 << 20, most = 96 * MiB;
  const double large[] = {1120, 48 * KiB, 2 * MiB, 150 * MiB}, little_L3[] = {1120, 48 * KiB, 2 * MiB, MiB},
               no_L3[] = {1120, 64 * KiB, MiB, MiB}, unknown[] = {0, 0, 0, 0};
  (void)world;
  cr_expect_eq(tc_bench_level_B(large, 0, 1, most), 24 * KiB);
  cr_expect_eq(tc_bench_level_B(large, 0, 4, most), 96 * KiB, "each thread has its own");
  cr_expect_eq(tc_bench_level_B(large, 1, 1, most), 192 * KiB);
  cr_expect_eq(tc_bench_level_B(large, 2, 1, most), 8 * MiB);
  cr_expect_eq(tc_bench_level_B(little_L3, 2, 1, most), 2.5 * MiB);
  cr_expect_eq(tc_bench_level_B(no_L3, 2, 1, most), tc_bench_level_B(no_L3, 1, 1, most));
  cr_expect_eq(tc_bench_level_B(large, 2, 64, most), most);
  cr_expect_eq(tc_bench_level_B(large, 3, 1, most), most);
  for (int level = 0; level < TC_LEVELS; level++)
    cr_expect_eq(tc_bench_level_B(unknown, level, 1, most), 0.0);
}
