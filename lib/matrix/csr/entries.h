/* Entries of a matrix in the order of the file, and their assembly into compressed rows. Internal to
 * lib/matrix. A reader calls tc_entries_check_size with the size in the header, tc_entries_create,
 * tc_entries_add for each entry, and tc_entries_assemble. All error messages name the line that was read
 * last. Not collective. */
#ifndef TC_MATRIX_CSR_ENTRIES_H
#define TC_MATRIX_CSR_ENTRIES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file/line_reader.h"
#include "matrix/csr/csr.h"

/* List of the entries that a matrix file contains. Zero-initialise before use. Only one triangle of a
 * symmetric or skew-symmetric matrix is stored. */
typedef struct tc_entries {
  int64_t rows, columns;
  tc_matrix_symmetry symmetry;
  int64_t count, capacity;
  int32_t *row, *column; /* [capacity] from 0 */
  double *value;         /* [capacity] */
  /* True if an entry below or above the diagonal was added. Used only if the matrix is symmetric or
   * skew-symmetric. */
  bool has_lower, has_upper;
} tc_entries;

/* Checks the size of a matrix that a header announces. Both numbers are from 1 to INT32_MAX - 1, and they are
 * equal if the matrix is symmetric or skew-symmetric. Neither number exceeds the number of bytes of the file
 * or `trusted`, whichever is larger. A wrong header thus cannot cause allocations much larger than the file.
 * `trusted` is a size that the caller knows from elsewhere, or 0. Errors: TC_INPUT. */
tc_status tc_entries_check_size(const tc_line_reader *lines, int64_t rows, int64_t columns, int64_t trusted,
                                tc_matrix_symmetry symmetry);

/* Checks that `count` items, each of at least `bytes` bytes, fit into the file. `noun` names an item in the
 * error message. Errors: TC_INPUT. */
tc_status tc_entries_check_count(const tc_line_reader *lines, int64_t count, const char *noun, int64_t bytes);

/* Allocates memory for `capacity` entries. The caller frees it with tc_entries_free, also after an error. */
tc_status tc_entries_create(int64_t rows, int64_t columns, tc_matrix_symmetry symmetry, int64_t capacity,
                            tc_entries *out);
void tc_entries_free(tc_entries *entries);

/* Appends the entry (row, column), numbered from 1, with the value 1. Errors: TC_INPUT if an index is out of
 * range, or if entries of a symmetric or skew-symmetric matrix are on both sides of the diagonal, because
 * only one triangle of such a matrix may be stored. */
tc_status tc_entries_add(const tc_line_reader *lines, tc_entries *entries, int64_t row, int64_t column);

/* Sets the value of entry number k. Errors: TC_INPUT if the value is not zero although the entry is on the
 * diagonal of a skew-symmetric matrix. */
tc_status tc_entries_set_value(const tc_line_reader *lines, tc_entries *entries, int64_t k, double value);

/* Creates the matrix: mirrors the entries of symmetric and skew-symmetric matrices, sorts them by row and
 * column, and sums duplicates in the order of the file. Frees the arrays of `entries`. The caller frees the
 * result with tc_csr_free, also after an error. Time is proportional to the entries, rows and columns.
 * Errors: TC_INPUT if a sum is not finite; TC_INTERNAL if memory is exhausted. */
tc_status tc_entries_assemble(const tc_line_reader *lines, tc_entries *entries, tc_csr *out);

#endif
