#include "calibration/node/node_benches.h"

#include <omp.h>

#include "calibration/agree.h"
#include "support/parallel.h"

/* Parameters of a short benchmark. The tests check its arrays afterwards. For this they allocate the
 * arrays again, which returns the same addresses. */
enum { bytes = 20480, rows = bytes / 40 }; /* the arrays have at most one block of rows */
static const tc_bench_effort little = {3, 1e-5, 0};

static const double *array_of(tc_bench *bench, int number, size_t n) {
  const double *array = NULL;
  tc_bench_reset(bench);
  for (int k = 0; k <= number; k++) array = tc_bench_alloc(bench, n * sizeof *array);
  return array;
}

/* Expects that all values are equal, finite and different from `before`. */
static void expect_changed(const double *array, size_t n, double before) {
  for (size_t i = 0; i < n; i++)
    cr_assert(array[i] == array[0] && isfinite(array[i]) && array[i] != before, "%zu: %g", i, array[i]);
}

/* Each thread uses one block of rows, which fits into a cache. Additions must change x. Dot products must
 * change no array. */
ThreadedTest(bench_vector, inside_a_cache) {
  const size_t own = rows / (size_t)omp_get_max_threads() * (size_t)omp_get_max_threads();
  tc_bench bench;
  tc_estimate each_s;
  expect_ok(tc_bench_init(world, little, bytes, &bench));
  expect_ok(tc_bench_add(&bench, bytes, &each_s));
  expect_measured(world, each_s, "add");
  expect_changed(array_of(&bench, 1, own), own, 1.0);
  expect_ok(tc_bench_dot(&bench, bytes, &each_s));
  expect_measured(world, each_s, "dot");
  cr_assert_eq(array_of(&bench, 1, own)[own - 1], 1.0);
  tc_bench_free(&bench);
}

/* The benchmark makes vector operations of an iteration. The arrays x, r and p must change in every row,
 * and the volumes and q must not change. */
ThreadedTest(bench_vector, iterates_on_all_rows) {
  tc_bench bench;
  tc_estimate row_s;
  expect_ok(tc_bench_init(world, little, bytes, &bench));
  expect_ok(tc_bench_vectors(&bench, bytes, &row_s));
  expect_measured(world, row_s, "vectors");
  for (int k = 1; k <= 3; k++) expect_changed(array_of(&bench, k, rows), rows, 1.0);
  cr_assert_eq(array_of(&bench, 0, rows)[rows - 1], 1.0);
  cr_assert_eq(array_of(&bench, 4, rows)[rows - 1], 0.5);
  tc_bench_free(&bench);
}
