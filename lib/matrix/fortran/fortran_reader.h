/* Reads the numbers of one section of a file with a Fortran format, as one READ statement of Fortran does. A
 * section begins in a new line. Internal to lib/matrix. Usage: tc_fortran_begin, a read for each number of
 * the section, tc_fortran_end. Error messages name the line that was read last. Not collective. */
#ifndef TC_MATRIX_FORTRAN_FORTRAN_READER_H
#define TC_MATRIX_FORTRAN_FORTRAN_READER_H

#include "base/file/line_reader.h"
#include "matrix/fortran/fortran_format.h"

/* Reader of one section of a file, whose numbers are arranged by a Fortran format. All pointers are
 * borrowed. */
typedef struct tc_fortran_reader {
  tc_line_reader *lines;
  const tc_fortran_format *format;
  const char *noun; /* word for several numbers in messages, such as "row indices" */
  /* `total`: number of numbers in the section; `done`: number of those that have been read */
  int64_t total, done;
  int64_t line_count; /* number of lines that were read */
  tc_text line;       /* the current line; its cursor is at the beginning of the line */
  int64_t position;   /* column of the line at which the next item begins, counted from 0 */
  int64_t read_end;   /* end of the rightmost columns of the line that have been read so far */
  int item,
      repeated; /* `item`: current item of the format; `repeated`: number of times that it has been used */
  int32_t scale;
  bool blanks_are_zeros;
} tc_fortran_reader;

/* Begins a section of `total` numbers. The first line is read with the first number. */
tc_fortran_reader tc_fortran_begin(tc_line_reader *lines, const tc_fortran_format *format, const char *noun,
                                   int64_t total);

/* These functions read the next number. Errors: TC_INPUT if the file or the line ends before the number, if
 * the field contains no number, or if the number is not finite. */
tc_status tc_fortran_read_integer(tc_fortran_reader *reader, int64_t *out);
tc_status tc_fortran_read_real(tc_fortran_reader *reader, double *out);

/* Checks the end of a section: the last line has no further text, and the section had `line_count` lines.
 * `header` is the number of the header line that announces line_count, for messages. Errors: TC_INPUT. */
tc_status tc_fortran_end(const tc_fortran_reader *reader, int64_t line_count, int header);

#endif
