#include "calibration/access/bench_pointer.h"

#include <math.h>

#include "support/parallel.h"
#include "support/problems.h"

ParallelTest(bench_pointer, takes_time) {
  const tc_bench_effort effort = {3, 2e-5, 1e-3};
  tc_bench bench;
  tc_estimate access;
  expect_ok(tc_bench_init(world, effort, 1 << 16, &bench));
  expect_ok(tc_bench_pointer(&bench, &access));
  cr_assert(access.value > 0.0 && isfinite(access.value), "%g", access.value);
  tc_bench_free(&bench);
}
