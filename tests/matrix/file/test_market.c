#include "matrix/matrix_text.h"

#define MARKET "%%MatrixMarket matrix "
#define NONE   NAN

Test(market, coordinates_in_any_order) {
  tc_matrix_file file;
  const double dense[] = {4, NONE, -0.5, NONE, 0.1, NONE, 1e-300, NONE, NONE};
  expect_ok(read_text(MARKET "coordinate real general\n% a title \n%another\n3 3 4\n3 1 1e-300\n1 3 -.5\n"
                             "2 2 0.1\n1 1 +4.\n",
                      &file));
  expect_entries(&file, 3, 3, dense);
  cr_expect_eq(file.symmetry, TC_MATRIX_GENERAL);
  cr_expect_not(file.is_pattern);
  cr_expect_eq(file.stored, 4);
  cr_expect_str_eq(file.title, "a title");
  cr_expect_str_eq(file.key, "");
  cr_expect_str_eq(file.format, "Matrix Market coordinate");
  cr_expect_eq(file.vectors.count, 0);
  tc_matrix_file_free(&file);
  cr_expect_null(file.matrix.value);
}

Test(market, case_blanks_tabs_comments_and_line_ends) {
  const double dense[] = {1, 2};
  expect_matrix("%%matrixmarket\tMATRIX Coordinate  DOUBLE general \r\n\r\n  % x\r\n 1\t2 2 \r\n\r\n1 1 "
                "1\r\n% c\r\n"
                "\t1 2  2\r\n\r\n%end",
                1, 2, dense);
  expect_matrix("\xef\xbb\xbf" MARKET "coordinate real general\r1 2 2\r1 1 1\r1 2 2", 1, 2, dense);
}

Test(market, numbers_are_rounded_correctly) {
  const double dense[] = {0.1, 1.7976931348623157e308, 4.9406564584124654e-324, 9007199254740993.0};
  expect_matrix(MARKET "coordinate real general\n4 1 4\n1 1 0.1000000000000000055511151231257827\n"
                       "2 1 1.7976931348623157D+308\n3 1 5e-324\n4 1 9007199254740993\n",
                4, 1, dense);
}

/* Duplicate entries must be summed in the order of the file. In floating point (1 + 1e16) - 1e16 is 0, and
 * other orders give 1. */
Test(market, duplicates_are_summed_in_the_order_of_the_file) {
  const double dense[] = {0, NONE, 2.5, 3};
  expect_matrix(MARKET "coordinate real general\n2 2 6\n1 1 1\n2 1 2\n1 1 1e16\n2 2 3\n2 1 .5\n1 1 -1e16\n",
                2, 2, dense);
}

Test(market, symmetric_matrices_from_either_triangle) {
  tc_matrix_file file;
  const double dense[] = {2, -1, 0.75, -1, 2, NONE, 0.75, NONE, 0};
  expect_matrix(MARKET "coordinate real symmetric\n3 3 6\n1 1 2\n2 1 -1\n3 1 .5\n2 2 2\n3 3 0\n3 1 .25\n", 3,
                3, dense);
  expect_ok(read_text(MARKET
                      "coordinate real symmetric\n3 3 6\n1 1 2\n1 2 -1\n1 3 .5\n2 2 2\n3 3 0\n1 3 .25\n",
                      &file));
  expect_entries(&file, 3, 3, dense);
  cr_expect_eq(file.symmetry, TC_MATRIX_SYMMETRIC);
  cr_expect_eq(file.stored, 6);
  tc_matrix_file_free(&file);
}

Test(market, skew_symmetric_matrices_have_signs) {
  const double dense[] = {NONE, -3, 3, 0}, upper[] = {NONE, 3, -3, NONE};
  expect_matrix(MARKET "coordinate integer skew-symmetric\n2 2 2\n2 1 3\n2 2 0\n", 2, 2, dense);
  expect_matrix(MARKET "coordinate real skew-symmetric\n2 2 1\n1 2 3\n", 2, 2, upper);
}

Test(market, integers_and_patterns) {
  tc_matrix_file file;
  const double dense[] = {9007199254740992.0, -7}, ones[] = {1, 1, 1, NONE};
  expect_matrix(MARKET "coordinate integer general\n2 1 2\n1 1 9007199254740992\n2 1 -7\n", 2, 1, dense);
  expect_ok(read_text(MARKET "coordinate pattern symmetric\n2 2 2\n1 1\n2 1\n", &file));
  expect_entries(&file, 2, 2, ones);
  cr_expect(file.is_pattern);
  tc_matrix_file_free(&file);
}

/* Files of the type array contain all values by columns. Zeros must not be stored as entries. */
Test(market, arrays) {
  tc_matrix_file file;
  const double general[] = {1, NONE, 2, NONE, NONE, 3}, symmetric[] = {1, 2, 2, 3},
               skew[] = {NONE, -5, 5, NONE};
  expect_ok(read_text(MARKET "array real general\n3 2\n1\n2\n0\n-0.0\n0\n3\n", &file));
  expect_entries(&file, 3, 2, general);
  cr_expect_str_eq(file.format, "Matrix Market array");
  cr_expect_eq(file.stored, 3);
  tc_matrix_file_free(&file);
  expect_matrix(MARKET "array integer symmetric\n2 2\n1\n2\n3\n", 2, 2, symmetric);
  expect_matrix(MARKET "array real skew-symmetric\n2 2\n5\n", 2, 2, skew);
}

Test(market, explicit_zeros_remain_and_empty_rows_are_read) {
  const double dense[] = {NONE, NONE, NONE, 0};
  expect_matrix(MARKET "coordinate real general\n2 2 1\n2 2 0\n", 2, 2, dense);
}

Test(market, titles_are_printable_and_cut) {
  tc_matrix_file file;
  char text[400], long_title[200] = "";
  memset(long_title, 'x', sizeof long_title - 1);
  snprintf(text, sizeof text, "%%" MARKET "coordinate real general\n%%\n%%\t\xc3\xa9t\x01%s\n1 1 1\n1 1 1\n",
           long_title);
  expect_ok(read_text(text, &file));
  cr_expect_eq(strlen(file.title), TC_MATRIX_TITLE - 1);
  cr_expect_eq(strncmp(file.title, "??t?xxx", 7), 0);
  tc_matrix_file_free(&file);
}
