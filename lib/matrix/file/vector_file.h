/* Reads and writes vectors as Matrix Market files, such as the right-hand side and the solution of a system.
 * Not collective: one rank reads or writes the file. */
#ifndef TC_MATRIX_FILE_VECTOR_FILE_H
#define TC_MATRIX_FILE_VECTOR_FILE_H

#include <stdint.h>

#include "base/core/status.h"

/* One or several vectors of equal length. A zeroed struct is a valid empty object. */
typedef struct tc_vector_file {
  int64_t rows, columns;
  double *value; /* [rows * columns], one column after another; all values are finite */
} tc_vector_file;

/* Reads a general Matrix Market file, array or coordinate, which may be compressed in gzip format. Duplicate
 * entries are summed, and -0 becomes 0. `rows` is the required length of the vectors, or 0 if any length is
 * allowed. The caller frees *out with tc_vector_file_free; after an error it is empty. Errors: TC_INPUT with
 * file and line if the file cannot be read, is malformed, or has another length; TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_vector_file_read(const char *path, int64_t rows, tc_vector_file *out);
void tc_vector_file_free(tc_vector_file *vectors);

/* Writes the vectors as "array real general" with 17 digits, so that reading restores their bits. `comment`
 * is one line of text, written after "Tetracast: " in the second line. Errors: TC_OUTPUT. */
tc_status tc_vector_file_write(const char *path, const char *comment, const tc_vector_file *vectors);

#endif
