/* Format ell, the reference: modified ELLPACK as assembled, with 32-bit columns. */
#include "sparse/ell_matrix.h"

static tc_status create_ell(const tc_ell *R, double shift, double scale, tc_matrix **out) {
  /* `owned_rows` remains NULL if M equals R. The matrix then borrows R. */
  tc_ell *owned_rows = NULL;
  if (shift != 0.0 || scale != 1.0) TC_TRY(tc_ell_combine(R, shift, scale, &owned_rows));
  return tc_ell_matrix_create(owned_rows ? owned_rows : R, owned_rows, out);
}

const tc_format tc_format_ell = {
    .name = "ell",
    .summary = "modified ELLPACK: separate diagonal, rows of equal length, 32-bit columns",
    .index_bytes = 4,
    .row_values = 3,
    .create = create_ell,
    .destroy = tc_ell_matrix_destroy,
    .multiply_rows = tc_ell_matrix_multiply_rows,
    .row = tc_ell_matrix_row,
    .locate = tc_ell_matrix_locate,
    .column_bytes = tc_ell_matrix_column_bytes,
};
