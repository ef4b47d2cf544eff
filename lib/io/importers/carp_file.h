/* Reads one text file of openCARP (.pts, .elem, .surf): a header with the number of rows, then the rows.
 * Internal to io/importers; import_carp.c calls it. Usage: tc_carp_open, tc_carp_next for each row,
 * tc_carp_end, close the line reader. All error messages contain the file and the line. */
#ifndef TC_IO_IMPORTERS_CARP_FILE_H
#define TC_IO_IMPORTERS_CARP_FILE_H

#include "base/file/line_reader.h"

/* An open file. A zeroed struct is a file that is not open. */
typedef struct tc_carp_file {
  tc_line_reader *lines;
  const char *noun; /* word for a row in messages: "point" or "element" */
  int32_t rows;     /* number of rows in the header */
  int32_t row;      /* number of rows that were returned */
} tc_carp_file;

/* Opens a file and reads its header. `bytes` is the smallest number of bytes that a row needs. Returns an
 * error if the file is too small for the number of rows in its header. The caller closes file->lines, also
 * after an error. Errors: TC_INPUT. */
tc_status tc_carp_open(const char *path, const char *noun, int64_t bytes, tc_carp_file *file);

/* Returns the next row. Errors: TC_INPUT if the file ends before it. */
tc_status tc_carp_next(tc_carp_file *file, tc_text *row);

/* Checks that the file ends after the last row. Errors: TC_INPUT. */
tc_status tc_carp_end(tc_carp_file *file);

/* Returns an error with a message that begins with the file and the line that was read last. */
tc_status tc_carp_error(const tc_carp_file *file, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Read a finite real number, an integer of 64 bits, or the number of a point, which must be at least 0 and
 * below `points`. `expected` names the value in messages, such as "the tag". Errors: TC_INPUT. */
tc_status tc_carp_read_real(const tc_carp_file *file, tc_text *row, const char *expected, double *out);
tc_status tc_carp_read_integer(const tc_carp_file *file, tc_text *row, const char *expected, int64_t *out);
tc_status tc_carp_read_point(const tc_carp_file *file, tc_text *row, int32_t points, int32_t *out);

#endif
