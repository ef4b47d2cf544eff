/* Reads a sparse matrix from a file in the format Matrix Market, Harwell-Boeing or Rutherford-Boeing. The
 * format is detected from the content. Called by commands that solve linear systems which other programs have
 * written. Not collective: one rank reads the file.
 * Unusual files: entries may be in any order. Duplicate entries are summed in the order of the file,
 * explicit zeros remain entries, and entries of a file without values have the value 1. Rectangular matrices
 * and empty rows are read, but tc_csr_check_system (csr.h) rejects them. Complex and elemental matrices,
 * empty matrices and values that are not finite are errors. Sources: Boisvert, Pozo, Remington, NISTIR 5935,
 * 1996; Duff, Grimes, Lewis, RAL-92-086, 1992, and RAL-TR-97-031, 1997. */
#ifndef TC_MATRIX_FILE_MATRIX_FILE_H
#define TC_MATRIX_FILE_MATRIX_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "matrix/csr/csr.h"

enum { TC_MATRIX_TITLE = 81, TC_MATRIX_KEY = 9 };

/* Vectors of a Harwell-Boeing file. Each array has the length [rows * count] and contains the vectors in
 * sequence. It is NULL if the file has no such vectors. A zeroed struct is a valid empty object. */
typedef struct tc_matrix_vectors {
  int64_t count;      /* number of right-hand sides */
  double *right_side; /* right-hand sides */
  double *guess;      /* initial guesses */
  double *solution;   /* exact solutions */
} tc_matrix_vectors;

/* Contents of a matrix file. A zeroed struct is a valid empty object. */
typedef struct tc_matrix_file {
  tc_csr matrix;
  tc_matrix_symmetry symmetry;
  bool is_pattern; /* true if the file has no values */
  /* Number of entries that the file stores. In an array file, number of values that are not zero. */
  int64_t stored;
  const char *format; /* name of the format, such as "Harwell-Boeing"; static */
  /* Title line, or first comment of a Matrix Market file, without blanks at the ends. Printable ASCII; other
   * bytes are replaced by "?". */
  char title[TC_MATRIX_TITLE];
  char key[TC_MATRIX_KEY]; /* name of the matrix in its collection; "" in Matrix Market files */
  tc_matrix_vectors vectors;
} tc_matrix_file;

/* Reads the file, which may be compressed in gzip format. The caller frees *out with tc_matrix_file_free;
 * after an error it is empty. Memory is proportional to the size of the text, whatever its header announces.
 * The text of a compressed file is bounded by the sizes in its header (text/matrix_open.h). Errors: TC_INPUT
 * with file and line if the file cannot be read, is malformed, damaged, or compressed in another format;
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_matrix_file_read(const char *path, tc_matrix_file *out);

/* True if the content of the file is that of a matrix file, or if its name ends with .mtx, .rua, .rsa, .pua,
 * .psa or .rb, or with one of these and .gz. Returns false also for a file that cannot be read and whose name
 * has no such ending. Commands that accept configs and matrix files call it. */
bool tc_matrix_file_is_recognised(const char *path);

/* Frees the arrays and zeroes the struct. */
void tc_matrix_file_free(tc_matrix_file *file);

#endif
