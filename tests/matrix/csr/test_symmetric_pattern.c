#include "matrix/csr/symmetric_pattern.h"

#include "matrix/matrix_text.h"

#define GENERAL "%%MatrixMarket matrix coordinate real general\n"

/* Entries without a mirrored entry must get one with the value 0. In `dense`, NaN means that the entry is not
 * stored. Row 3 is empty before its mirrored entries are added. */
Test(pattern, missing_entries_become_zeros) {
  static const double dense[] = {1, 2, 3, NAN, 0, NAN, NAN, 5, 0, NAN, NAN, NAN, NAN, 0, NAN, 6};
  tc_matrix_file file;
  int64_t added;
  expect_ok(read_text(GENERAL "4 4 5\n1 1 1\n1 2 2\n1 3 3\n2 4 5\n4 4 6\n", &file));
  expect_ok(tc_csr_complete_pattern(&file.matrix, &added));
  cr_expect_eq(added, 3);
  expect_entries(&file, 4, 4, dense);
  expect_ok(tc_csr_complete_pattern(&file.matrix, &added));
  cr_expect_eq(added, 0);
  expect_entries(&file, 4, 4, dense);
  tc_matrix_file_free(&file);
}
