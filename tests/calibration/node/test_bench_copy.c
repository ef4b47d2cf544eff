#include "calibration/node/node_benches.h"

#include "calibration/agree.h"
#include "support/parallel.h"

/* Parameters of a short benchmark. The tests check its arrays afterwards. For this they allocate the
 * arrays again, which returns the same addresses. */
enum { bytes = 40000, apart = 4 };
static const tc_bench_effort little = {3, 1e-5, 0};

static tc_bench opened(const tc_world *world) {
  tc_bench bench;
  expect_ok(tc_bench_init(world, little, bytes, &bench));
  return bench;
}

/* Returns the second of two arrays of the benchmark, which have `first` and `second` doubles. */
static const double *second_array(tc_bench *bench, size_t first, size_t second) {
  tc_bench_reset(bench);
  tc_bench_alloc(bench, first * sizeof(double));
  return tc_bench_alloc(bench, second * sizeof(double));
}

ParallelTest(bench_copy, copies_in_order) {
  const size_t n = bytes / 16;
  tc_bench bench = opened(world);
  tc_estimate value_s;
  expect_ok(tc_bench_copy(&bench, bytes, &value_s));
  expect_measured(world, value_s, "copy");
  const double *to = second_array(&bench, n, n);
  for (size_t i = 0; i < n; i++) cr_assert_eq(to[i], 1.0, "value %zu", i);
  tc_bench_free(&bench);
}

ParallelTest(bench_copy, packs_from_places_apart) {
  const size_t n = bytes / 40;
  tc_bench bench = opened(world);
  tc_estimate value_s;
  expect_ok(tc_bench_pack(&bench, bytes, &value_s));
  expect_measured(world, value_s, "pack");
  const double *to = second_array(&bench, apart * n, n);
  for (size_t i = 0; i < n; i++) cr_assert_eq(to[i], 1.0, "value %zu", i);
  tc_bench_free(&bench);
}

/* Unpacking writes exactly one value in each group of four. Its position within the group must vary. */
ParallelTest(bench_copy, unpacks_to_places_apart) {
  const size_t n = bytes / 40;
  int times[apart] = {0};
  tc_bench bench = opened(world);
  tc_estimate value_s;
  expect_ok(tc_bench_unpack(&bench, bytes, &value_s));
  expect_measured(world, value_s, "unpack");
  const double *to = second_array(&bench, n, apart * n);
  for (size_t i = 0; i < n; i++) {
    int written = 0;
    for (int k = 0; k < apart; k++) {
      written += to[apart * i + (size_t)k] == 1.0;
      times[k] += to[apart * i + (size_t)k] == 1.0;
    }
    cr_assert_eq(written, 1, "group %zu: %d", i, written);
  }
  for (int k = 0; k < apart; k++) cr_assert_gt(times[k], (int)n / 8, "place %d: %d", k, times[k]);
  tc_bench_free(&bench);
}
