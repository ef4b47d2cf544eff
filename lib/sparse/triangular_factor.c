#include "sparse/triangular_factor.h"

#include "base/core/memory.h"
#include "sparse/matrix.h"
#include "sparse/row_sum.h"

/* values_ahead, columns_ahead: prefetch distances in bytes. sparse/ell_kernels.c explains why prefetching
 * helps. */
enum { values_ahead = 4096, columns_ahead = 2048, doubles_per_line = 8 };

/* Solves the rows of one run, each with `entries` entries. The function is inlined with a constant `entries`,
 * so that the compiler can unroll the loop over them. */
__attribute__((always_inline)) static inline void solve_run(const tc_triangular_factor *t,
                                                            const tc_triangular_factor_run *run, int entries,
                                                            const double *r, double *y) {
  const int32_t *row = t->row + run->first, *column = t->column + run->entry_begin;
  const double *value = t->value + run->entry_begin,
               *leading = t->leading_factor ? t->leading_factor + run->first : NULL;
  for (int32_t n = 0; n < run->rows; n++, value += entries, column += entries) {
    const int32_t i = row[n];
    tc_pair sum = {0.0, 0.0};
    if (entries >= doubles_per_line) tc_prefetch(value, values_ahead);
    if (entries >= 2 * doubles_per_line) tc_prefetch(value + doubles_per_line, values_ahead);
    if (entries >= doubles_per_line) tc_prefetch(column, columns_ahead);
    for (int k = 0; k < entries; k += 2)
      sum += tc_pair_load(value + k) * (tc_pair){y[column[k]], y[column[k + 1]]};
    y[i] = (leading ? leading[n] * r[i] : y[i]) - (sum[0] + sum[1]);
  }
}

static void solve_run_by_width(const tc_triangular_factor *t, const tc_triangular_factor_run *run,
                               const double *r, double *y) {
  switch (run->entries) {
  case 0: solve_run(t, run, 0, r, y); break;
  case 2: solve_run(t, run, 2, r, y); break;
  case 4: solve_run(t, run, 4, r, y); break;
  case 6: solve_run(t, run, 6, r, y); break;
  case 8: solve_run(t, run, 8, r, y); break;
  case 10: solve_run(t, run, 10, r, y); break;
  case 12: solve_run(t, run, 12, r, y); break;
  default: solve_run(t, run, run->entries, r, y);
  }
}

void tc_triangular_factor_solve(const tc_triangular_factor *t, int step, const double *r, double *y) {
  const int32_t *run_begin = t->begin + step * t->threads;
  if (run_begin[t->threads] == run_begin[0]) return;
#pragma omp parallel for schedule(static, 1) num_threads(t->threads)
  for (int thread = 0; thread < t->threads; thread++)
    for (int32_t n = run_begin[thread]; n < run_begin[thread + 1]; n++)
      solve_run_by_width(t, &t->run.item[n], r, y);
}

void tc_triangular_factor_destroy(tc_triangular_factor **triangle) {
  if (*triangle) TC_ARRAY_FREE(&(*triangle)->run);
  TC_POOL_DESTROY_OWNER(triangle);
}
