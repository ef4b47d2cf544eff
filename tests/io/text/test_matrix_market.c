#include "io/text/matrix_market.h"

#include "io/mesh/mesh_files.h"
#include "support/expect.h"

/* Creates a matrix in which row 1 is coupled to the rows 0 and 2. */
static tc_ell *create_three_rows(void) {
  tc_ell *A = NULL;
  expect_ok(tc_ell_create(3, 3, 4, &A));
  const struct {
    int row, place, column;
    double value;
  } entry[] = {{0, 0, 1, -0.5}, {1, 0, 0, -0.25}, {1, 1, 2, 1.0 / 3.0}, {2, 0, 1, -3.0}};
  for (int i = 0; i < 3; i++) A->diagonal[i] = 10.0 + i;
  for (size_t k = 0; k < sizeof entry / sizeof *entry; k++) {
    A->column[entry[k].row * 4 + entry[k].place] = entry[k].column;
    A->value[entry[k].row * 4 + entry[k].place] = entry[k].value;
  }
  return A;
}

static void expect_file(const folder *f, const char *name, const char *wanted) {
  char *text = file_text(f, name);
  cr_expect_str_eq(text, wanted);
  free(text);
}

static const int32_t as_they_are[] = {0, 1, 2}, row[] = {2, 0, 1}, place[] = {1, 2, 0};

Test(market, a_matrix_and_vectors) {
  const tc_matrix_market how = {3, as_they_are, as_they_are, NULL, "a comment"};
  const int64_t label[] = {7, 12345678901, -3};
  char path[400];
  folder f = folder_make();
  tc_ell *A = create_three_rows();
  file_path(&f, "a.mtx", path);
  expect_ok(tc_matrix_market_write_matrix(path, &how, A));
  expect_file(&f, "a.mtx",
              "%%MatrixMarket matrix coordinate real general\n% Tetracast: a comment\n3 3 7\n1 1 10\n1 2 "
              "-0.5\n2 2 "
              "11\n2 1 "
              "-0.25\n2 3 0.33333333333333331\n3 3 12\n3 2 -3\n");
  expect_ok(tc_matrix_market_write_vector(path, &how, (const double[]){0.1, -2, 1e300}));
  expect_file(&f, "a.mtx",
              "%%MatrixMarket matrix array real general\n% Tetracast: a comment\n3 "
              "1\n0.10000000000000001\n-2\n1.0000000000000001e+300\n");
  expect_ok(tc_matrix_market_write_labels(path, &how, label));
  expect_file(&f, "a.mtx",
              "%%MatrixMarket matrix array integer general\n% Tetracast: a comment\n3 "
              "1\n7\n12345678901\n-3\n");
  tc_ell_destroy(&A);
  folder_remove(&f);
}

/* Rows are written in another order and multiplied by weights. The weights are powers of 2, so that the
 * products are exact. */
Test(market, in_another_order_with_weights) {
  const double weight[] = {1, 2, 4};
  const tc_matrix_market how = {3, row, place, weight, "b"};
  char path[400];
  folder f = folder_make();
  tc_ell *A = create_three_rows();
  A->value[4 + 1] = 0.5;
  file_path(&f, "a.mtx", path);
  expect_ok(tc_matrix_market_write_matrix(path, &how, A));
  expect_file(&f, "a.mtx",
              "%%MatrixMarket matrix coordinate real general\n% Tetracast: b\n3 3 7\n1 1 12\n1 3 -6\n2 2 "
              "10\n2 3 "
              "-0.25\n3 3 11\n3 2 "
              "-0.5\n3 1 0.25\n");
  expect_ok(tc_matrix_market_write_vector(path, &how, (const double[]){3, 5, 7}));
  expect_file(&f, "a.mtx", "%%MatrixMarket matrix array real general\n% Tetracast: b\n3 1\n28\n3\n10\n");
  tc_ell_destroy(&A);
  folder_remove(&f);
}

Test(market, only_files_of_ours_are_replaced) {
  const tc_matrix_market how = {3, as_they_are, as_they_are, NULL, "a comment"};
  char path[400];
  tc_file_list files = {0};
  folder f = folder_make();
  file_path(&f, "a.mtx", path);
  file_write(&f, "a.mtx", "notes\n");
  expect_error(tc_matrix_market_prepare("the matrix", path, &files), TC_OUTPUT,
               "exists and is not a Matrix Market file that Tetracast has written");
  file_write(&f, "a.mtx", "%%MatrixMarket matrix array real general\n% of somebody else\n1 1\n3\n");
  files = (tc_file_list){0};
  expect_error(tc_matrix_market_prepare("the matrix", path, &files), TC_OUTPUT,
               "exists and is not a Matrix Market file that Tetracast has written");
  expect_ok(tc_matrix_market_write_labels(path, &how, (const int64_t[]){1, 2, 3}));
  files = (tc_file_list){0};
  expect_ok(tc_matrix_market_prepare("the matrix", path, &files));
  expect_error(tc_matrix_market_prepare("the start", path, &files), TC_USAGE, "are the same file");
  folder_remove(&f);
}
