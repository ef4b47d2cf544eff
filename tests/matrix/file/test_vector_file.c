#include "matrix/file/vector_file.h"

#include <math.h>

#include "io/mesh/mesh_files.h"
#include "support/expect.h"

static tc_status read_text(const char *text, int64_t rows, tc_vector_file *out) {
  char path[400];
  folder f = folder_make();
  file_write(&f, "b.mtx", text);
  file_path(&f, "b.mtx", path);
  const tc_status status = tc_vector_file_read(path, rows, out);
  folder_remove(&f);
  return status;
}

static void expect_values(const tc_vector_file *vectors, int64_t rows, int64_t columns,
                          const double *expected) {
  cr_assert(vectors->rows == rows && vectors->columns == columns);
  for (int64_t k = 0; k < rows * columns; k++)
    cr_expect_eq(vectors->value[k], expected[k], "%d: %.17g", (int)k, vectors->value[k]);
}

Test(vectors, arrays_and_coordinates) {
  tc_vector_file vectors;
  const double array[] = {1, 2.5, -3, 4}, coordinates[] = {0, 2.5, 0, 7};
  expect_ok(read_text("%%MatrixMarket matrix array real general\n2 2\n1\n2.5\n-3\n4\n", 2, &vectors));
  expect_values(&vectors, 2, 2, array);
  tc_vector_file_free(&vectors);
  expect_ok(read_text("%%MatrixMarket matrix coordinate real general\n4 1 3\n4 1 5\n2 1 2.5\n4 1 2\n", 0,
                      &vectors));
  expect_values(&vectors, 4, 1, coordinates);
  tc_vector_file_free(&vectors);
  expect_ok(
      read_text("%%MatrixMarket matrix coordinate real general\n100000 1 1\n99999 1 5\n", 100000, &vectors));
  cr_expect_eq(vectors.value[99998], 5);
  tc_vector_file_free(&vectors);
  cr_expect_null(vectors.value);
}

Test(vectors, reading_restores_the_bits) {
  double value[] = {0.1, -1.0 / 3.0, 0x1p-1074, 0x1.fffffffffffffp1023, 1e16 + 2, 0};
  const tc_vector_file written = {3, 2, value};
  tc_vector_file vectors;
  char path[400];
  folder f = folder_make();
  file_path(&f, "x.mtx", path);
  expect_ok(tc_vector_file_write(path, "the solution", &written));
  char *text = file_text(&f, "x.mtx");
  cr_expect_str_eq(text, "%%MatrixMarket matrix array real general\n% Tetracast: the solution\n3 2\n"
                         "0.10000000000000001\n-0.33333333333333331\n4.9406564584124654e-324\n"
                         "1.7976931348623157e+308\n10000000000000002\n0\n");
  free(text);
  expect_ok(tc_vector_file_read(path, 3, &vectors));
  expect_values(&vectors, 3, 2, value);
  tc_vector_file_free(&vectors);
  folder_remove(&f);
  expect_error(tc_vector_file_write("/nowhere/x.mtx", "", &written), TC_OUTPUT,
               "/nowhere/x.mtx: cannot be written: ");
}

Test(vectors, errors) {
  tc_vector_file vectors;
  expect_error(read_text("%%MatrixMarket matrix array real general\n2 1\n1\n2\n", 3, &vectors), TC_INPUT,
               "b.mtx:2: the vector has 2 rows, but the matrix has 3: use vectors of this length");
  cr_expect_null(vectors.value);
  expect_error(read_text("%%MatrixMarket matrix array real symmetric\n1 1\n1\n", 0, &vectors), TC_INPUT,
               "b.mtx:1: the header declares a symmetry, but vectors have none: write general");
  expect_error(read_text("1\n2\n", 2, &vectors), TC_INPUT,
               "b.mtx:1: the first line does not begin with %%MatrixMarket: use a Matrix Market file");
  expect_error(read_text("%%MatrixMarket matrix coordinate real general\n50 50 1\n1 1 1\n", 0, &vectors),
               TC_INPUT,
               "b.mtx:2: the file has 50 x 50 values in only 60 bytes: write the vectors as an array");
  expect_error(read_text("%%MatrixMarket matrix coordinate real general\n1 1 2\n1 1 1e308\n1 1 1e308\n", 0,
                         &vectors),
               TC_INPUT,
               "b.mtx:4: the duplicate entries in row 1 and column 1 have a sum that is not finite");
  expect_error(read_text("%%MatrixMarket matrix coordinate real general\n100000 1 1\n99999 1 5\n", 0,
                         &vectors),
               TC_INPUT,
               "b.mtx:2: announces the size 100000 x 1, but a file of 67 bytes is too small for them");
  expect_error(tc_vector_file_read("/nowhere/b.mtx", 0, &vectors), TC_INPUT,
               "/nowhere/b.mtx: cannot be opened: ");
}
