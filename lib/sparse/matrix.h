/* A matrix as products see it: made from assembled rows, stored as its format likes. */
#ifndef TC_SPARSE_MATRIX_H
#define TC_SPARSE_MATRIX_H

#include "base/registry.h"
#include "sparse/ell.h"

/* What all formats begin with. */
typedef struct tc_matrix {
  const struct tc_format *format;
  int32_t rows, columns; /* columns: own rows + ghosts, as in tc_ell */
  int width;             /* most entries of a row beside the diagonal, padding included */
} tc_matrix;

/* A format. No function is collective; all but create cannot fail. */
typedef struct tc_format {
  const char *name;    /* as written in a config */
  const char *summary; /* one line, for `tetracast list` */
  int index_bytes;     /* that say which column an entry has, where the format does best: for forecasts */
  /* M = shift I + scale R, each entry rounded once. R stays the caller's and unchanged; a format may read its
   * arrays for as long as the matrix lives. Errors: TC_INTERNAL out of memory. */
  tc_status (*create)(const tc_ell *R, double shift, double scale, tc_matrix **out);
  void (*destroy)(tc_matrix *M);
  /* y_i = (M x)_i for the rows begin .. end-1, by the calling thread alone, added as sparse/row.h says.
   * x[columns], y[rows], not overlapping. */
  void (*multiply_rows)(const tc_matrix *M, int32_t begin, int32_t end, const double *x, double *y);
  /* Row i as R had it: column[width], value[width] with padding, and the diagonal. */
  void (*row)(const tc_matrix *M, int32_t i, int32_t *column, double *value, double *diagonal);
  /* Adds where the rows begin .. end-1 lie, as seen from the calling thread (base/pages.h). */
  void (*locate)(const tc_matrix *M, int32_t begin, int32_t end, tc_pages *sum);
  /* Bytes of the whole matrix that say which column an entry has: what a product reads beside the values. */
  double (*column_bytes)(const tc_matrix *M);
} tc_format;

TC_REGISTRY(tc_format); /* formats.def */

/* M = shift I + scale R in a format. Not collective; pages are first touched by the thread that will use the
 * row. */
tc_status tc_matrix_create(const tc_format *format, const tc_ell *R, double shift, double scale,
                           tc_matrix **out);
void tc_matrix_destroy(tc_matrix **M);

/* y = M x, OpenMP over rows. */
void tc_matrix_multiply(const tc_matrix *M, const double *x, double *y);

/* Bytes that say which column an entry has, of an average entry: 4 where columns are 32-bit numbers. 0
 * without rows. */
double tc_matrix_index_bytes(const tc_matrix *M);

/* The rows of thread `thread` of `threads`: consecutive, as OpenMP's static schedule deals them. */
void tc_matrix_share(int32_t rows, int thread, int threads, int32_t *begin, int32_t *end);

#endif
