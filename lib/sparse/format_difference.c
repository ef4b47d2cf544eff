/* Format difference, for a matrix M = shift I + scale R where the rows of R sum to 0: y_i = shift x_i + sum
 * of m_ij (x_j - x_i). A product does not read the diagonal, so a row of width 4 reads 64 bytes instead of
 * 72. A constant field remains constant to the last bit. Columns and values are stored as in format ell.
 * Source: form (1) of Langguth et al. 2015. */
#include "sparse/ell_matrix.h"

static tc_status create_difference(const tc_ell *R, double shift, double scale, tc_matrix **out) {
  tc_ell *owned_rows = NULL;
  TC_TRY(tc_ell_combine(R, shift, scale, &owned_rows));
  tc_ell_use_differences(owned_rows, shift);
  return tc_ell_matrix_create(owned_rows, owned_rows, out);
}

const tc_format tc_format_difference = {
    .name = "difference",
    .summary = "as ell without reading a diagonal: sums m_ij (x_j - x_i) (kernel: difference)",
    .form = TC_ROW_FORM_DIFFERENCE,
    .index_bytes = 4,
    .row_values = 2,
    .create = create_difference,
    .destroy = tc_ell_matrix_destroy,
    .multiply_rows = tc_ell_matrix_multiply_rows,
    .row = tc_ell_matrix_row,
    .locate = tc_ell_matrix_locate,
    .column_bytes = tc_ell_matrix_column_bytes,
};
