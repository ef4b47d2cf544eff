/* Benchmarks of the network and of barriers. They run on ranks that are treated as if they shared no
 * memory. tests/apps/calibrate_test.sh runs them on virtual nodes. */
#include "calibration/agree.h"
#include "calibration/network/network_benches.h"
#include "support/parallel.h"
#include "support/problems.h"

static const tc_bench_effort little = {3, 1e-4, 0};

static tc_bench opened(const tc_world *world) {
  tc_bench bench;
  expect_ok(tc_bench_init(world, little, 1000, &bench));
  return bench;
}

/* Pairs of nodes exchange large messages. If the number of nodes is odd, the last node has no peer and
 * waits. */
ParallelTest(bench_network, large_messages) {
  if (world->ranks < 2) return;
  tc_world *torn = torn_world();
  tc_bench bench = opened(torn);
  static const size_t bytes[2] = {8, 400000};
  for (int i = 0; i < 2; i++) {
    tc_estimate Bps;
    expect_ok(tc_bench_pingpong(&bench, bytes[i], &Bps));
    expect_measured(torn, Bps, "ping-pong");
    expect_ok(tc_bench_exchange(&bench, bytes[i], &Bps));
    expect_measured(torn, Bps, "exchange");
  }
  tc_bench_free(&bench);
  tc_world_destroy(&torn);
}

/* The time of a barrier is subtracted from the time of a small message, so the result may be 0. */
ParallelTest(bench_network, small_messages) {
  if (world->ranks < 2) return;
  tc_world *torn = torn_world();
  tc_bench bench = opened(torn);
  tc_estimate seconds;
  expect_ok(tc_bench_random_get(&bench, &seconds));
  expect_measured(torn, seconds, "random get");
  expect_ok(tc_bench_message(&bench, &seconds));
  cr_assert(isfinite(seconds.value) && seconds.value >= 0.0, "%g", seconds.value);
  expect_same(torn, seconds.value, "message");
  tc_bench_free(&bench);
  tc_world_destroy(&torn);
}

ParallelTest(bench_network, barriers) {
  tc_world *torn = torn_world();
  const tc_world *const worlds[2] = {world, torn};
  for (int i = 0; i < 2; i++) {
    tc_bench bench = opened(worlds[i]);
    tc_estimate node_s, world_s;
    expect_ok(tc_bench_barriers(&bench, &node_s, &world_s));
    expect_measured(world, node_s, "barrier of a node");
    expect_measured(world, world_s, "barrier of all");
    tc_bench_free(&bench);
  }
  tc_world_destroy(&torn);
}
