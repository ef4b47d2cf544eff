#include "calibration/node/bench_product.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "calibration/agree.h"
#include "machine/parameters/params.h"
#include "support/parallel.h"

enum { bytes = 300000 };
static const tc_bench_effort little = {3, 1e-4, 0};
static const int widths[] = {4, 16};

static tc_bench opened(const tc_world *world) {
  tc_bench bench;
  expect_ok(tc_bench_init(world, little, bytes, &bench));
  return bench;
}

/* The matrix of the benchmark and its two vectors. The test finds them by allocating them again, which
 * returns the same addresses. */
typedef struct arrays {
  int32_t rows;
  const double *value, *diagonal, *x, *y;
  const int32_t *column;
} arrays;

static arrays alloc_arrays(tc_bench *bench, int width) {
  arrays a = {.rows = (int32_t)(bytes / tc_row_bytes(width)) + 1};
  const size_t rows = (size_t)a.rows, entries = rows * (size_t)width;
  tc_bench_reset(bench);
  a.value = tc_bench_alloc(bench, entries * sizeof *a.value);
  a.diagonal = tc_bench_alloc(bench, rows * sizeof *a.diagonal);
  a.column = tc_bench_alloc(bench, entries * sizeof *a.column);
  a.x = tc_bench_alloc(bench, rows * sizeof *a.x);
  a.y = tc_bench_alloc(bench, rows * sizeof *a.y);
  return a;
}

/* Expects that each column is at most one bandwidth (`level`) plus a jitter of 64 away from the diagonal.
 * Some columns must be more than half a bandwidth away. */
static void expect_columns(const arrays *a, int width) {
  const int32_t level = (int32_t)pow(a->rows, 2.0 / 3.0);
  int32_t farthest = 0;
  for (int32_t i = 0; i < a->rows; i++)
    for (int k = 0; k < width; k++) {
      const int32_t column = a->column[i * width + k], distance = abs(column - i);
      cr_assert(column >= 0 && column < a->rows, "row %d: column %d", i, column);
      cr_assert(distance <= 64 || distance - level <= 64, "row %d: column %d", i, column);
      if (distance > farthest) farthest = distance;
    }
  cr_assert_gt(farthest, level / 2, "%d", farthest);
}

/* Each row sums to 1, so the product with a vector of ones is a vector of ones after any number of
 * products. */
ParallelTest(bench_product, rows) {
  tc_bench bench = opened(world);
  for (int i = 0; i < 2 * tc_format_count(); i++) {
    const int w = i % 2;
    tc_estimate row_s;
    expect_ok(tc_bench_row(&bench, tc_format_at(i / 2), widths[w], bytes, &row_s));
    expect_measured(world, row_s, tc_format_at(i / 2)->name);
    const arrays a = alloc_arrays(&bench, widths[w]);
    for (int32_t r = 0; r < a.rows; r++) {
      double sum = a.diagonal[r];
      for (int k = 0; k < widths[w]; k++) sum += a.value[r * widths[w] + k];
      cr_assert_eq(sum, 1.0, "row %d", r);
      cr_assert(a.x[r] == 1.0 && a.y[r] == 1.0, "row %d: %g, %g", r, a.x[r], a.y[r]);
    }
    expect_columns(&a, widths[w]);
  }
  tc_bench_free(&bench);
}

/* With one rank, the benchmark reads the rank's own values through pointers. */
ParallelTest(bench_product, rows_through_pointers) {
  tc_bench bench = opened(world);
  for (int w = 0; w < 2; w++) {
    tc_estimate row_s;
    expect_ok(tc_bench_pointer_row(&bench, widths[w], bytes, 0.0, &row_s));
    expect_measured(world, row_s, "row through pointers");
    expect_ok(tc_bench_pointer_row(&bench, widths[w], bytes, 1e6, &row_s));
    cr_assert_eq(row_s.value, 0.0, "the barrier is subtracted, and the result must not be negative");
  }
  tc_bench_free(&bench);
}

/* Measures on each thread how much short runs of consecutive rows that read through pointers cost,
 * compared with long runs. */
ParallelTest(bench_product, runs_of_rows_through_pointers) {
  tc_bench bench = opened(world);
  tc_estimate row_s;
  expect_ok(tc_bench_pointer_run(&bench, bytes, &row_s));
  expect_measured(world, row_s, "a run of rows through pointers");
  cr_assert_geq(row_s.value, 1e-10);
  tc_bench_free(&bench);
}

/* ---- reuse distances of the reads of the artificial matrix ---- */

static tc_reuse of_all_rows(int32_t rows, int width) {
  const tc_ell_pattern columns = {rows, rows, width, malloc((size_t)rows * (size_t)width * sizeof(int32_t)),
                                  NULL};
  int32_t *column = (int32_t *)columns.column;
  const int64_t level = (int64_t)pow(rows, 2.0 / 3.0);
  tc_reuse all;
  for (int32_t e = 0; e < rows * width; e++) {
    const int64_t at = e / width + (e % width % 3 - 1) * level + tc_bench_hash_index((uint32_t)e) % 128 - 64;
    column[e] = (int32_t)(at < 0 ? 0 : at < rows ? at : rows - 1);
  }
  expect_ok(tc_reuse_count(&columns, tc_reuse_row_bytes(width), &all));
  free(column);
  return all;
}

/* Compares two histograms of reuse distances. For each distance from 32 KiB on, the numbers of reads with
 * at least this distance must agree within 2 %. Distances that fewer than 1 % of all reads exceed are not
 * compared. */
static void expect_tails(const double *got, const double *wanted, double times, double all,
                         const char *what) {
  double tail = 0.0, of_all = 0.0;
  for (int b = TC_REUSE_BINS - 1; b >= 18; b--) {
    tail += times * got[b];
    of_all += wanted[b];
    if (of_all < 0.01 * all) continue;
    cr_assert(fabs(tail / of_all - 1.0) <= 0.02, "%s: %g reads in bin %d and beyond, of %g", what, tail, b,
              of_all);
  }
}

/* The function counts all rows of a small matrix, and a sample of the rows of a large one. */
ParallelTest(bench_product, reads_of_many_rows) {
  static const struct {
    int32_t rows;
    int width;
  } cases[] = {{50000, 4}, {400000, 4}, {400000, 16}, {604053, 4}, {604053, 16}, {2000000, 4}};
  for (size_t i = (size_t)world->rank; i < sizeof cases / sizeof *cases; i += (size_t)world->ranks) {
    const int32_t rows = cases[i].rows;
    const tc_reuse all = of_all_rows(rows, cases[i].width);
    const double reads = (double)rows * cases[i].width;
    char what[40];
    tc_reuse some;
    snprintf(what, sizeof what, "%d rows of width %d", (int)rows, cases[i].width);
    expect_ok(tc_bench_matrix_reuse(rows, cases[i].width, &some));
    cr_assert(i == 0 ? some.rows == rows : some.rows < 0.5 * rows, "%s: %g", what, some.rows);
    if (i == 0) cr_assert_eq(memcmp(&some, &all, sizeof all), 0);
    const double times = rows / some.rows;
    expect_tails(some.scattered, all.scattered, times, reads, what);
    expect_tails(some.in_order, all.in_order, times, reads, what);
    cr_assert(fabs(times * some.cold - all.cold) < 0.002 * reads, "%s: %g first, of %g", what,
              times * some.cold, all.cold);
  }
}
