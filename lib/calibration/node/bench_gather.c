#include "calibration/node/node_benches.h"

#include <math.h>
#include <stdlib.h>

#include "calibration/node/bench_product.h"
#include "machine/parameters/memory_reader.h"
#include "sparse/ell_kernels.h"

enum { together = TC_MEMORY_READER_CONTIGUOUS, most_matrix_B = 192 << 20 };

typedef struct gathering {
  tc_ell R;
  const double *x;
  double *y;
} gathering;

static tc_status multiply_rows(void *context) {
  const gathering *g = context;
  tc_ell_multiply(&g->R, g->x, g->y);
  return TC_OK;
}

/* ---- spreads ---- */

static int compare_spreads(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void tc_bench_spreads(double second_cache_B, double most, double spread_B[TC_SPREADS]) {
  enum { around = 4, even = TC_SPREADS - around };
  const double least = 16 << 10, largest = fmin(most, 256 << 20), apart = 1.1,
               cache = second_cache_B > 0.0 ? second_cache_B : 1 << 20;
  for (int i = 0; i < even; i++) spread_B[i] = least * pow(largest / least, i / (even - 1.0));
  for (int i = 0; i < around; i++) spread_B[even + i] = cache * ldexp(0.5, i);
  qsort(spread_B, TC_SPREADS, sizeof *spread_B, compare_spreads);
  for (int i = TC_SPREADS - 1; i >= 0; i--)
    spread_B[i] = floor(fmin(spread_B[i], i < TC_SPREADS - 1 ? spread_B[i + 1] / apart : largest));
}

/* ---- measurement ---- */

static void draw_columns(const tc_ell *R, int32_t values) {
  tc_memory_reader_random_columns(R->rows, R->width, R->columns, values, R->column);
}

/* Allocates two products. `near` reads values of x near the row, and `spread` reads values at random within a
 * spread of at most `most` values. Both have the same x and the same matrix values, but separate columns. The
 * columns of `spread` are chosen later. */
static void alloc_gathering(tc_bench *bench, int width, size_t bytes, int32_t most, gathering *near,
                            gathering *spread) {
  const double matrix_B = fmin(most_matrix_B, 0.75 * (double)bytes);
  tc_ell R = tc_bench_matrix(bench, width, (size_t)matrix_B);
  R.columns = most > R.rows ? most : R.rows;
  if (R.columns < together) R.columns = together;
  double *x = tc_bench_alloc_filled(bench, (size_t)R.columns, 1.0),
         *y = tc_bench_alloc_filled(bench, (size_t)R.rows, 1.0);
  *near = *spread = (gathering){R, x, y};
  spread->R.column = tc_bench_alloc(bench, (size_t)R.rows * (size_t)width * sizeof *R.column);
  draw_columns(&near->R, together);
}

/* Returns the number of values of x within a spread, at least together + 1. The product `near` reads from
 * `together` values. */
static int32_t values_of(double spread_B) { return (int32_t)fmax(spread_B / sizeof(double), together + 1); }

tc_status tc_bench_gather(tc_bench *bench, int width, size_t bytes, int spreads, const double *spread_B,
                          tc_estimate *entry_s) {
  gathering near, spread;
  tc_estimate seconds;
  double most = 0.0;
  for (int i = 0; i < spreads; i++) most = fmax(most, spread_B[i]);
  alloc_gathering(bench, width, bytes, values_of(most), &near, &spread);
  for (int i = 0; i < spreads; i++) {
    draw_columns(&spread.R, values_of(spread_B[i]));
    TC_TRY(tc_bench_time_difference(bench, multiply_rows, &spread, &near, &seconds));
    entry_s[i] = tc_estimate_per_unit((double)near.R.rows * width, seconds);
    entry_s[i].value = fmax(entry_s[i].value, TC_MEMORY_READER_MIN_S);
  }
  return TC_OK;
}
