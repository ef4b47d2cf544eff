#include "matrix/matrix_text.h"
#include "support/out_of_memory.h"

static void read_data(const char *name, tc_matrix_file *out) {
  const char *source = getenv("TETRACAST_SOURCE");
  char path[400];
  snprintf(path, sizeof path, "%s/tests/matrix/data/%s", source ? source : ".", name);
  expect_ok(tc_matrix_file_read(path, out));
}

Test(file, the_same_matrix_in_two_formats) {
  tc_matrix_file market, boeing;
  read_data("sherman1.mtx", &market);
  read_data("sherman1.rua", &boeing);
  const tc_csr *A = &market.matrix, *B = &boeing.matrix;
  cr_assert(A->rows == 1000 && A->columns == 1000 && A->entries == 3750);
  cr_assert(B->rows == 1000 && B->columns == 1000 && B->entries == 3750);
  cr_expect_arr_eq(A->row_begin, B->row_begin, 1001 * sizeof *A->row_begin);
  cr_expect_arr_eq(A->column, B->column, 3750 * sizeof *A->column);
  cr_expect_arr_eq(A->value, B->value, 3750 * sizeof *A->value);
  cr_expect_str_eq(market.title, "Harwell-Boeing SHERMAN1, oil reservoir, 10 x 10 x 10");
  cr_expect_str_eq(boeing.title, market.title);
  cr_expect_str_eq(boeing.key, "SHERMAN1");
  expect_ok(tc_csr_check_system(A, "sherman1.mtx"));
  tc_matrix_file_free(&market);
  tc_matrix_file_free(&boeing);
}

Test(file, a_symmetric_matrix) {
  tc_matrix_file file;
  read_data("nos7.rsa", &file);
  const tc_csr *A = &file.matrix;
  cr_assert(A->rows == 729 && file.stored == 2673 && A->entries == 2 * 2673 - 729);
  cr_expect_eq(file.symmetry, TC_MATRIX_SYMMETRIC);
  cr_expect_str_eq(file.key, "NOS7");
  for (int i = 1; i <= 729; i++)
    for (int64_t k = A->row_begin[i - 1]; k < A->row_begin[i]; k++)
      cr_expect_eq(entry(&file, A->column[k] + 1, i), A->value[k]);
  expect_ok(tc_csr_check_system(A, "nos7.rsa"));
  tc_matrix_file_free(&file);
}

/* A matrix file is recognised by its content. If the content is malformed, the file name determines the type,
 * so that the reader of this type reports the error. */
Test(file, recognised_files) {
  static const struct {
    const char *name, *text;
    bool is_matrix;
  } cases[] = {{"a.txt", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 2\n", true},
               {"b.txt", BOEING_TITLE "  4  1  1  1  0\nRUA            1             1", true},
               {"c.yaml", "mesh: {file: a}\ninitial: 0\n", false},
               {"d.yaml", "", false},
               {"e.mtx", "mesh: {file: a}\n", true},
               {"f.rsa.gz", "x", true}};
  folder f = folder_make();
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char path[400];
    file_write(&f, cases[k].name, cases[k].text);
    file_path(&f, cases[k].name, path);
    cr_expect_eq(tc_matrix_file_is_recognised(path), cases[k].is_matrix, "%s", cases[k].name);
  }
  cr_expect(!tc_matrix_file_is_recognised("no such file.yaml") && tc_matrix_file_is_recognised("no.mtx"));
  folder_remove(&f);
}

Test(file, systems_that_cannot_be_solved) {
  static const struct {
    const char *text, *message;
  } cases[] =
      {{"2 1 1\n1 1 1\n",
        "a.mtx: has 2 rows and one column, so it may be a right-hand side: pass the matrix first and the "
        "right-hand side second"},
       {"2 2 2\n1 1 1\n1 2 1\n",
        "a.mtx: row 2 of the matrix has no entries, so the system is singular: remove the "
        "row or add its entries"},
       {"2 2 2\n1 1 1\n2 1 1\n",
        "a.mtx: column 2 of the matrix has no entries, so the system is singular: remove the "
        "column or add its entries"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[200];
    tc_matrix_file file;
    snprintf(text, sizeof text, "%%%%MatrixMarket matrix coordinate real general\n%s", cases[k].text);
    expect_ok(read_text(text, &file));
    expect_error(tc_csr_check_system(&file.matrix, "a.mtx"), TC_INPUT, cases[k].message);
    tc_matrix_file_free(&file);
  }
}

Test(file, files_that_cannot_be_opened) {
  tc_matrix_file file;
  expect_error(tc_matrix_file_read("/nowhere/a.mtx", &file), TC_INPUT, "/nowhere/a.mtx: cannot be opened: ");
  expect_error(tc_matrix_file_read("/tmp", &file), TC_INPUT,
               "/tmp: is not a regular file (a directory, device or pipe): use the name of a file");
  expect_error(read_text("", &file), TC_INPUT, "a.mtx: is empty: ");
  cr_expect_null(file.matrix.row_begin);
}

/* Lets each allocation of the reader fail once. After the error all memory must be freed, which the address
 * sanitizer checks. */
static void expect_out_of_memory(const char *text) {
  char path[400];
  folder f = folder_make();
  file_write(&f, "a.mtx", text);
  file_path(&f, "a.mtx", path);
  short_memory_hit = true;
  for (long n = 0; short_memory_hit; n++) {
    tc_matrix_file file;
    short_memory_hit = false;
    short_memory_left = n;
    tc_status status = tc_matrix_file_read(path, &file);
    short_memory_left = -1;
    cr_expect_eq(status != NULL, short_memory_hit);
    if (status) cr_expect_eq(tc_status_code(status), TC_INTERNAL, "%s", tc_status_text(status));
    if (status) cr_expect_null(file.matrix.row_begin);
    tc_status_free(&status);
    tc_matrix_file_free(&file);
    cr_assert_lt(n, 100);
  }
  folder_remove(&f);
}

Test(file, out_of_memory) {
  expect_out_of_memory("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1\n2 1 1\n");
  expect_out_of_memory(
      BOEING_TITLE
      "             4             1             1             1             2\n"
      "RUA                        1             1             1             0\n"
      "(10I8)          (10I8)          (4F8.2)             (3F4.0)\n"
      "FG                         1             0\n       1       2\n       1\n    1.00\n   1\n   2\n");
}
