#include "matrix/csr/structural_rank.h"

#include "matrix/matrix_text.h"

enum { size_max = 7 };

/* A small matrix, created from the bits of a dense pattern in row order. */
typedef struct small_matrix {
  tc_csr csr;
  int64_t row_begin[size_max + 1];
  int32_t column[size_max * size_max];
  double value[size_max * size_max];
} small_matrix;

static void set_pattern(small_matrix *m, int rows, int columns, uint64_t bits) {
  m->csr = (tc_csr){rows, columns, 0, m->row_begin, m->column, m->value};
  for (int i = 0; i < rows; i++) {
    m->row_begin[i] = m->csr.entries;
    for (int j = 0; j < columns; j++) {
      if (!(bits >> (i * columns + j) & 1)) continue;
      m->column[m->csr.entries] = j;
      m->value[m->csr.entries++] = 1;
    }
  }
  m->row_begin[rows] = m->csr.entries;
}

/* Reference: returns the structural rank of the rows from `row` on, by trying all columns for each row.
 * `used` has a bit for each matched column. */
static int try_all(const tc_csr *A, int row, unsigned used) {
  if (row == A->rows) return 0;
  int best = try_all(A, row + 1, used);
  for (int64_t k = A->row_begin[row]; k < A->row_begin[row + 1]; k++) {
    if (used >> A->column[k] & 1) continue;
    const int rank = 1 + try_all(A, row + 1, used | 1u << A->column[k]);
    if (rank > best) best = rank;
  }
  return best;
}

static void expect_rank(const tc_csr *A, int64_t expected) {
  int64_t rank = -1;
  expect_ok(tc_csr_structural_rank(A, &rank));
  cr_assert_eq(rank, expected);
}

Test(rank, all_patterns_of_three_rows) {
  small_matrix m;
  for (uint64_t bits = 0; bits < 512; bits++) {
    set_pattern(&m, 3, 3, bits);
    expect_rank(&m.csr, try_all(&m.csr, 0, 0));
  }
}

/* Compares random patterns with the reference. Sparse patterns need augmenting paths through several rows. */
Test(rank, random_patterns) {
  small_matrix m;
  uint64_t random = 1;
  for (int k = 0; k < 3000; k++) {
    const int rows = 4 + k % 4, columns = 4 + k / 4 % 4;
    uint64_t bits = ~(uint64_t)0;
    for (int r = 0; r < 2; r++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      bits &= random >> 32 | random << 32;
    }
    set_pattern(&m, rows, columns, bits);
    expect_rank(&m.csr, try_all(&m.csr, 0, 0));
  }
}

/* Row i has the columns i + 1 and i, and the greedy matching chooses i + 1. The last row has column 1 only,
 * so all other rows must change their column. The augmenting path goes through all rows. */
Test(rank, a_path_through_all_rows) {
  enum { n = 200000 };
  int64_t *row_begin = malloc((n + 1) * sizeof *row_begin);
  int32_t *column = malloc(2 * n * sizeof *column);
  double *value = malloc(2 * n * sizeof *value);
  cr_assert(row_begin && column && value);
  tc_csr A = {n, n, 0, row_begin, column, value};
  for (int i = 0; i < n; i++) {
    row_begin[i] = A.entries;
    if (i < n - 1) column[A.entries++] = i == 0 ? n - 1 : i;
    column[A.entries++] = i == n - 1 ? 0 : i + 1;
  }
  row_begin[n] = A.entries;
  for (int64_t k = 0; k < A.entries; k++) value[k] = 1;
  expect_rank(&A, n);
  free(row_begin);
  free(column);
  free(value);
}

Test(rank, zeros_do_not_count) {
  tc_matrix_file file;
  expect_ok(read_text("%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 1\n1 2 1\n2 2 0\n", &file));
  expect_rank(&file.matrix, 1);
  expect_error(tc_csr_check_system(&file.matrix, "a.mtx"), TC_INPUT,
               "a.mtx: the matrix of size 2 has structural rank 1, so it is singular for any values: add the "
               "missing "
               "entries");
  tc_matrix_file_free(&file);
}
