#include "sparse/ell.h"

#include <string.h>

#include "base/core/memory.h"

/* Sets every row to an empty row, which consists of padding. Uses the static schedule of the kernels, so the
 * thread that will use a row touches its pages first. */
static void touch_pages(tc_ell *ell) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < ell->rows; i++) {
    size_t begin = (size_t)i * (size_t)ell->width;
    ell->diagonal[i] = 0.0;
    for (int k = 0; k < ell->width; k++) {
      ell->value[begin + (size_t)k] = 0.0;
      ell->column[begin + (size_t)k] = i;
    }
  }
}

tc_status tc_ell_create(int32_t rows, int32_t columns, int width, tc_ell **out) {
  const size_t entries = (size_t)rows * (size_t)width;
  tc_ell *ell = NULL;
  TC_TRY(TC_ALLOC_ZERO(ell, 1));
  *ell = (tc_ell){.rows = rows, .columns = columns, .width = width};
  tc_status status = TC_POOL_ARRAY(&ell->memory, ell->diagonal, rows);
  if (!status) status = TC_POOL_ARRAY(&ell->memory, ell->value, entries);
  if (!status) status = TC_POOL_ARRAY(&ell->memory, ell->column, entries);
  if (!status) touch_pages(ell);
  TC_RETURN_CREATED(status, ell, tc_ell_destroy(&ell), out);
}

void tc_ell_destroy(tc_ell **ell) { TC_POOL_DESTROY_OWNER(ell); }

void tc_ell_use_differences(tc_ell *M, double shift) {
  M->differences = true;
  M->leading_factor = shift;
}

void tc_ell_row(const tc_ell *ell, int32_t i, int32_t *column, double *value, double *diagonal) {
  const size_t width = (size_t)ell->width, begin = (size_t)i * width;
  memcpy(column, ell->column + begin, width * sizeof *column);
  memcpy(value, ell->value + begin, width * sizeof *value);
  *diagonal = ell->diagonal[i];
}

void tc_ell_locate(const tc_ell *ell, int32_t begin, int32_t end, tc_numa_pages *sum) {
  const size_t rows = (size_t)(end - begin), width = (size_t)ell->width, first = (size_t)begin * width;
  if (!ell->differences) tc_numa_pages_count(ell->diagonal + begin, rows * sizeof *ell->diagonal, sum);
  tc_numa_pages_count(ell->value + first, rows * width * sizeof *ell->value, sum);
  tc_numa_pages_count(ell->column + first, rows * width * sizeof *ell->column, sum);
}

/* Sets M = shift I + scale R. Uses the same schedule as touch_pages, so each thread writes the rows that it
 * will use. */
static void combine_rows(const tc_ell *R, double shift, double scale, tc_ell *M) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < R->rows; i++) {
    const size_t begin = (size_t)i * (size_t)R->width;
    M->diagonal[i] = tc_ell_combined(shift, scale, R->diagonal[i]);
    for (size_t e = begin; e < begin + (size_t)R->width; e++) {
      M->value[e] = scale * R->value[e];
      M->column[e] = R->column[e];
    }
  }
}

tc_status tc_ell_combine(const tc_ell *R, double shift, double scale, tc_ell **out) {
  TC_TRY(tc_ell_create(R->rows, R->columns, R->width, out));
  combine_rows(R, shift, scale, *out);
  return TC_OK;
}

void tc_ell_renumber(tc_ell *ell, int32_t first, const int32_t *number) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < ell->rows; i++)
    for (size_t e = (size_t)i * (size_t)ell->width; e < ((size_t)i + 1) * (size_t)ell->width; e++)
      if (ell->column[e] >= first) ell->column[e] = first + number[ell->column[e] - first];
}
