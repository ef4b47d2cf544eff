/* Assembled rows of a matrix in the modified ELLPACK format, which stores the diagonal in an array of its own
 * and a fixed number of off-diagonal entries per row. The row builder of fv/scheme fills it during assembly.
 * Matrices with rows of very different length store rows of any length instead (general rows). Usage:
 * tc_ell_create or tc_ell_create_general, fill the rows, tc_ell_renumber once ghosts have their final
 * numbers, tc_ell_destroy. No function is collective. Source: Lagraviere 2019, section 3.1, Listing 1. */
#ifndef TC_SPARSE_ELL_H
#define TC_SPARSE_ELL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"
#include "base/program/numa_pages.h"
#include "sparse/row_range.h"

enum { TC_ELL_WIDTH_MAX = 64 }; /* largest width of rows of equal length */

/* The off-diagonal entries of row i have the numbers tc_ell_begin(ell, i) .. tc_ell_end(ell, i) - 1. Row i of
 * a matrix: y_i = diagonal[i] x_i + sum over these entries e of value[e] x_column[e]. Row i in difference
 * form: y_i = leading_factor x_i + sum over e of value[e] (x_column[e] - x_i), which does not read the
 * diagonal. Rows are padded to `width` entries, and general rows to a multiple of 4 entries, with value 0 and
 * column i. Columns index a vector of the rank's owned rows followed by its ghosts. */
typedef struct tc_ell {
  int32_t rows;
  int32_t columns; /* number of owned rows plus number of ghosts */
  /* Number of off-diagonal entries per row, padding included; a multiple of 4, at most TC_ELL_WIDTH_MAX. In
   * general rows it is that of the longest row and has no limit. */
  int width;
  double *diagonal; /* [rows] diagonal entry of each row */
  double *value;    /* [tc_ell_entries] off-diagonal entries */
  int32_t *column;  /* [tc_ell_entries] column of each off-diagonal entry */
  bool differences;
  double leading_factor; /* factor of x_i in difference form; unused if `differences` is false */
  tc_pool memory;        /* owns the arrays of this struct */
  int64_t *begin; /* general rows: [rows + 1] number of the first entry of each row (sparse/row_range.h); NULL
                     if all rows have `width` entries */
} tc_ell;

/* tc_ell_begin and tc_ell_end return the range of the entries of row i, padding included, tc_ell_length their
 * number (a multiple of 4), and tc_ell_entries the number of entries of all rows. */
static inline size_t tc_ell_begin(const tc_ell *ell, int32_t i) {
  return tc_row_begin(ell->begin, ell->width, i);
}
static inline size_t tc_ell_end(const tc_ell *ell, int32_t i) {
  return tc_row_begin(ell->begin, ell->width, i + 1);
}
static inline int tc_ell_length(const tc_ell *ell, int32_t i) {
  return ell->begin ? (int)(ell->begin[i + 1] - ell->begin[i]) : ell->width;
}
static inline size_t tc_ell_entries(const tc_ell *ell) { return tc_ell_begin(ell, ell->rows); }

/* Returns the average number of entries per row, padding included, which forecasts use as the width of a row.
 */
static inline double tc_ell_average_width(const tc_ell *ell) {
  return ell->begin && ell->rows > 0 ? (double)tc_ell_entries(ell) / ell->rows : ell->width;
}

/* Allocates a matrix and sets every row to an empty row, which consists of padding. The thread that will use
 * a row (static schedule over rows) touches its pages first. The caller frees the result with tc_ell_destroy.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_ell_create(int32_t rows, int32_t columns, int width, tc_ell **out);
void tc_ell_destroy(tc_ell **ell);

/* Like tc_ell_create for general rows. Row i gets begin[i + 1] - begin[i] entries (0 or more, below
 * INT32_MAX), rounded up to a multiple of 4. begin: [rows + 1] ascending, begin[0] is 0. The rounding shifts
 * the rows, so the caller must write the entries of row i from number tc_ell_begin(*out, i) on; those that it
 * does not write remain padding. */
tc_status tc_ell_create_general(int32_t rows, int32_t columns, const int64_t *begin, tc_ell **out);

/* Like tc_ell_create. Every row gets the number of entries that it has in `model`. */
tc_status tc_ell_create_like(const tc_ell *model, int32_t columns, tc_ell **out);

/* Switches the matrix M to the difference form with the leading factor `shift`. M must be shift I + scale R
 * for a number `scale` and a matrix R. If the rows of R sum to 0, both forms give the same product up to
 * rounding. */
void tc_ell_use_differences(tc_ell *M, double shift);

/* Code that computes the sum of a row itself calls these functions to support both row forms.
 * tc_ell_leading_factor returns the factor of x_i in row i. tc_ell_subtrahend returns the number to subtract
 * from every other x_j of the row: `own`, which is x_i, in difference form, and 0.0 in matrix form.
 * Subtracting 0.0 does not change the bits of a value. */
static inline double tc_ell_leading_factor(const tc_ell *ell, int32_t i) {
  return ell->differences ? ell->leading_factor : ell->diagonal[i];
}
static inline double tc_ell_subtrahend(const tc_ell *ell, double own) { return ell->differences ? own : 0.0; }

/* Copies row i with its padding to column[tc_ell_length], value[tc_ell_length] and *diagonal. */
void tc_ell_row(const tc_ell *ell, int32_t i, int32_t *column, double *value, double *diagonal);

/* Counts the memory pages that contain rows begin .. end-1 by NUMA placement, as seen from the calling
 * thread, and adds the counts to `sum` (base/program/numa_pages.h). */
void tc_ell_locate(const tc_ell *ell, int32_t begin, int32_t end, tc_numa_pages *sum);

/* Renumbers all columns that are at least `first`: column first + g becomes column first + number[g]. */
void tc_ell_renumber(tc_ell *ell, int32_t first, const int32_t *number);

/* Creates M = shift I + scale R as a separate matrix, which the caller frees. Errors: TC_INTERNAL if memory
 * is exhausted. */
tc_status tc_ell_combine(const tc_ell *R, double shift, double scale, tc_ell **out);

/* Returns the diagonal entry of shift I + scale R, where `rate` is the diagonal entry of R. */
static inline double tc_ell_combined(double shift, double scale, double rate) { return shift + scale * rate; }

#endif
