/* Matrix for products: created from assembled rows and stored in a format. Setup selects a format (by name or
 * by measurement) and calls tc_matrix_create; operators and exchanges then call multiply_rows of the format.
 * Each format is one file and one line of formats.def. All formats of a row form give the same bits. No
 * function is collective. */
#ifndef TC_SPARSE_MATRIX_H
#define TC_SPARSE_MATRIX_H

#include "base/text/registry.h"
#include "sparse/ell.h"

/* Data that all formats have. The matrix struct of every format has a tc_matrix as its first member. */
typedef struct tc_matrix {
  const struct tc_format *format;
  int32_t rows, columns; /* columns: number of owned rows plus number of ghosts, as in tc_ell */
  int width;             /* off-diagonal entries stored per row, padding included. If rows have different
                            lengths (sparse/general_rows.h), the number of the longest row */
  int64_t entries;       /* off-diagonal entries stored in all rows, padding included */
} tc_matrix;

/* Formula by which row i of y = M x is computed, with the diagonal entry d_i and the off-diagonal entries
 * m_ij. The bits of y_i depend on the row form and not on the format. Config key: `kernel`. */
typedef enum tc_row_form {
  TC_ROW_FORM_MATRIX,    /* computes y_i = d_i x_i + sum of m_ij x_j */
  TC_ROW_FORM_DIFFERENCE /* computes y_i = s x_i + sum of m_ij (x_j - x_i); requires that d_i + sum of m_ij is
                            the same number s in all rows */
} tc_row_form;

extern const tc_registry tc_row_forms; /* names of the row forms, indexed by tc_row_form */

/* A format. No function is collective, and only `create` can fail. */
typedef struct tc_format {
  const char *name;    /* name by which a config selects the format */
  const char *summary; /* one-line description that `tetracast list` prints */
  tc_row_form form;
  /* Bytes per column index in the format's best case, used by forecasts. */
  int index_bytes;
  int row_values; /* number of doubles read or written per row in addition to the entries: diagonal (if it is
                     read), x and y */
  /* Creates M = shift I + scale R, where each entry is rounded once. R belongs to the caller and is not
   * changed. A format may read the arrays of R as long as M exists. Errors: TC_INTERNAL if memory is
   * exhausted. */
  tc_status (*create)(const tc_ell *R, double shift, double scale, tc_matrix **out);
  void (*destroy)(tc_matrix *M);
  /* Computes y[i - begin] = (M x)_i for rows i = begin .. end-1 in the calling thread, in the format's row
   * form, summed as in sparse/row_sum.h. x[columns] and y[end - begin] must not overlap. */
  void (*multiply_rows)(const tc_matrix *M, int32_t begin, int32_t end, const double *x, double *y);
  /* Copies row i of M with its padding into column[], value[] and *diagonal. Both arrays have `width`
   * elements or, for general rows, tc_ell_length(R, i). */
  void (*row)(const tc_matrix *M, int32_t i, int32_t *column, double *value, double *diagonal);
  /* Counts the memory pages that contain rows begin .. end-1 by NUMA placement, as seen from the calling
   * thread, and adds the counts to `sum` (base/program/numa_pages.h). */
  void (*locate)(const tc_matrix *M, int32_t begin, int32_t end, tc_numa_pages *sum);
  /* Returns the bytes of the column indices of all entries, which a product reads in addition to the values.
   */
  double (*column_bytes)(const tc_matrix *M);
} tc_format;

TC_REGISTRY(tc_format); /* registry of the formats listed in sparse/formats.def */

/* Returns the first format in formats.def whose row form is `form`. It is the default of this form. */
const tc_format *tc_format_first(tc_row_form form);

/* Formats of general rows (sparse/ell.h), of row form matrix and difference. They are not in formats.def,
 * because the matrix decides whether they are used, and not a config. */
extern const tc_format tc_format_rows, tc_format_row_differences;

/* Creates M = shift I + scale R in the given format. If R has general rows, M is stored in the format of
 * general rows that has the row form of `format` instead. For the difference form the rows of R must sum to
 * 0. The thread that will use a row touches its pages first. R must outlive the result, which the caller
 * frees with tc_matrix_destroy. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_matrix_create(const tc_format *format, const tc_ell *R, double shift, double scale,
                           tc_matrix **out);
void tc_matrix_destroy(tc_matrix **M);

/* Computes y = M x with OpenMP threads, each of which computes the rows that tc_matrix_thread_rows assigns to
 * it. */
void tc_matrix_multiply(const tc_matrix *M, const double *x, double *y);

/* Returns the bytes of column index per entry, averaged over the matrix: 4 for 32-bit columns, 0 if the
 * matrix has no entries. */
double tc_matrix_index_bytes(const tc_matrix *M);

/* Sets *begin and *end to the range of rows [begin, end) that thread number `thread` of `threads` computes.
 * The ranges are consecutive and equal those of OpenMP's static schedule. */
void tc_matrix_thread_rows(int32_t rows, int thread, int threads, int32_t *begin, int32_t *end);

#endif
