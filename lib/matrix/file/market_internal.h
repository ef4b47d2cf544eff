/* Functions that read the header and single lines of a Matrix Market file. Only market.c calls them. Not
 * collective. */
#ifndef TC_MATRIX_FILE_MARKET_INTERNAL_H
#define TC_MATRIX_FILE_MARKET_INTERNAL_H

#include "matrix/file/market.h"

/* Reads the four words after %%MatrixMarket. Errors: TC_INPUT if a word is missing, unknown or belongs to a
 * kind of matrix that is not supported. */
tc_status tc_market_read_header(const tc_line_reader *lines, tc_text header, tc_market *out);

/* Returns the next line that is neither blank nor a comment; its cursor is NULL at the end of the file. The
 * first comment becomes the title. Errors: those of tc_line_reader_next. */
tc_status tc_market_next(tc_line_reader *lines, tc_market *market, tc_text *line);

#endif
