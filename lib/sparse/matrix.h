/* A matrix as products see it: made from assembled rows, stored as its format likes. */
#ifndef TC_SPARSE_MATRIX_H
#define TC_SPARSE_MATRIX_H

#include "base/text/registry.h"
#include "sparse/ell.h"

/* What all formats begin with. */
typedef struct tc_matrix {
  const struct tc_format *format;
  int32_t rows, columns; /* columns: own rows + ghosts, as in tc_ell */
  int width;             /* most entries of a row beside the diagonal, padding included */
} tc_matrix;

/* How a row is computed: its bits are those of the form, whatever the format. Config: `kernel`. */
typedef enum tc_row_form {
  TC_ROW_FORM_MATRIX,    /* y_i = d_i x_i + sum of m_ij x_j */
  TC_ROW_FORM_DIFFERENCE /* y_i = s x_i + sum of m_ij (x_j - x_i), where d_i + sum of m_ij is s in every row
                          */
} tc_row_form;

extern const tc_registry tc_row_forms; /* the index is a tc_row_form */

/* A format. No function is collective; all but create cannot fail. */
typedef struct tc_format {
  const char *name;    /* as written in a config */
  const char *summary; /* one line, for `tetracast list` */
  tc_row_form form;
  int index_bytes; /* that say which column an entry has, where the format does best: for forecasts */
  int row_values;  /* doubles of a row beside its entries: diagonal, x and y */
  /* M = shift I + scale R, each entry rounded once. R stays the caller's and unchanged; a format may read its
   * arrays for as long as the matrix lives. Errors: TC_INTERNAL out of memory. */
  tc_status (*create)(const tc_ell *R, double shift, double scale, tc_matrix **out);
  void (*destroy)(tc_matrix *M);
  /* y_i = (M x)_i for the rows begin .. end-1, by the calling thread alone, of the form, added as
   * sparse/row_sum.h says. x[columns], y[rows], not overlapping. */
  void (*multiply_rows)(const tc_matrix *M, int32_t begin, int32_t end, const double *x, double *y);
  /* Row i as R had it: column[width], value[width] with padding, and the diagonal. */
  void (*row)(const tc_matrix *M, int32_t i, int32_t *column, double *value, double *diagonal);
  /* Adds where the rows begin .. end-1 lie, as seen from the calling thread (base/program/numa_pages.h). */
  void (*locate)(const tc_matrix *M, int32_t begin, int32_t end, tc_numa_pages *sum);
  /* Bytes of the whole matrix that say which column an entry has: what a product reads beside the values. */
  double (*column_bytes)(const tc_matrix *M);
} tc_format;

TC_REGISTRY(tc_format); /* formats.def */

/* The first format of a form. */
const tc_format *tc_format_first(tc_row_form form);

/* M = shift I + scale R in a format, of an R whose rows sum to 0 where the form is of differences. Not
 * collective; pages are first touched by the thread that will use the row. */
tc_status tc_matrix_create(const tc_format *format, const tc_ell *R, double shift, double scale,
                           tc_matrix **out);
void tc_matrix_destroy(tc_matrix **M);

/* y = M x, OpenMP over rows. */
void tc_matrix_multiply(const tc_matrix *M, const double *x, double *y);

/* Bytes that say which column an entry has, of an average entry: 4 where columns are 32-bit numbers. 0
 * without rows. */
double tc_matrix_index_bytes(const tc_matrix *M);

/* The rows of thread `thread` of `threads`: consecutive, as OpenMP's static schedule deals them. */
void tc_matrix_thread_rows(int32_t rows, int thread, int threads, int32_t *begin, int32_t *end);

#endif
