/* Linear system of a user, as the root reads it from files. The command solve calls tc_system_input_read on
 * the root and passes the result to tc_distributed_system_create. Rows and vectors are in the order of the
 * file. Not collective. */
#ifndef TC_SYSTEM_SYSTEM_INPUT_H
#define TC_SYSTEM_SYSTEM_INPUT_H

#include <stdbool.h>

#include "matrix/csr/row_sums.h"
#include "matrix/file/matrix_file.h"

/* Paths of the files. All but `matrix` may be NULL. */
typedef struct tc_system_files {
  const char *matrix;
  const char *right_side; /* right-hand sides; NULL: those of the matrix file, or A times ones */
  const char *start;      /* initial guesses, one for each right-hand side or one for all of them; NULL: those
                             of the matrix file, or 0 */
  const char *volumes;    /* weight of each row in the inner product; NULL: 1 */
} tc_system_files;

/* Unless stated otherwise, each array is [rows * count], one vector after another. A zeroed struct is a valid
 * empty object. */
typedef struct tc_system_input {
  /* Matrix A, whose pattern is symmetric: `added` zeros have been added to the entries of the file. The
   * vectors of file.vectors have been moved to the members below. */
  tc_matrix_file file;
  int64_t entries, added; /* number of entries in the file after summing duplicates, and of added zeros */
  int64_t rows;
  int64_t count;            /* number of right-hand sides */
  double *right_side;       /* right-hand sides */
  double *start;            /* initial guesses; NULL if they are 0 */
  double *solution;         /* exact solutions; NULL if they are unknown */
  double *volume;           /* [rows] weights of the rows; all 1 without a file */
  bool is_generated;        /* true if the right-hand side is A times ones */
  bool has_volumes;         /* true if the weights are those of a file */
  tc_csr_row_sums row_sums; /* properties of A */
} tc_system_input;

/* Reads and checks the files. The caller frees *out with tc_system_input_free; after an error it is empty.
 * Errors: those of tc_matrix_file_read, tc_csr_check_system and tc_vector_file_read; TC_INPUT if a weight is
 * not positive, the number of initial guesses is wrong, or A times ones is 0 and would be the right-hand
 * side. */
tc_status tc_system_input_read(const tc_system_files *files, tc_system_input *out);
void tc_system_input_free(tc_system_input *input);

#endif
