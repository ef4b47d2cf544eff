/* Opens a matrix or vector file as text. Internal to lib/matrix. Not collective. */
#ifndef TC_MATRIX_TEXT_MATRIX_OPEN_H
#define TC_MATRIX_TEXT_MATRIX_OPEN_H

#include "base/file/line_reader.h"

/* Opens a text file. Its reader returns all lines, also blank lines and comments. A file in gzip format is
 * decompressed, and at most 16 MiB of the text can be read before tc_matrix_expect_lines is called. The
 * caller closes it with tc_matrix_close, also after an error. `*out` must be NULL. Errors: those of
 * tc_line_reader_open; TC_INPUT if the file is in a known binary format, is compressed in another format than
 * gzip, or needs zlib and the program was built without it. The message then names a program that converts
 * the file. */
tc_status tc_matrix_open(const char *path, tc_line_reader **out);

/* Called once the header of the file has announced the number of lines that follow. Limits the text of a
 * compressed file to 16 MiB plus 1 KiB for each line, so that a small file cannot occupy the reader for long.
 */
void tc_matrix_expect_lines(tc_line_reader *lines, int64_t count);

/* Closes the file, if it is open, and returns `status`, the result of reading. If `status` is an error and
 * the rest of a compressed file is damaged, returns an error that reports the damage instead, because the
 * damage may have caused `status`. */
tc_status tc_matrix_close(tc_line_reader **lines, tc_status status);

#endif
