#include "calibration/agree.h"
#include "calibration/node/node_benches.h"
#include "machine/parameters/params.h"
#include "support/parallel.h"

static const tc_bench_effort little = {3, 1e-5, 0};

/* The sizes give less than one block of rows, one window of blocks, and several windows. */
ThreadedTest(bench_smoothing, rows_of_both_widths) {
  static const size_t bytes[] = {1000, 30000, 1 << 20};
  for (int w = 0; w < TC_WIDTHS; w++)
    for (int k = 0; k < 3; k++) {
      tc_bench bench;
      tc_estimate row_s;
      expect_ok(tc_bench_init(world, little, bytes[k], &bench));
      expect_ok(tc_bench_smoothing(&bench, tc_params_width(w), bytes[k], &row_s));
      expect_measured(world, row_s, "smoothing");
      tc_bench_free(&bench);
    }
}
