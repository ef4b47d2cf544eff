/* Opens a matrix or vector file as text. Internal to lib/matrix. Not collective. */
#ifndef TC_MATRIX_TEXT_MATRIX_OPEN_H
#define TC_MATRIX_TEXT_MATRIX_OPEN_H

#include "base/file/line_reader.h"

/* Opens a text file whose lines are all returned. Decompresses a file in gzip format, of which at most 16 MiB
 * of text can be read before tc_matrix_expect_lines is called. The caller closes it with tc_matrix_close,
 * also after an error. `*out` must be NULL. Errors: those of tc_line_reader_open; TC_INPUT with the suitable
 * program if the file is in a known binary format, compressed in another one, or in gzip format if the
 * program was built without zlib. */
tc_status tc_matrix_open(const char *path, tc_line_reader **out);

/* Called once the header of the file has announced the number of lines that follow. Bounds the text of a
 * compressed file by 16 MiB and 1 KiB for each line, so that a small file cannot occupy the reader for
 * long. */
void tc_matrix_expect_lines(tc_line_reader *lines, int64_t count);

/* Closes the file, if it is open, and returns `status`, the result of reading. If it is an error and the rest
 * of a compressed file is damaged, returns an error that states the damage instead, because `status` may be a
 * consequence. */
tc_status tc_matrix_close(tc_line_reader **lines, tc_status status);

#endif
