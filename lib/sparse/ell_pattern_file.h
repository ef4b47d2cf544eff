/* ELL pattern file: a tc_ell_pattern with as many columns as rows, written by `tetracast mesh order
 * --pattern` and read by the program `kernels`. The file begins with one line of text, "tetracast pattern 1
 * ROWS WIDTH". WIDTH columns, counted from 0, follow for each row as 32-bit little-endian integers. A row
 * with fewer entries is padded with its own number. No function is collective. */
#ifndef TC_SPARSE_ELL_PATTERN_FILE_H
#define TC_SPARSE_ELL_PATTERN_FILE_H

#include "sparse/reuse_distance.h"

enum { TC_ELL_PATTERN_ROWS_MAX = 1 << 29, TC_ELL_PATTERN_WIDTH_MAX = 64 };

/* Text with which a pattern file begins. */
#define TC_ELL_PATTERN_BEGIN "tetracast pattern 1 "

/* Writes the pattern to a temporary file, which is renamed to `path` when it is complete. Errors: TC_OUTPUT
 * if the file cannot be written. */
tc_status tc_ell_pattern_write(const tc_ell_pattern *columns, const char *path);

/* Reads only the first line of the file, which has the numbers of rows and of columns per row, and sets
 * out->column to NULL. Errors: TC_INPUT with the path if the file does not exist or is no pattern. */
tc_status tc_ell_pattern_read_header(const char *path, tc_ell_pattern *out);

/* Reads the whole file. out->column equals *column, which the caller frees with tc_free. Errors: those of
 * tc_ell_pattern_read_header. TC_INPUT with the row, counted from 0, if the file is too short or too long or
 * if a column is not a row number. TC_INTERNAL if memory is exhausted. */
tc_status tc_ell_pattern_read(const char *path, tc_ell_pattern *out, int32_t **column);

#endif
