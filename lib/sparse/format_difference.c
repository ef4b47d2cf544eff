/* Form (1) of Langguth et al. 2015: y_i = shift x_i + sum of m_ij (x_j - x_i), for rows of R whose sum is 0.
 * No diagonal is read, 64 bytes of a row of width 4 in place of 72, and what is constant stays so to the last
 * bit. Columns and values as in ell. */
#include "base/memory.h"
#include "sparse/kernels.h"
#include "sparse/matrix.h"

typedef struct matrix {
  tc_matrix head;
  tc_ell *ell;
} matrix;

static tc_status create(const tc_ell *R, double shift, double scale, tc_matrix **out) {
  matrix *m = NULL;
  TC_TRY(TC_ALLOC_ZERO(m, 1));
  const tc_status status = tc_ell_combine(R, shift, scale, &m->ell);
  if (status) {
    tc_free(m);
    return status;
  }
  tc_ell_take_differences(m->ell, shift);
  *out = &m->head;
  return TC_OK;
}

static void destroy(tc_matrix *M) {
  matrix *m = (matrix *)M;
  tc_ell_destroy(&m->ell);
  tc_free(m);
}

static void multiply_rows(const tc_matrix *M, int32_t begin, int32_t end, const double *x, double *y) {
  tc_ell_multiply_rows(((const matrix *)M)->ell, begin, end, x, y);
}

static void row(const tc_matrix *M, int32_t i, int32_t *column, double *value, double *diagonal) {
  tc_ell_row(((const matrix *)M)->ell, i, column, value, diagonal);
}

static void locate(const tc_matrix *M, int32_t begin, int32_t end, tc_pages *sum) {
  tc_ell_locate(((const matrix *)M)->ell, begin, end, sum);
}

static double column_bytes(const tc_matrix *M) { return (double)sizeof(int32_t) * M->rows * M->width; }

const tc_format tc_format_difference = {
    .name = "difference",
    .summary = "as ell, but no diagonal is read: of x_j the row's own x_i is taken off (kernel: difference)",
    .form = TC_FORM_DIFFERENCE,
    .index_bytes = 4,
    .row_values = 2,
    .create = create,
    .destroy = destroy,
    .multiply_rows = multiply_rows,
    .row = row,
    .locate = locate,
    .column_bytes = column_bytes,
};
