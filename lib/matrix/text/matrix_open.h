/* Opens a matrix or vector file as text. Internal to lib/matrix. Not collective. */
#ifndef TC_MATRIX_TEXT_MATRIX_OPEN_H
#define TC_MATRIX_TEXT_MATRIX_OPEN_H

#include "base/file/line_reader.h"

/* Opens a text file whose lines are all returned. The caller closes it with tc_line_reader_close, also after
 * an error. `*out` must be NULL. Errors: those of tc_line_reader_open; TC_INPUT with the suitable program if
 * the file is compressed or in a known binary format. */
tc_status tc_matrix_open(const char *path, tc_line_reader **out);

#endif
