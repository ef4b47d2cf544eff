#include "sparse/ell.h"

#include <string.h>

#include "base/core/memory.h"

/* Sets every row to an empty row, which consists of padding. Uses the static schedule of the kernels, so the
 * thread that will use a row touches its pages first. */
static void touch_pages(tc_ell *ell) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < ell->rows; i++) {
    ell->diagonal[i] = 0.0;
    for (size_t e = tc_ell_begin(ell, i); e < tc_ell_end(ell, i); e++) {
      ell->value[e] = 0.0;
      ell->column[e] = i;
    }
  }
}

/* Copies `begin` with the length of each row rounded up, and sets the width to the largest rounded length.
 * Does nothing if `begin` is NULL. */
static tc_status set_lengths(tc_ell *ell, const int64_t *begin) {
  const int64_t multiple = 4;
  if (!begin) return TC_OK;
  TC_TRY(TC_POOL_ARRAY(&ell->memory, ell->begin, (size_t)ell->rows + 1));
  ell->begin[0] = 0;
  for (int32_t i = 0; i < ell->rows; i++) {
    const int64_t length = (begin[i + 1] - begin[i] + multiple - 1) / multiple * multiple;
    ell->begin[i + 1] = ell->begin[i] + length;
    if (length > ell->width) ell->width = (int)length;
  }
  return TC_OK;
}

/* Creates a matrix with rows of `width` entries, or general rows if `begin` is not NULL. `begin` is as in
 * tc_ell_create_general. */
static tc_status create_rows(int32_t rows, int32_t columns, int width, const int64_t *begin, tc_ell **out) {
  tc_ell *ell = NULL;
  TC_TRY(TC_ALLOC_ZERO(ell, 1));
  *ell = (tc_ell){.rows = rows, .columns = columns, .width = width};
  tc_status status = set_lengths(ell, begin);
  if (!status) status = TC_POOL_ARRAY(&ell->memory, ell->diagonal, rows);
  if (!status) status = TC_POOL_ARRAY(&ell->memory, ell->value, tc_ell_entries(ell));
  if (!status) status = TC_POOL_ARRAY(&ell->memory, ell->column, tc_ell_entries(ell));
  if (!status) touch_pages(ell);
  TC_RETURN_CREATED(status, ell, tc_ell_destroy(&ell), out);
}

tc_status tc_ell_create(int32_t rows, int32_t columns, int width, tc_ell **out) {
  return create_rows(rows, columns, width, NULL, out);
}

tc_status tc_ell_create_general(int32_t rows, int32_t columns, const int64_t *begin, tc_ell **out) {
  return create_rows(rows, columns, 0, begin, out);
}

tc_status tc_ell_create_like(const tc_ell *model, int32_t columns, tc_ell **out) {
  return create_rows(model->rows, columns, model->begin ? 0 : model->width, model->begin, out);
}

void tc_ell_destroy(tc_ell **ell) { TC_POOL_DESTROY_OWNER(ell); }

void tc_ell_use_differences(tc_ell *M, double shift) {
  M->differences = true;
  M->leading_factor = shift;
}

void tc_ell_row(const tc_ell *ell, int32_t i, int32_t *column, double *value, double *diagonal) {
  const size_t length = (size_t)tc_ell_length(ell, i), begin = tc_ell_begin(ell, i);
  if (length > 0) memcpy(column, ell->column + begin, length * sizeof *column);
  if (length > 0) memcpy(value, ell->value + begin, length * sizeof *value);
  *diagonal = ell->diagonal[i];
}

void tc_ell_locate(const tc_ell *ell, int32_t begin, int32_t end, tc_numa_pages *sum) {
  const size_t rows = (size_t)(end - begin), first = tc_ell_begin(ell, begin),
               entries = tc_ell_begin(ell, end) - first;
  if (!ell->differences) tc_numa_pages_count(ell->diagonal + begin, rows * sizeof *ell->diagonal, sum);
  tc_numa_pages_count(ell->value + first, entries * sizeof *ell->value, sum);
  tc_numa_pages_count(ell->column + first, entries * sizeof *ell->column, sum);
}

/* Sets M = shift I + scale R. Uses the same schedule as touch_pages, so each thread writes the rows that it
 * will use. */
static void combine_rows(const tc_ell *R, double shift, double scale, tc_ell *M) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < R->rows; i++) {
    M->diagonal[i] = tc_ell_combined(shift, scale, R->diagonal[i]);
    for (size_t e = tc_ell_begin(R, i), end = tc_ell_end(R, i); e < end; e++) {
      M->value[e] = scale * R->value[e];
      M->column[e] = R->column[e];
    }
  }
}

tc_status tc_ell_combine(const tc_ell *R, double shift, double scale, tc_ell **out) {
  TC_TRY(tc_ell_create_like(R, R->columns, out));
  combine_rows(R, shift, scale, *out);
  return TC_OK;
}

void tc_ell_renumber(tc_ell *ell, int32_t first, const int32_t *number) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < ell->rows; i++)
    for (size_t e = tc_ell_begin(ell, i); e < tc_ell_end(ell, i); e++)
      if (ell->column[e] >= first) ell->column[e] = first + number[ell->column[e] - first];
}
