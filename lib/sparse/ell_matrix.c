#include "sparse/ell_matrix.h"

#include "base/core/memory.h"
#include "sparse/ell_kernels.h"
#include "sparse/general_rows.h"

typedef struct matrix {
  tc_matrix base;
  const tc_ell *ell;  /* rows that products use: borrowed, or the same as `owned_rows` */
  tc_ell *owned_rows; /* rows owned by this matrix; NULL if `ell` is borrowed */
} matrix;

tc_status tc_ell_matrix_create(const tc_ell *rows, tc_ell *owned_rows, tc_matrix **out) {
  matrix *m = NULL;
  const tc_status status = TC_ALLOC_ZERO(m, 1);
  if (status) {
    tc_ell_destroy(&owned_rows);
    return status;
  }
  m->ell = rows;
  m->owned_rows = owned_rows;
  *out = &m->base;
  return TC_OK;
}

void tc_ell_matrix_destroy(tc_matrix *M) {
  matrix *m = (matrix *)M;
  tc_ell_destroy(&m->owned_rows);
  tc_free(m);
}

void tc_ell_matrix_multiply_rows(const tc_matrix *M, int32_t begin, int32_t end, const double *x, double *y) {
  tc_ell_multiply_rows(((const matrix *)M)->ell, begin, end, x, y);
}

void tc_ell_matrix_multiply_general_rows(const tc_matrix *M, int32_t begin, int32_t end, const double *x,
                                         double *y) {
  tc_general_rows_multiply(((const matrix *)M)->ell, begin, end, x, y);
}

void tc_ell_matrix_row(const tc_matrix *M, int32_t i, int32_t *column, double *value, double *diagonal) {
  tc_ell_row(((const matrix *)M)->ell, i, column, value, diagonal);
}

void tc_ell_matrix_locate(const tc_matrix *M, int32_t begin, int32_t end, tc_numa_pages *sum) {
  tc_ell_locate(((const matrix *)M)->ell, begin, end, sum);
}

double tc_ell_matrix_column_bytes(const tc_matrix *M) {
  const tc_ell *ell = ((const matrix *)M)->ell;
  const double begin_B = ell->begin ? (double)sizeof *ell->begin * M->rows : 0.0;
  return (double)sizeof *ell->column * (double)M->entries + begin_B;
}
