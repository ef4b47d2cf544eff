/* Tests of reading and checking the files of a linear system: matrix, right-hand sides, start and volumes. */
#include "system/system_input.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "io/mesh/mesh_files.h"
#include "support/expect.h"

#define GENERAL "%%MatrixMarket matrix coordinate real general\n"
#define ARRAY   "%%MatrixMarket matrix array real general\n"

static const char two_rows[] = GENERAL "2 2 3\n1 1 2\n1 2 -3\n2 2 4\n";

enum { MATRIX, RIGHT_SIDE, START, VOLUMES, FILES };

/* Reads a system from the texts of its files. All texts but the first, the matrix, may be NULL. */
static tc_status read_texts(const char *const text[FILES], tc_system_input *out) {
  static const char *const name[FILES] = {"a.mtx", "b.mtx", "x.mtx", "v.mtx"};
  char path[FILES][400];
  const char *files[FILES] = {NULL};
  folder f = folder_make();
  for (int k = 0; k < FILES; k++) {
    if (!text[k]) continue;
    file_write(&f, name[k], text[k]);
    file_path(&f, name[k], path[k]);
    files[k] = path[k];
  }
  const tc_status status =
      tc_system_input_read(&(tc_system_files){files[MATRIX], files[RIGHT_SIDE], files[START], files[VOLUMES]},
                           out);
  folder_remove(&f);
  return status;
}

/* Without a file of the right-hand side, it must be A times a vector of ones. The pattern of the matrix must
 * be made symmetric. */
Test(input, matrix_alone) {
  tc_system_input s;
  expect_ok(read_texts((const char *[FILES]){two_rows}, &s));
  cr_expect(s.count == 1 && s.is_generated && !s.has_volumes && !s.start);
  cr_expect(s.right_side[0] == -1.0 && s.right_side[1] == 4.0);
  cr_expect(s.solution[0] == 1.0 && s.solution[1] == 1.0);
  cr_expect(s.volume[0] == 1.0 && s.volume[1] == 1.0);
  cr_expect(s.entries == 3 && s.added == 1 && s.file.matrix.entries == 4);
  cr_expect(s.file.matrix.column[2] == 0 && s.file.matrix.value[2] == 0.0);
  tc_system_input_free(&s);
}

Test(input, all_files) {
  tc_system_input s;
  expect_ok(read_texts((const char *[FILES]){two_rows, ARRAY "2 2\n1\n2\n3\n4\n", ARRAY "2 1\n5\n6\n",
                                             ARRAY "2 1\n0.5\n7\n"},
                       &s));
  cr_expect(s.count == 2 && !s.is_generated && s.has_volumes && !s.solution);
  cr_expect(s.right_side[2] == 3.0 && s.volume[1] == 7.0);
  cr_expect(s.start[0] == 5.0 && s.start[1] == 6.0 && s.start[2] == 5.0 && s.start[3] == 6.0);
  tc_system_input_free(&s);
}

/* A Harwell-Boeing file with one right-hand side, a guess and a solution. */
static const char boeing[] =
    "Right-hand sides                                                        RHS     \n"
    "             6             1             1             1             3\n"
    "RUA                        2             2             2             0\n"
    "(3I4)           (3I4)           (3E12.4)            (2E12.4)            \n"
    "FGX                        1             0\n"
    "   1   2   3\n   1   2\n  2.0000E+00  4.0000E+00\n"
    "  6.0000E+00  8.0000E+00\n  1.0000E+00  1.5000E+00\n"
    "  3.0000E+00  2.0000E+00\n";

Test(input, vectors_in_the_matrix_file) {
  tc_system_input s;
  expect_ok(read_texts((const char *[FILES]){boeing}, &s));
  cr_expect(s.count == 1 && !s.is_generated);
  cr_expect(s.right_side[0] == 6.0 && s.start[1] == 1.5 && s.solution[0] == 3.0);
  tc_system_input_free(&s);
  expect_ok(read_texts((const char *[FILES]){boeing, ARRAY "2 1\n1\n1\n"}, &s));
  cr_expect(s.right_side[0] == 1.0 && !s.start && !s.solution);
  tc_system_input_free(&s);
}

/* If the user passes a config instead of a matrix file, the message must name the command for configs. */
Test(input, a_config) {
  char path[400];
  tc_system_input s;
  folder f = folder_make();
  file_write(&f, "a.yaml", "mesh: {file: box}\n");
  file_path(&f, "a.yaml", path);
  expect_error(tc_system_input_read(&(tc_system_files){.matrix = path}, &s), TC_INPUT,
               "a.yaml: is a config instead of a matrix file: use tetracast run");
  expect_error(tc_system_input_read(&(tc_system_files){.matrix = "none.yaml"}, &s), TC_INPUT,
               "none.yaml: cannot be opened");
  folder_remove(&f);
}

/* The rows sum to 0 up to rounding: 0.1 + 0.2 differs from 0.3 in the last bit. */
static const char neumann[] = GENERAL "3 3 7\n1 1 1\n1 2 -1\n2 1 -0.1\n2 2 0.3\n2 3 -0.2\n3 2 -2\n3 3 2\n";

/* Checks that row sums that vanish up to rounding are recognised, because such a singular matrix is
 * supported. A system with it may have a solution. */
Test(input, row_sums) {
  tc_system_input s;
  expect_ok(read_texts((const char *[FILES]){neumann, ARRAY "3 1\n1\n0\n-2\n"}, &s));
  cr_expect(s.row_sums.vanish && s.row_sums.suit_multigrid);
  tc_system_input_free(&s);
  expect_ok(read_texts((const char *[FILES]){GENERAL "2 2 4\n1 1 2\n1 2 -1\n2 1 1\n2 2 -1\n"}, &s));
  cr_expect(!s.row_sums.vanish && !s.row_sums.suit_multigrid);
  tc_system_input_free(&s);
}

Test(input, refused_files) {
  static const struct {
    const char *text[FILES], *message;
  } cases[] = {
      {{GENERAL "2 3 2\n1 1 1\n2 2 1\n"}, "the size 2 x 3: use a square matrix"},
      {{GENERAL "2 2 2\n1 1 1\n1 2 1\n"}, "row 2 of the matrix has no entries"},
      {{GENERAL "3 3 5\n1 1 1\n2 1 1\n3 1 1\n1 2 1\n1 3 1\n"}, "structural rank 2"},
      {{GENERAL "1 1 1\n1 1 nan\n"}, "a.mtx:3: "},
      {{"1 2\n"}, "a.mtx"},
      {{neumann}, "a.mtx: all row sums are 0, so the matrix is singular (A times ones is 0): supply a "},
      {{two_rows, ARRAY "3 1\n1\n2\n3\n"}, "the vector has 3 rows, but the matrix has 2"},
      {{two_rows, ARRAY "2 1\n1\ninf\n"}, "b.mtx:4: "},
      {{two_rows, NULL, ARRAY "2 3\n1\n2\n3\n4\n5\n6\n"},
       "3 initial guesses, but the number of right-hand sides is 1: "},
      {{two_rows, NULL, NULL, ARRAY "2 1\n1\n0\n"}, "the volume of row 2 is 0"},
      {{two_rows, NULL, NULL, ARRAY "2 1\n-1\n1\n"}, "the volume of row 1 is -1"},
      {{two_rows, NULL, NULL, ARRAY "2 2\n1\n1\n1\n1\n"}, "2 columns, but each row has one volume"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    tc_system_input s;
    expect_error(read_texts(cases[k].text, &s), TC_INPUT, cases[k].message);
    cr_expect(!s.file.matrix.value && !s.right_side && !s.volume);
  }
}
