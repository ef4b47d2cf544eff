#include "calibration/node/node_benches.h"

#include "calibration/agree.h"
#include "machine/parameters/caches.h"
#include "support/parallel.h"

static const tc_bench_effort little = {3, 1e-4, 0};

/* The bandwidth of each memory level must be equal on all ranks. The tests do not check how fast the
 * machine is. */
ThreadedTest(bench_levels, the_same_bandwidth_on_all_ranks) {
  static const size_t bytes[] = {128, 24 << 10, 3000000};
  tc_bench bench;
  expect_ok(tc_bench_init(world, little, 3000000, &bench));
  for (int i = 0; i < 3; i++) {
    tc_estimate got;
    expect_ok(tc_bench_read(&bench, bytes[i], &got));
    expect_measured(world, got, "bandwidth");
  }
  tc_bench_free(&bench);
}
