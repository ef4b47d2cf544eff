#include "calibration/node/node_benches.h"

#include "calibration/agree.h"
#include "calibration/node/bench_product.h"
#include "machine/parameters/params.h"
#include "support/parallel.h"

static const tc_bench_effort little = {3, 1e-5, 0};

/* After sweeps over rows of either width, every row of the solution must be set. The benchmark allocates
 * the solution after the matrix, two arrays of colours, the factors and the right-hand side. The test
 * allocates all of these again, which returns the same addresses. */
ThreadedTest(bench_sweep, solves_all_rows) {
  enum { bytes = 60000 };
  for (int w = 0; w < TC_WIDTHS; w++) {
    const int width = tc_params_width(w);
    tc_bench bench;
    tc_estimate row_s;
    expect_ok(tc_bench_init(world, little, bytes, &bench));
    expect_ok(tc_bench_sweep(&bench, width, bytes, &row_s));
    expect_measured(world, row_s, "sweep");
    const size_t rows = (size_t)tc_bench_matrix(&bench, width, bytes).rows;
    for (int k = 0; k < 2; k++) tc_bench_alloc(&bench, rows * sizeof(int32_t));
    for (int k = 0; k < 2; k++) tc_bench_alloc(&bench, rows * sizeof(double));
    const double *y = tc_bench_alloc(&bench, rows * sizeof *y);
    for (size_t i = 0; i < rows; i++)
      cr_assert(isfinite(y[i]) && y[i] > 0.0 && y[i] < 1.0, "%zu: %g", i, y[i]);
    tc_bench_free(&bench);
  }
}
