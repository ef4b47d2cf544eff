/* Streaming a text file line by line with one fixed buffer. */
#ifndef TC_BASE_FILE_LINE_READER_H
#define TC_BASE_FILE_LINE_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "base/text/text.h"

typedef struct tc_line_reader tc_line_reader;

/* The longest line that can be read, in bytes with its end: the size of the buffer. */
enum { TC_LINE_READER_MAX = 256 << 10 };

/* Opens a regular file. Errors, TC_INPUT: missing (with the system's reason), a folder or device, empty. */
tc_status tc_line_reader_open(const char *path, tc_line_reader **out);
void tc_line_reader_close(tc_line_reader **lines);

/* The next line that is not blank once a comment (#..) is cut off, without its end (LF, CR LF, or CR if the
 * first line ends so). A byte order mark of UTF-8 in front of the file is skipped; UTF-16 is an error. The
 * text stays valid until the next call. At the end of the file *text has at = NULL. Errors, TC_INPUT, naming
 * file and line: a line longer than the buffer, a NUL byte (a binary file; noticed as soon as it is in the
 * buffer, so perhaps before the lines ahead of it are given), a read error. After an error the only use of
 * *lines is to close it. */
tc_status tc_line_reader_next(tc_line_reader *lines, tc_text *text);

/* Copies the text with ? in place of each byte that is not printable, cut to size - 1 bytes. Returns false if
 * there was one. */
bool tc_line_reader_quote(tc_text text, char *out, size_t size);

int64_t tc_line_reader_number(
    const tc_line_reader *lines); /* of the last line given, from 1; at the end: of the last line */
int64_t tc_line_reader_bytes(const tc_line_reader *lines); /* size of the file when it was opened */
uint64_t tc_line_reader_hash(
    const tc_line_reader *lines); /* of all bytes read into the buffer: of the file, at its end */
const char *tc_line_reader_path(const tc_line_reader *lines);

#endif
