#include "machine/bench_stream.h"

#include <math.h>

#include "support/expect.h"
#include "support/parallel.h"

/* Nothing is said about how fast the machine is: only that the result is a bandwidth, and the same
 * everywhere. */
ParallelTest(bench_stream, the_same_bandwidth_on_all_ranks) {
  static const size_t bytes[] = {24 << 10, 3000000, 1 << 20};
  for (int i = 0; i < 3; i++) {
    tc_params params = {.remote_bandwidth_Bps = 12.0, .remote_latency_s = 13.0};
    expect_ok(tc_bench_stream(world, bytes[i], 2 + i, &params));
    cr_assert(isfinite(params.private_bandwidth_Bps) && params.private_bandwidth_Bps > 0.0);
    double extremes[2] = {params.private_bandwidth_Bps, -params.private_bandwidth_Bps};
    expect_ok(tc_world_max(world, extremes, 2));
    cr_assert_eq(extremes[0], -extremes[1]);
    int line = (int)params.cache_line_B;
    cr_assert(line >= 16 && line <= 1024 && (line & (line - 1)) == 0, "%d", line);
    cr_assert(params.remote_bandwidth_Bps == 12.0 && params.remote_latency_s == 13.0,
              "what it does not measure");
  }
}

/* More than any machine has, on all ranks alike: an error and no hang. */
#ifndef __SANITIZE_ADDRESS__
ParallelTest(bench_stream, too_much_memory) {
  tc_params params = {0};
  size_t bytes = world->rank == world->ranks - 1 ? (size_t)1 << 60 : 3000;
  expect_error(tc_bench_stream(world, bytes, 2, &params), TC_INTERNAL, "out of memory");
  cr_assert_eq(params.private_bandwidth_Bps, 0.0);
}
#endif
