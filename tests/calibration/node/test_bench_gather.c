#include "calibration/node/node_benches.h"

#include <omp.h>
#include <stdlib.h>
#include <unistd.h>

#include "calibration/agree.h"
#include "machine/parameters/memory_reader.h"
#include "support/parallel.h"

/* ---- spreads (bytes over which reads are distributed) ---- */

static void expect_rising(const double spread[TC_SPREADS], double most) {
  for (int i = 1; i < TC_SPREADS; i++)
    cr_assert(spread[i] >= 1.05 * spread[i - 1], "%d: %g, %g", i, spread[i - 1], spread[i]);
  cr_assert(spread[0] > 0.0 && spread[TC_SPREADS - 1] <= most, "%g to %g", spread[0], spread[TC_SPREADS - 1]);
}

static int count_between(const double spread[TC_SPREADS], double least, double most) {
  int n = 0;
  for (int i = 0; i < TC_SPREADS; i++) n += spread[i] >= least && spread[i] <= most;
  return n;
}

ParallelTest(bench_gather, spreads_of_a_large_working_set) {
  double spread[TC_SPREADS];
  (void)world;
  tc_bench_spreads(2 << 20, 512 << 20, spread);
  expect_rising(spread, 256 << 20);
  cr_assert_eq(spread[0], 16 << 10);
  cr_assert_eq(spread[TC_SPREADS - 1], 256 << 20);
  cr_assert_geq(count_between(spread, 1 << 20, 8 << 20), 4);
  for (int i = 0; i < 4; i++)
    cr_assert_geq(count_between(spread, 0.8 * (1 << (20 + i)), 1 << (20 + i)), 1, "L2/2 times 2^%d", i);
}

/* The spreads must rise even if the size of the cache is unknown, or if the cache is larger than all
 * working sets. Unusual sizes of the cache are only arguments of the function. */
ParallelTest(bench_gather, spreads_of_any_machine) {
  (void)world;
  static const double caches[] = {0, 1, 16 << 10, 256 << 10, 1 << 20, 1 << 28, 1e12},
                      most[] = {1 << 20, 96 << 20, 1e12};
  for (int c = 0; c < 7; c++)
    for (int m = 0; m < 3; m++) {
      double spread[TC_SPREADS];
      tc_bench_spreads(caches[c], most[m], spread);
      if (caches[c] != 1) expect_rising(spread, fmin(most[m], 256 << 20));
    }
}

/* ---- measurements of single reads ---- */

enum { bytes = 400000 };

/* The matrix of the benchmark, its vectors and its scattered columns. The test finds them by allocating
 * them again, which returns the same addresses. */
typedef struct arrays {
  int32_t rows, columns;
  const double *x, *y;
  const int32_t *near, *spread;
} arrays;

static arrays alloc_arrays(tc_bench *bench, int width, int32_t values) {
  arrays a = {.rows = (int32_t)(0.75 * bytes / tc_row_bytes(width)) + 1};
  const size_t rows = (size_t)a.rows, entries = rows * (size_t)width;
  a.columns = values > a.rows ? values : a.rows;
  tc_bench_reset(bench);
  tc_bench_alloc(bench, entries * sizeof(double));
  tc_bench_alloc(bench, rows * sizeof(double));
  a.near = tc_bench_alloc(bench, entries * sizeof *a.near);
  a.x = tc_bench_alloc(bench, (size_t)a.columns * sizeof *a.x);
  a.y = tc_bench_alloc(bench, rows * sizeof *a.y);
  a.spread = tc_bench_alloc(bench, entries * sizeof *a.spread);
  return a;
}

static void expect_columns(const arrays *a, int width, int32_t values, int threads) {
  int32_t least = a->columns, most = 0;
  for (int32_t e = 0; e < a->rows * width; e++) {
    const int32_t row = e / width;
    cr_assert(a->near[e] >= 0 && a->near[e] < a->columns &&
                  abs(a->near[e] - row) < TC_MEMORY_READER_CONTIGUOUS,
              "%d", e);
    cr_assert(a->spread[e] >= 0 && a->spread[e] < a->columns, "%d: %d", e, a->spread[e]);
    if (a->spread[e] < least) least = a->spread[e];
    if (a->spread[e] > most) most = a->spread[e];
  }
  if (threads == 1 || values >= a->rows)
    cr_assert(most - least < values && most - least > values / 2, "%d to %d of %d", least, most, values);
}

/* The tested spreads are smaller and larger than the size of the rows. Each row sums to 1, so the product
 * with a vector of ones must be a vector of ones. */
ParallelTest(bench_gather, reads_as_far_apart_as_wished) {
  static const double spreads[] = {2000, 30000, bytes};
  tc_bench bench;
  expect_ok(tc_bench_init(world, (tc_bench_effort){3, 1e-5, 0}, bytes, &bench));
  for (int i = 0; i < 6; i++) {
    const int width = tc_params_width(i % 2);
    const int32_t values = (int32_t)(spreads[i / 2] / 8);
    tc_estimate entry_s;
    expect_ok(tc_bench_gather(&bench, width, bytes, 1, &spreads[i / 2], &entry_s));
    expect_measured(world, entry_s, "an entry");
    cr_assert_geq(entry_s.value, 1e-11);
    const arrays a = alloc_arrays(&bench, width, values);
    cr_assert_not_null(a.spread, "it fits");
    expect_columns(&a, width, values, omp_get_max_threads());
    for (int32_t r = 0; r < a.rows; r++) cr_assert_eq(a.y[r], 1.0, "row %d: %g", r, a.y[r]);
  }
  tc_bench_free(&bench);
}

/* Several spreads are measured with one vector x, which is as large as the largest spread. After the
 * benchmark, the columns must be those of the last spread. */
ParallelTest(bench_gather, several_spreads_of_one_x) {
  static const double spreads[] = {bytes, 30000, 2000};
  tc_bench bench;
  tc_estimate entry_s[3];
  expect_ok(tc_bench_init(world, (tc_bench_effort){3, 1e-5, 0}, bytes, &bench));
  expect_ok(tc_bench_gather(&bench, 4, bytes, 3, spreads, entry_s));
  for (int i = 0; i < 3; i++) {
    expect_measured(world, entry_s[i], "an entry");
    cr_assert_geq(entry_s[i].value, TC_MEMORY_READER_MIN_S);
  }
  const arrays a = alloc_arrays(&bench, 4, bytes / 8);
  cr_assert_eq(a.columns, bytes / 8);
  expect_columns(&a, 4, 2000 / 8, omp_get_max_threads());
  tc_bench_free(&bench);
}

static tc_status sleep_duration(void *context) {
  usleep(*(const unsigned *)context);
  return TC_OK;
}

/* Measures the difference of the durations of two works, with the same number of passes. If the difference
 * is negative, the result must be 0. */
ParallelTest(bench_gather, beyond_a_part) {
  unsigned less = 1000, more = 50000;
  tc_bench bench;
  tc_estimate seconds;
  expect_ok(tc_bench_init(world, (tc_bench_effort){3, 1e-9, 0}, 64, &bench));
  bench.waits = true;
  expect_ok(tc_bench_time_difference(&bench, sleep_duration, &more, &less, &seconds));
  expect_measured(world, seconds, "beyond");
  expect_ok(tc_bench_time_difference(&bench, sleep_duration, &less, &more, &seconds));
  cr_assert_geq(seconds.value, 0.0);
  tc_bench_free(&bench);
}
