#include "calibration/network/network_benches.h"

#include "calibration/agree.h"
#include "support/parallel.h"
#include "support/problems.h"

static const tc_bench_effort little = {3, 1e-4, 0};

/* Times of messages within a node and between nodes. A rank without a peer sends messages to itself. */
ParallelTest(bench_sends, small_and_large) {
  tc_world *torn = torn_world();
  const tc_world *const worlds[2] = {world, torn};
  static const size_t bytes[3] = {8, 64, 1 << 17};
  for (int i = 0; i < 2 * 2 * 3; i++) {
    tc_bench bench;
    tc_estimate seconds;
    expect_ok(tc_bench_init(worlds[i % 2], little, 1000, &bench));
    expect_ok(tc_bench_sendrecv(&bench, i / 2 % 2, bytes[i / 4], &seconds));
    expect_measured(worlds[i % 2], seconds, "messages");
    tc_bench_free(&bench);
  }
  tc_world_destroy(&torn);
}
