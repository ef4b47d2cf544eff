#include "calibration/node/node_benches.h"

#include <math.h>
#include <stdlib.h>

#include "calibration/node/bench_product.h"
#include "machine/parameters/memory_reader.h"
#include "sparse/ell_kernels.h"

enum { contiguous_values = TC_MEMORY_READER_CONTIGUOUS, max_matrix_B = 192 << 20 };

typedef struct gather_product {
  tc_ell R;
  const double *x;
  double *y;
} gather_product;

static tc_status multiply_rows(void *context) {
  const gather_product *g = context;
  tc_ell_multiply(&g->R, g->x, g->y);
  return TC_OK;
}

/* ---- spreads ---- */

static int compare_spreads(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void tc_bench_spreads(double second_cache_B, double max_B, double spread_B[TC_SPREADS]) {
  enum { cache_spreads = 4, regular_spreads = TC_SPREADS - cache_spreads };
  const double smallest = 16 << 10, largest = fmin(max_B, 256 << 20), min_ratio = 1.1,
               cache_B = second_cache_B > 0.0 ? second_cache_B : 1 << 20;
  for (int i = 0; i < regular_spreads; i++)
    spread_B[i] = smallest * pow(largest / smallest, i / (regular_spreads - 1.0));
  for (int i = 0; i < cache_spreads; i++) spread_B[regular_spreads + i] = cache_B * ldexp(0.5, i);
  qsort(spread_B, TC_SPREADS, sizeof *spread_B, compare_spreads);
  for (int i = TC_SPREADS - 1; i >= 0; i--)
    spread_B[i] = floor(fmin(spread_B[i], i < TC_SPREADS - 1 ? spread_B[i + 1] / min_ratio : largest));
}

/* ---- measurement ---- */

static void choose_columns(const tc_ell *R, int32_t values) {
  tc_memory_reader_random_columns(R->rows, R->width, R->columns, values, R->column);
}

/* Allocates two products with the same x and the same matrix values. In `contiguous`, each row reads values
 * of x near the row. In `scattered`, rows read x at random from a part of at most `max_values` values, and
 * the columns are chosen later. */
static void alloc_products(tc_bench *bench, int width, size_t bytes, int32_t max_values,
                           gather_product *contiguous, gather_product *scattered) {
  const double matrix_B = fmin(max_matrix_B, 0.75 * (double)bytes);
  tc_ell R = tc_bench_matrix(bench, width, (size_t)matrix_B);
  R.columns = max_values > R.rows ? max_values : R.rows;
  if (R.columns < contiguous_values) R.columns = contiguous_values;
  double *x = tc_bench_alloc_filled(bench, (size_t)R.columns, 1.0),
         *y = tc_bench_alloc_filled(bench, (size_t)R.rows, 1.0);
  *contiguous = *scattered = (gather_product){R, x, y};
  scattered->R.column = tc_bench_alloc(bench, (size_t)R.rows * (size_t)width * sizeof *R.column);
  choose_columns(&contiguous->R, contiguous_values);
}

/* Returns the number of values of x in spread_B bytes, but at least one more than the `contiguous_values`
 * values from which a row of the product `contiguous` reads. */
static int32_t count_values(double spread_B) {
  return (int32_t)fmax(spread_B / sizeof(double), contiguous_values + 1);
}

tc_status tc_bench_gather(tc_bench *bench, int width, size_t bytes, int spreads, const double *spread_B,
                          tc_estimate *entry_s) {
  gather_product contiguous, scattered;
  tc_estimate seconds;
  double max_spread_B = 0.0;
  for (int i = 0; i < spreads; i++) max_spread_B = fmax(max_spread_B, spread_B[i]);
  alloc_products(bench, width, bytes, count_values(max_spread_B), &contiguous, &scattered);
  for (int i = 0; i < spreads; i++) {
    choose_columns(&scattered.R, count_values(spread_B[i]));
    TC_TRY(tc_bench_time_difference(bench, multiply_rows, &scattered, &contiguous, &seconds));
    entry_s[i] = tc_estimate_per_unit((double)contiguous.R.rows * width, seconds);
    entry_s[i].value = fmax(entry_s[i].value, TC_MEMORY_READER_MIN_S);
  }
  return TC_OK;
}
