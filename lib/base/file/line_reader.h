/* Line reader: reads a text file line by line with one buffer of fixed size. It removes comments and blank
 * lines, accepts all line ends, and computes a hash of the file. Usage: tc_line_reader_open,
 * tc_line_reader_next until the cursor is NULL, tc_line_reader_close. Not collective. */
#ifndef TC_BASE_FILE_LINE_READER_H
#define TC_BASE_FILE_LINE_READER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "base/file/block_reader.h"
#include "base/text/text.h"

typedef struct tc_line_reader tc_line_reader;

/* Size of the buffer in bytes. The longest line has TC_LINE_READER_MAX - 8 bytes. */
enum { TC_LINE_READER_MAX = 256 << 10 };

/* Opens a regular file. Errors: TC_INPUT with the system's reason if it is missing, a directory, a device or
 * empty; TC_INTERNAL if memory is exhausted. */
tc_status tc_line_reader_open(const char *path, tc_line_reader **out);
void tc_line_reader_close(tc_line_reader **lines);

/* Opens a source (block_reader.h), such as decompressed text, of which at most `limit` bytes may be read.
 * `path` is the path in messages. The reader owns the source, also after an error. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_line_reader_open_source(const char *path, const tc_byte_source *source, int64_t limit,
                                     tc_line_reader **out);

/* Changes the largest number of bytes that may be read from a source. No effect on a file. */
void tc_line_reader_set_limit(tc_line_reader *lines, int64_t limit);

/* Reads the rest of a source, up to its limit, without returning lines, so that an error of the source is
 * found. Does nothing for a file. May be called after an error of tc_line_reader_next. Errors: those of the
 * source. */
tc_status tc_line_reader_finish(tc_line_reader *lines);

/* Returns the next line without its comment (#..) and its line end. Lines that are then blank are skipped. A
 * line ends with LF, CR LF, or CR if the first line ends with CR. Skips a UTF-8 byte order mark at the
 * beginning of the file. *text is valid until the next call; at the end of the file its cursor is NULL.
 * Errors: TC_INPUT with file and line for a line longer than the buffer, a read error, UTF-16, or a NUL byte.
 * A NUL byte may be reported before the lines that precede it are returned. After an error, only
 * tc_line_reader_close may be called. */
tc_status tc_line_reader_next(tc_line_reader *lines, tc_text *text);

/* Function that receives the text of a comment without "#" and the end of the line. */
typedef tc_status tc_line_comment(void *self, tc_text comment);

/* Requests that tc_line_reader_next calls `visit` for each later line that is a comment, in the order of the
 * file, and returns the errors of `visit`. The caller owns `self`. */
void tc_line_reader_visit_comments(tc_line_reader *lines, tc_line_comment *visit, void *self);

/* Makes tc_line_reader_next return all lines, including blank ones, and treat "#" as an ordinary character.
 * Used for formats with other comments or with fixed columns. `binary_remedy` is the remedy in the error for
 * a NUL byte, borrowed until the reader is closed. Call it before the first line is read. */
void tc_line_reader_return_all(tc_line_reader *lines, const char *binary_remedy);

/* Copies the text to `out`, cut to size - 1 bytes and ended by NUL, and replaces each byte that is not
 * printable by "?". Returns false if it has replaced a byte. */
bool tc_line_reader_quote(tc_text text, char *out, size_t size);

/* Returns the error TC_INPUT "PATH:LINE: text", where LINE is the number of the last returned line and `text`
 * is formatted as by printf. */
tc_status tc_line_reader_verror(const tc_line_reader *lines, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Returns the number of the line that was returned last, counted from 1. At the end of the file it is the
 * number of the file's last line. */
int64_t tc_line_reader_number(const tc_line_reader *lines);
/* Returns the offset in the file of the first byte after the line that was returned last. */
int64_t tc_line_reader_offset(const tc_line_reader *lines);
/* Returns the size of the file in bytes when it was opened. For a source, returns an upper limit of the size
 * until its end is reached, and then the size. */
int64_t tc_line_reader_bytes(const tc_line_reader *lines);
/* Returns the hash of all bytes read so far. At the end of the file it is the hash of the whole file. */
uint64_t tc_line_reader_hash(const tc_line_reader *lines);
const char *tc_line_reader_path(const tc_line_reader *lines);

#endif
