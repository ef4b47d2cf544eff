/* The pattern of a matrix in a file: tc_ell_pattern of as many columns as rows. One line of text, "tetracast
 * pattern 1 ROWS WIDTH", then for each row WIDTH columns from 0 on, 32-bit integers with the lowest byte
 * first; a row with fewer repeats its own number. Not collective. */
#ifndef TC_SPARSE_ELL_PATTERN_FILE_H
#define TC_SPARSE_ELL_PATTERN_FILE_H

#include "sparse/reuse_distance.h"

enum { TC_ELL_PATTERN_ROWS_MAX = 1 << 29, TC_ELL_PATTERN_WIDTH_MAX = 64 };

/* What such a file begins with. */
#define TC_ELL_PATTERN_BEGIN "tetracast pattern 1 "

/* The file appears under its name when it is complete. Errors: TC_OUTPUT. */
tc_status tc_ell_pattern_write(const tc_ell_pattern *columns, const char *path);

/* The first line alone: column is NULL then. Errors: TC_INPUT naming the file: no such file, no pattern. */
tc_status tc_ell_pattern_read_header(const char *path, tc_ell_pattern *out);

/* All of it; out->column is *column, the caller's (tc_free). Errors: those of tc_ell_pattern_read_header;
 * TC_INPUT naming the row, counted from 0, where the file ends too early or goes on too long, or whose column
 * is no row. */
tc_status tc_ell_pattern_read(const char *path, tc_ell_pattern *out, int32_t **column);

#endif
