/* Matrix Market files: header, size, and entries. Internal to lib/matrix. The readers of matrices
 * (matrix_file.c) and of vectors (vector_file.c) detect the format with tc_market_is_header. Words may have
 * any case. Comments (%) and blank lines may be anywhere after the first line. Source: Boisvert, Pozo,
 * Remington, NISTIR 5935, 1996. Not collective. */
#ifndef TC_MATRIX_FILE_MARKET_H
#define TC_MATRIX_FILE_MARKET_H

#include <stdbool.h>

#include "matrix/csr/entries.h"
#include "matrix/file/matrix_file.h"

typedef enum tc_market_field { TC_MARKET_REAL, TC_MARKET_INTEGER, TC_MARKET_PATTERN } tc_market_field;

/* Header of a Matrix Market file. A zeroed struct is valid. */
typedef struct tc_market {
  bool is_array; /* true for "array" (all values are listed), false for "coordinate" (entries with row and
                    column) */
  tc_market_field field;
  tc_matrix_symmetry symmetry;
  int64_t rows, columns;
  int64_t size_line;           /* number of the line with the size; the header is line 1 */
  char title[TC_MATRIX_TITLE]; /* first comment */
} tc_market;

/* True if the line begins with %%MatrixMarket. */
bool tc_market_is_header(tc_text line);

/* Reads a file. `trusted` is passed to tc_entries_check_size. The caller frees *entries with tc_entries_free,
 * also after an error. Zeros in an array file do not become entries. Errors: TC_INPUT with file and line,
 * also if the first line is not that of a Matrix Market file; TC_INTERNAL if memory is exhausted. */
tc_status tc_market_read(tc_line_reader *lines, int64_t trusted, tc_market *out, tc_entries *entries);

#endif
