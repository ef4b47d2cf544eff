#include "calibration/node/node_benches.h"

#include <omp.h>

#include "base/core/memory.h"
#include "calibration/node/bench_product.h"
#include "sparse/matrix.h"
#include "sparse/triangular_factor.h"

typedef struct sweep_benchmark {
  tc_ell A;
  int colours;
  /* [rows] `colour` is the colour of each row; `reverse_colour` is the colour in reverse order, colours - 1 -
   * colour */
  int32_t *colour, *reverse_colour;
  double *row_factor, *r, *y; /* [rows] scaling factor of each row, right-hand side, and solution */
  tc_triangular_factor *lower, *upper;
} sweep_benchmark;

/* Returns a column near `column` among the rows begin .. end-1 of the thread of row i, so that the thread can
 * read it while all threads solve. If possible, the column has another colour than row i. */
static int32_t choose_local_column(const sweep_benchmark *s, int32_t i, int32_t column, int32_t begin,
                                   int32_t end) {
  if (column < begin) column = 2 * begin - column;
  if (column >= end) column = 2 * end - 1 - column;
  if (column < begin || column >= end) column = i;
  while (column < end - 1 && s->colour[column] == s->colour[i]) column++;
  return column;
}

static void localise_columns(sweep_benchmark *s) {
  const int threads = omp_get_max_threads();
#pragma omp parallel for schedule(static, 1) num_threads(threads)
  for (int thread = 0; thread < threads; thread++) {
    int32_t begin, end;
    tc_matrix_thread_rows(s->A.rows, thread, threads, &begin, &end);
    for (int32_t i = begin; i < end; i++)
      for (int k = 0; k < s->A.width; k++) {
        int32_t *column = &s->A.column[(int64_t)i * s->A.width + k];
        *column = choose_local_column(s, i, *column, begin, end);
      }
  }
}

static void alloc_sweeps(tc_bench *bench, int width, size_t bytes, sweep_benchmark *s) {
  s->A = tc_bench_matrix(bench, width, bytes);
  s->colours = width <= 4 ? 5 : 12;
  s->colour = tc_bench_alloc(bench, (size_t)s->A.rows * sizeof *s->colour);
  s->reverse_colour = tc_bench_alloc(bench, (size_t)s->A.rows * sizeof *s->reverse_colour);
  s->row_factor = tc_bench_alloc_filled(bench, (size_t)s->A.rows, 0.5);
  s->r = tc_bench_alloc_filled(bench, (size_t)s->A.rows, 1.0);
  s->y = tc_bench_alloc_filled(bench, (size_t)s->A.rows, 1.0);
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < s->A.rows; i++) {
    s->colour[i] = (int32_t)(tc_bench_hash_index((uint32_t)i) % (uint32_t)s->colours);
    s->reverse_colour[i] = s->colours - 1 - s->colour[i];
  }
  localise_columns(s);
}

static tc_status create_factors(sweep_benchmark *s) {
  const tc_triangular_factor_options lower = {s->colour,     0,     s->row_factor,
                                              s->row_factor, false, omp_get_max_threads()},
                                     upper = {s->reverse_colour,    0, s->row_factor, NULL, true,
                                              omp_get_max_threads()};
  TC_TRY(tc_triangular_factor_create(&s->A, &lower, &s->lower));
  return tc_triangular_factor_create(&s->A, &upper, &s->upper);
}

static tc_status run_sweeps(void *context) {
  const sweep_benchmark *s = context;
  for (int k = 0; k < s->lower->steps; k++) tc_triangular_factor_solve(s->lower, k, s->r, s->y);
  for (int k = 0; k < s->upper->steps; k++) tc_triangular_factor_solve(s->upper, k, NULL, s->y);
  return TC_OK;
}

tc_status tc_bench_sweep(tc_bench *bench, int width, size_t bytes, tc_estimate *row_s) {
  sweep_benchmark s = {.lower = NULL};
  alloc_sweeps(bench, width, bytes, &s);
  tc_status status = tc_world_agree(bench->world, create_factors(&s));
  if (!status) status = tc_bench_time_each(bench, run_sweeps, &s, 2.0 * s.A.rows, row_s);
  tc_triangular_factor_destroy(&s.lower);
  tc_triangular_factor_destroy(&s.upper);
  return status;
}
