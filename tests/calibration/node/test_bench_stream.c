#include "calibration/node/node_benches.h"

#include "calibration/agree.h"
#include "support/parallel.h"

static const tc_bench_effort little = {3, 1e-4, 0};

/* The result must be a positive bandwidth and equal on all ranks. The tests do not check how fast the
 * machine is. */
ParallelTest(bench_stream, the_same_bandwidth_on_all_ranks) {
  static const size_t bytes[] = {24 << 10, 3000000, 1 << 20};
  tc_bench bench;
  expect_ok(tc_bench_init(world, little, 3000000, &bench));
  for (int i = 0; i < 3; i++) {
    tc_estimate got;
    expect_ok(tc_bench_stream(&bench, bytes[i], i > 0 || world->rank == 0, &got));
    expect_measured(world, got, "bandwidth");
  }
  tc_bench_free(&bench);
  int line = (int)tc_cache_line_B();
  cr_assert(line >= 16 && line <= 1024 && (line & (line - 1)) == 0, "%d", line);
}

/* The last rank requests more memory than any machine has. All ranks must return the error, without a
 * deadlock. */
ParallelTest(bench_stream, too_much_memory) {
  tc_bench bench = {0};
  size_t bytes = world->rank == world->ranks - 1 ? (size_t)1 << 60 : 3000;
  expect_error(tc_bench_init(world, little, bytes, &bench), TC_INTERNAL, "out of memory");
  cr_assert_null(bench.memory);
}
