#include "calibration/node/bench_device.h"

#include "calibration/agree.h"
#include "support/device.h"
#include "support/parallel.h"

static const tc_bench_effort little = {3, 1e-4, 0};

/* All ranks must get the same times, and all device memory must be freed at the end. The tests do not
 * check how fast the device is. */
ParallelTest(bench_device, the_same_seconds_on_all_ranks) {
  tc_device *device = device_of(world->rank);
  tc_bench bench;
  tc_estimate e;
  int32_t rows = 0;
  if (!device) return;
  expect_ok(tc_bench_init(world, little, 1 << 20, &bench));
  expect_ok(tc_bench_launch(&bench, device, &e));
  expect_measured(world, e, "launch");
  expect_ok(tc_bench_link(&bench, device, 8, &e));
  expect_measured(world, e, "link");
  expect_ok(tc_bench_device_read(&bench, device, 100003, &e));
  expect_measured(world, e, "read");
  expect_ok(tc_bench_device_copy(&bench, device, 100003, &e));
  expect_measured(world, e, "copy");
  for (int staging = TC_STAGING_SHARED; staging <= TC_STAGING_DIRECT; staging++) {
    const tc_device_config use = {device, (tc_staging)staging, 64};
    expect_ok(tc_bench_device_product(&bench, &use, 4, 1 << 20, &rows, &e));
    expect_measured(world, e, "product");
    cr_assert_eq(rows, (1 << 20) / 80 + 1);
  }
  cr_assert(!bench.waits);
  cr_assert_eq(device->allocated_B, 0);
  tc_bench_free(&bench);
  tc_device_close(&device);
}

/* If the device memory of one rank is too small, all ranks must return the error. */
ParallelTest(bench_device, memory_that_is_not_there) {
  tc_device *device = device_of(world->rank);
  tc_bench bench;
  tc_estimate e;
  if (!device) return;
  expect_ok(tc_bench_init(world, little, 1 << 20, &bench));
  if (world->rank == world->ranks - 1) device->max_buffer_B = 1000;
  expect_error(tc_bench_link(&bench, device, 4096, &e), TC_INTERNAL,
               "are needed for an array of values, but ");
  cr_assert_eq(device->allocated_B, 0);
  tc_bench_free(&bench);
  tc_device_close(&device);
}
