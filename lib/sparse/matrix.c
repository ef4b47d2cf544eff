#include "sparse/matrix.h"

#include <omp.h>

#define TC_REGISTRY_TYPE tc_format
#define TC_REGISTRY_DEF  "sparse/formats.def"
#include "base/text/registry.inc"

static const tc_named_item forms[] = {[TC_ROW_FORM_MATRIX] = {"matrix", "y_i = d_i x_i + sum of m_ij x_j"},
                                      [TC_ROW_FORM_DIFFERENCE] = {"difference",
                                                                  "y_i = x_i + sum of m_ij (x_j - x_i)"}};

TC_REGISTRY_NAMED_ITEMS(tc_row_forms, forms);

const tc_format *tc_format_first(tc_row_form form) {
  const int last = tc_format_count() - 1;
  int f = 0;
  /* Every row form has a format, so the loop always ends at a format of this form. */
  while (f < last && tc_format_at(f)->form != form) f++;
  return tc_format_at(f);
}

tc_status tc_matrix_create(const tc_format *format, const tc_ell *R, double shift, double scale,
                           tc_matrix **out) {
  tc_matrix *M = NULL;
  if (R->begin)
    format = format->form == TC_ROW_FORM_DIFFERENCE ? &tc_format_row_differences : &tc_format_rows;
  TC_TRY(format->create(R, shift, scale, &M));
  *M = (tc_matrix){.format = format,
                   .rows = R->rows,
                   .columns = R->columns,
                   .width = R->width,
                   .entries = (int64_t)tc_ell_entries(R)};
  *out = M;
  return TC_OK;
}

void tc_matrix_destroy(tc_matrix **M) {
  if (*M) (*M)->format->destroy(*M);
  *M = NULL;
}

void tc_matrix_thread_rows(int32_t rows, int thread, int threads, int32_t *begin, int32_t *end) {
  const int32_t rows_per_thread = rows / threads, extra_rows = rows % threads;
  *begin = thread * rows_per_thread + (thread < extra_rows ? thread : extra_rows);
  *end = *begin + rows_per_thread + (thread < extra_rows);
}

void tc_matrix_multiply(const tc_matrix *M, const double *x, double *y) {
#pragma omp parallel
  {
    int32_t begin, end;
    tc_matrix_thread_rows(M->rows, omp_get_thread_num(), omp_get_num_threads(), &begin, &end);
    M->format->multiply_rows(M, begin, end, x, y + begin);
  }
}

double tc_matrix_index_bytes(const tc_matrix *M) {
  return M->entries > 0 ? M->format->column_bytes(M) / (double)M->entries : 0.0;
}
