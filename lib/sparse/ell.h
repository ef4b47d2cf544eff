/* The modified ELLPACK format: D apart, a fixed number of entries per row (Lagraviere 2019, section 3.1,
 * Listing 1). */
#ifndef TC_SPARSE_ELL_H
#define TC_SPARSE_ELL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "base/program/numa_pages.h"

/* Row i: y_i = diagonal[i] x_i + sum over k of value[i*width+k] x_column[i*width+k]; or, of rows that take
 * differences, y_i = lead x_i + sum over k of value[i*width+k] (x_column[i*width+k] - x_i), where no diagonal
 * is read. Rows that need fewer entries are padded with value 0 and column i. Columns index a vector of the
 * rank's own rows followed by its ghosts. */
typedef struct tc_ell {
  int32_t rows;
  int32_t columns;  /* own rows + ghosts */
  int width;        /* a multiple of 4, at most 64 */
  double *diagonal; /* [rows] */
  double *value;    /* [rows][width] */
  int32_t *column;  /* [rows][width] */
  bool differences;
  double leading_factor; /* of these */
} tc_ell;

/* Allocates and sets every row to an empty, padded one; pages are first touched by the thread that will use
 * the row (static schedule over rows). Errors: TC_INTERNAL. */
tc_status tc_ell_create(int32_t rows, int32_t columns, int width, tc_ell **out);
void tc_ell_destroy(tc_ell **ell);

/* Makes M = shift I + scale R take differences: of an R whose rows sum to 0 that is the same but for
 * rounding. */
void tc_ell_use_differences(tc_ell *M, double shift);

/* For whoever adds rows one by one, of which `own` is x_i: the factor of x_i, and what is taken off every
 * x_j. (A value less 0.0 has the same bits.) */
static inline double tc_ell_leading_factor(const tc_ell *ell, int32_t i) {
  return ell->differences ? ell->leading_factor : ell->diagonal[i];
}
static inline double tc_ell_subtrahend(const tc_ell *ell, double own) { return ell->differences ? own : 0.0; }

/* Row i: column[width], value[width], and the diagonal. */
void tc_ell_row(const tc_ell *ell, int32_t i, int32_t *column, double *value, double *diagonal);

/* Adds where the rows begin .. end-1 lie, as seen from the calling thread. */
void tc_ell_locate(const tc_ell *ell, int32_t begin, int32_t end, tc_numa_pages *sum);

/* Columns first + g become first + number[g]. */
void tc_ell_renumber(tc_ell *ell, int32_t first, const int32_t *number);

/* M = shift I + scale R, a matrix of its own. Errors: TC_INTERNAL out of memory. */
tc_status tc_ell_combine(const tc_ell *R, double shift, double scale, tc_ell **out);

/* An entry of the diagonal of that. */
static inline double tc_ell_combined(double shift, double scale, double rate) { return shift + scale * rate; }

#endif
