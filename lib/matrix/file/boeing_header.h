/* Header of a Harwell-Boeing or Rutherford-Boeing file: its first four or five lines. Internal to boeing.c.
 * Not collective. */
#ifndef TC_MATRIX_FILE_BOEING_HEADER_H
#define TC_MATRIX_FILE_BOEING_HEADER_H

#include "matrix/file/boeing.h"
#include "matrix/fortran/fortran_format.h"

/* Line numbers in the header. A file without right-hand sides has no line TC_BOEING_VECTORS_LINE. */
enum { TC_BOEING_COUNTS_LINE = 2, TC_BOEING_TYPE_LINE, TC_BOEING_FORMATS_LINE, TC_BOEING_VECTORS_LINE };

typedef struct tc_boeing_header {
  /* Numbers of lines with column pointers, row indices, values and right-hand sides. */
  int64_t pointer_lines, index_lines, value_lines, vector_lines;
  bool is_pattern;
  tc_matrix_symmetry symmetry;
  int64_t rows, columns, entries;
  int64_t vectors;              /* number of right-hand sides */
  bool has_guess, has_solution; /* true if each right-hand side has an initial guess or an exact solution */
  tc_fortran_format pointer_format, index_format;
  tc_fortran_format value_format, vector_format; /* zeroed if the file has no values, or no vectors */
} tc_boeing_header;

/* Reads the lines after the first one. Sets out->format, is_pattern and symmetry. Errors: TC_INPUT. */
tc_status tc_boeing_read_header(tc_line_reader *lines, tc_boeing_header *header, tc_matrix_file *out);

#endif
