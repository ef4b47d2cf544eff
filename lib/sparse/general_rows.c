/* Kernel and formats of general rows. The formats store the rows as assembled, as the formats ell and
 * difference do. */
#include "sparse/general_rows.h"

#include "base/core/memory.h"
#include "sparse/ell_matrix.h"
#include "sparse/row_sum.h"

/* values_ahead, columns_ahead: prefetch distances in bytes, which are those of rows of width 16.
 * sparse/ell_kernels.c explains why prefetching helps. */
enum { values_ahead = 4096, columns_ahead = 2048, doubles_per_line = 8, indices_per_line = 16 };

static inline void prefetch_row(int length, const double *value, const int32_t *column) {
  if (length < 2 * doubles_per_line) return;
  for (int k = 0; k < length; k += doubles_per_line) tc_prefetch(value + k, values_ahead);
  for (int k = 0; k < length; k += indices_per_line) tc_prefetch(column + k, columns_ahead);
}

/* Computes rows of any length. The bits of a row do not depend on the lengths of other rows: the partial sums
 * of TC_ROW_SUM begin with +0.0 and are never -0.0, so the terms of padding, which are +0.0 or -0.0, do not
 * change them. */
void tc_general_rows_multiply(const tc_ell *ell, int32_t begin, int32_t end, const double *restrict x,
                              double *restrict y) {
  const tc_ell m = *ell;
  for (int32_t i = begin; i < end; i++) {
    const double *value = m.value + m.begin[i], less = tc_ell_subtrahend(&m, x[i]);
    const int32_t *column = m.column + m.begin[i];
    const int length = tc_ell_length(&m, i);
    double sum;
    prefetch_row(length, value, column);
#define X_OF(k) (x[column[k]] - less)
    TC_ROW_SUM(sum, length, value, X_OF);
#undef X_OF
    y[i - begin] = tc_ell_leading_factor(&m, i) * x[i] + sum;
  }
}

static tc_status create_rows(const tc_ell *R, double shift, double scale, tc_matrix **out) {
  /* `owned_rows` remains NULL if M equals R. The matrix then borrows R. */
  tc_ell *owned_rows = NULL;
  if (shift != 0.0 || scale != 1.0) TC_TRY(tc_ell_combine(R, shift, scale, &owned_rows));
  return tc_ell_matrix_create(owned_rows ? owned_rows : R, owned_rows, out);
}

static tc_status create_differences(const tc_ell *R, double shift, double scale, tc_matrix **out) {
  tc_ell *owned_rows = NULL;
  TC_TRY(tc_ell_combine(R, shift, scale, &owned_rows));
  tc_ell_use_differences(owned_rows, shift);
  return tc_ell_matrix_create(owned_rows, owned_rows, out);
}

const tc_format tc_format_rows = {
    .name = "rows",
    .summary = "rows of any length: separate diagonal, 32-bit columns",
    .index_bytes = 4,
    .row_values = 3,
    .create = create_rows,
    .destroy = tc_ell_matrix_destroy,
    .multiply_rows = tc_ell_matrix_multiply_general_rows,
    .row = tc_ell_matrix_row,
    .locate = tc_ell_matrix_locate,
    .column_bytes = tc_ell_matrix_column_bytes,
};

const tc_format tc_format_row_differences = {
    .name = "row-differences",
    .summary = "as rows without reading a diagonal (kernel: difference)",
    .form = TC_ROW_FORM_DIFFERENCE,
    .index_bytes = 4,
    .row_values = 2,
    .create = create_differences,
    .destroy = tc_ell_matrix_destroy,
    .multiply_rows = tc_ell_matrix_multiply_general_rows,
    .row = tc_ell_matrix_row,
    .locate = tc_ell_matrix_locate,
    .column_bytes = tc_ell_matrix_column_bytes,
};
