/* Modified ELLPACK as it is assembled: 32-bit columns. */
#include "base/memory.h"
#include "sparse/kernels.h"
#include "sparse/matrix.h"

typedef struct matrix {
  tc_matrix head;
  tc_ell *own;       /* NULL: M is R itself */
  const tc_ell *ell; /* what is multiplied with */
} matrix;

static tc_status create(const tc_ell *R, double shift, double scale, tc_matrix **out) {
  matrix *m = NULL;
  TC_TRY(TC_ALLOC_ZERO(m, 1));
  const tc_status status = shift == 0.0 && scale == 1.0 ? TC_OK : tc_ell_combine(R, shift, scale, &m->own);
  m->ell = m->own ? m->own : R;
  if (status)
    tc_free(m);
  else
    *out = &m->head;
  return status;
}

static void destroy(tc_matrix *M) {
  matrix *m = (matrix *)M;
  tc_ell_destroy(&m->own);
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

const tc_format tc_format_ell = {
    .name = "ell",
    .summary = "modified ELLPACK: the diagonal apart, rows of one length, 32-bit columns",
    .index_bytes = 4,
    .row_values = 3,
    .create = create,
    .destroy = destroy,
    .multiply_rows = multiply_rows,
    .row = row,
    .locate = locate,
    .column_bytes = column_bytes,
};
