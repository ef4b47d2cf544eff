#include "matrix/matrix_text.h"

#define NONE NAN
#define RUA  "RUA                        3             3             4             0\n"
#define BODY "       1       3       4       5\n       1       3       2       3\n"

/* Expected entries. The scale factor of the format divides values without an exponent by 10. */
static const double three_rows[] = {1, NONE, NONE, NONE, 0.25, NONE, -1, NONE, -0.325};

Test(boeing, matrix_with_vectors) {
  tc_matrix_file file;
  static const double right_side[] = {1, 2, 0.3, 4, 5, 6}, guess[] = {0, 0, 0, 0.125, 0, -1},
                      solution[] = {1, 2.5, 3, 0.007, 8, 9};
  expect_ok(read_text(BOEING_TITLE
                      "             9             1             1             1             6\n" RUA
                      "(10I8)          (10I8)          (1P,4E20.12)        (4F10.3)\n"
                      "FGX                        2             0\n" BODY
                      "  1.000000000000E+00 -1.000000000000D+00                 2.5          -3.25-001\n"
                      "     1.000     2.000     3 0 0     4.000\n     5.        6.0E0\n"
                      "         0         0                 125\n                 -1.\n"
                      "     1.000      2500     3.000         7\n     8.000     9.000\n\n",
                      &file));
  expect_entries(&file, 3, 3, three_rows);
  cr_expect_str_eq(file.format, "Harwell-Boeing");
  cr_expect_str_eq(file.title, "A small matrix");
  cr_expect_str_eq(file.key, "SMALL");
  cr_expect_eq(file.symmetry, TC_MATRIX_GENERAL);
  cr_expect_eq(file.stored, 4);
  cr_assert_eq(file.vectors.count, 2);
  for (int k = 0; k < 6; k++) {
    cr_expect_eq(file.vectors.right_side[k], right_side[k], "%d: %g", k, file.vectors.right_side[k]);
    cr_expect_eq(file.vectors.guess[k], guess[k], "%d: %g", k, file.vectors.guess[k]);
    cr_expect_eq(file.vectors.solution[k], solution[k], "%d: %g", k, file.vectors.solution[k]);
  }
  tc_matrix_file_free(&file);
}

Test(boeing, right_sides_alone) {
  tc_matrix_file file;
  expect_ok(read_text(BOEING_TITLE
                      "             4             1             1             1             1\n" RUA
                      "(10I8)          (10I8)          (4F8.2)             (3F4.0)\n"
                      "F                          1             0\n" BODY "    1.00   -1.00    2.50     -.5\n"
                      "   1   2   3\n",
                      &file));
  cr_assert_eq(file.vectors.count, 1);
  cr_expect_eq(file.vectors.right_side[2], 3);
  cr_expect_null(file.vectors.guess);
  cr_expect_null(file.vectors.solution);
  tc_matrix_file_free(&file);
}

Test(boeing, rutherford_boeing_symmetric) {
  tc_matrix_file file;
  const double dense[] = {4, NONE, -0.1, NONE, 4, NONE, -0.1, NONE, 8e100};
  expect_ok(read_text(BOEING_TITLE
                      "             6             2             2             2\n"
                      "rsa                        3             3             4             0\n"
                      "(2I4)           (2(I3,1X))      (2(1PE9.2,2X))\n"
                      "   1   3\n   4   5\n  1   3\n  2   3\n 4.00E+00   -1.0\n 4.00E+00   8.00+100\n",
                      &file));
  expect_entries(&file, 3, 3, dense);
  cr_expect_str_eq(file.format, "Rutherford-Boeing");
  cr_expect_eq(file.symmetry, TC_MATRIX_SYMMETRIC);
  tc_matrix_file_free(&file);
}

Test(boeing, patterns) {
  tc_matrix_file file;
  const double symmetric[] = {1, 1, 1, NONE}, general[] = {1, NONE, 1, NONE};
  expect_ok(read_text(BOEING_TITLE "             2             1             1             0             0\n"
                                   "PSA                        2             2             2             0\n"
                                   "(26I3)          (26I3)\n  1  3  3\n  1  2\n",
                      &file));
  expect_entries(&file, 2, 2, symmetric);
  cr_expect(file.is_pattern);
  tc_matrix_file_free(&file);
  expect_matrix(BOEING_TITLE "             2             1             1             0             0\r\n"
                             "PUA                        2             2             2             0\r\n"
                             "(26I3)          (26I3)\r\n  1  3  3\r\n  2  1\r\n",
                2, 2, general);
}

/* Row indices may be in any order, and duplicate entries must be summed. */
Test(boeing, unsorted_rectangular_and_skew_symmetric) {
  const double wide[] = {NONE, 5, NONE, 3, NONE, NONE}, skew[] = {NONE, -2, 2, NONE};
  expect_matrix(BOEING_TITLE "             3             1             1             1\n"
                             "RRA                        2             3             3             0\n"
                             "(4I2)           (3I2)           (3F4.0)\n 1 2 4 4\n 2 1 1\n  3.  4.  1.\n",
                2, 3, wide);
  expect_matrix(BOEING_TITLE "             3             1             1             1\n"
                             "RZA                        2             2             1             0\n"
                             "(4I2)           (3I2)           (3F4.0)\n 1 2 2\n 2\n  2.\n",
                2, 2, skew);
}

/* The values of a matrix of type I (integer) have an integer format. */
Test(boeing, integers_and_fields_that_touch) {
  const double dense[] = {1234, -567, 1200, 8};
  expect_matrix(BOEING_TITLE "             3             1             1             2\n"
                             "iua                        2             2             4             0\n"
                             "(3I1)           (4I1)           (2I4)\n135\n1212\n12341200\n-567   8\n",
                2, 2, dense);
}

Test(boeing, matrix_without_entries) {
  tc_matrix_file file;
  expect_ok(read_text(BOEING_TITLE "             1             1             0             0\n"
                                   "RUA                        2             2             0             0\n"
                                   "(3I2)           (3I2)           (3F4.0)\n 1 1 1\n",
                      &file));
  cr_expect_eq(file.matrix.entries, 0);
  tc_matrix_file_free(&file);
}
