/* Tests of matrix operations that every format must pass. */
#include "sparse/matrix.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/numeric/hash.h"
#include "sparse/ell_kernels.h"
#include "support/expect.h"

static const int widths[] = {4, 8, 16, 20, 64};
enum { width_count = sizeof widths / sizeof *widths };

static double draw_value(uint64_t index) {
  uint64_t random = tc_hash_mix(index);
  return ldexp((double)(int64_t)random, (int)(random % 20) - 70);
}

/* Creates rows with columns at most `reach` away from the row. Some of the columns are ghosts. */
static tc_ell *random_rows(int32_t rows, int32_t columns, int width, int32_t reach, uint64_t seed) {
  tc_ell *R = NULL;
  expect_ok(tc_ell_create(rows, columns, width, &R));
  for (int32_t i = 0; i < rows; i++) {
    const uint64_t name = seed * 1000003 + (uint64_t)i * 97;
    const int used =
        (int)(tc_hash_mix(name + 5) % (uint64_t)(width + 1)); /* the rest of the row remains padding */
    R->diagonal[i] = draw_value(name);
    for (int k = 0; k < used; k++) {
      const int64_t c =
          i + (int64_t)(tc_hash_mix(name + 2000 + (uint64_t)k) % (uint64_t)(2 * reach + 1)) - reach;
      R->value[(size_t)i * (size_t)width + (size_t)k] = draw_value(name + 1000 + (uint64_t)k);
      R->column[(size_t)i * (size_t)width + (size_t)k] = (int32_t)(c < 0 ? 0 : c < columns ? c : columns - 1);
    }
  }
  return R;
}

/* Computes a row with a plain loop in the order of sparse/row_sum.h: y = (shift + scale D) x + the other
 * terms. With differences, y = shift x + the terms of the differences. */
static double multiply_row(const tc_format *format, const tc_ell *R, double shift, double scale, int32_t i,
                           const double *x) {
  double sum[4] = {0, 0, 0, 0};
  const bool differs = format->form == TC_ROW_FORM_DIFFERENCE;
  const size_t at = (size_t)i * (size_t)R->width;
  for (int k = 0; k < R->width; k++) {
    const double value = scale * R->value[at + (size_t)k], other = x[R->column[at + (size_t)k]];
    sum[k % 4] += value * (differs ? other - x[i] : other);
  }
  const double diagonal = differs ? shift : shift + scale * R->diagonal[i];
  return diagonal * x[i] + ((sum[0] + sum[2]) + (sum[1] + sum[3]));
}

static void expect_rows(const tc_matrix *M, const tc_ell *R, double shift, double scale) {
  int32_t column[64];
  double value[64], diagonal;
  cr_assert(M->rows == R->rows && M->columns == R->columns && M->width == R->width);
  for (int32_t i = 0; i < R->rows; i++) {
    const size_t at = (size_t)i * (size_t)R->width;
    M->format->row(M, i, column, value, &diagonal);
    cr_assert_eq(diagonal, shift + scale * R->diagonal[i]);
    for (size_t k = 0; k < (size_t)R->width; k++) {
      cr_assert_eq(column[k], R->column[at + k], "%s: row %d", M->format->name, (int)i);
      cr_assert_eq(value[k], scale * R->value[at + k]);
    }
  }
}

static void expect_product(const tc_matrix *M, const tc_ell *R, double shift, double scale, const double *x) {
  double *y = malloc(((size_t)R->rows + 1) * sizeof *y);
  for (int threads = 1; threads <= 4; threads++) {
    omp_set_num_threads(threads);
    for (int32_t i = 0; i < R->rows; i++) y[i] = NAN;
    y[R->rows] = 42.0;
    tc_matrix_multiply(M, x, y);
    for (int32_t i = 0; i < R->rows; i++) {
      const double plain = multiply_row(M->format, R, shift, scale, i, x);
      cr_assert_eq(memcmp(&y[i], &plain, sizeof plain), 0,
                   "%s: width %d, %d threads, row %d of %d: %.17g, not %.17g", M->format->name, R->width,
                   threads, (int)i, (int)R->rows, y[i], plain);
    }
    cr_assert_eq(y[R->rows], 42.0, "nothing is written beyond the rows");
  }
  free(y);
}

/* Checks `locate` for all ranges of rows in small matrices. A few rows must be on a few pages. Sanitizers
 * detect reads outside the matrix. */
static void expect_pages(const tc_matrix *M) {
  enum { most = 40, few = 64 };
  for (int32_t begin = 0; begin <= M->rows && M->rows <= most; begin++)
    for (int32_t end = begin; end <= M->rows; end++) {
      tc_numa_pages found = {0, 0};
      M->format->locate(M, begin, end, &found);
      cr_assert_leq(found.local + found.remote, few, "%s: rows %d to %d of %d", M->format->name, (int)begin,
                    (int)end, (int)M->rows);
    }
}

static void expect_format(const tc_format *format, const tc_ell *R) {
  static const double shift[] = {0.0, 1.0, 1.0}, scale[] = {1.0, 0.1, -3.0};
  double *x = malloc(((size_t)R->columns + 1) * sizeof *x);
  for (int32_t i = 0; i < R->columns; i++) x[i] = draw_value(7000000 + (uint64_t)i);
  for (int s = 0; s < 3; s++) {
    tc_matrix *M = NULL;
    expect_ok(tc_matrix_create(format, R, shift[s], scale[s], &M));
    cr_assert_eq(M->format, format);
    expect_rows(M, R, shift[s], scale[s]);
    expect_product(M, R, shift[s], scale[s], x);
    if (s == 0) expect_pages(M);
    cr_assert(R->rows == 0 || tc_matrix_index_bytes(M) > 0.0);
    tc_matrix_destroy(&M);
    cr_assert_null(M);
    tc_matrix_destroy(&M);
  }
  free(x);
}

/* The numbers of rows range from 0 to several blocks of any format, and some are smaller than the number of
 * threads. Without ghosts all columns are near the row. With ghosts some are distant. */
Test(matrix, every_format_gives_the_bits_of_a_plain_loop) {
  static const int32_t rows[] = {0, 1, 3, 15, 16, 17, 333};
  for (int f = 0; f < tc_format_count(); f++)
    for (int w = 0; w < width_count; w++)
      for (int r = 0; r < 7; r++)
        for (int32_t ghosts = 0; ghosts < 300; ghosts += 150) {
          tc_ell *R = random_rows(rows[r], rows[r] + ghosts, widths[w], 100, (uint64_t)r);
          expect_format(tc_format_at(f), R);
          tc_ell_destroy(&R);
        }
}

/* Some columns are so distant from their row that a format cannot store the distance in 16 bits. The
 * distances are just below the limit, at the limit and beyond. */
Test(matrix, far_columns) {
  enum { columns = 200000 };
  static const int32_t distance[] = {65534, 65535, 65536, 100000, columns - 1};
  for (int f = 0; f < tc_format_count(); f++)
    for (int d = 0; d < 5; d++) {
      tc_ell *R = random_rows(40, columns, 4, 3, 9);
      R->column[20 * 4] = 20 + distance[d] < columns ? 20 + distance[d] : columns - 1;
      R->column[17 * 4 + 3] =
          16; /* makes the lowest column of the block 16 or less, to which distances are relative */
      R->value[20 * 4] = 0.7;
      expect_format(tc_format_at(f), R);
      tc_ell_destroy(&R);
    }
}

/* Products of any range of rows must not change other rows, even if the range divides a block. */
Test(matrix, some_rows_only) {
  enum { rows = 50 };
  for (int f = 0; f < tc_format_count(); f++) {
    tc_ell *R = random_rows(rows, rows, 16, 20, 3);
    tc_matrix *M = NULL;
    double x[rows], y[rows];
    for (uint64_t i = 0; i < rows; i++) x[i] = draw_value(i);
    expect_ok(tc_matrix_create(tc_format_at(f), R, 1.0, 0.5, &M));
    for (int32_t begin = 0; begin <= rows; begin++)
      for (int32_t end = begin; end <= rows; end++) {
        for (int i = 0; i < rows; i++) y[i] = -1.0;
        M->format->multiply_rows(M, begin, end, x, y + begin);
        for (int32_t i = 0; i < rows; i++)
          cr_assert_eq(y[i], i >= begin && i < end ? multiply_row(M->format, R, 1.0, 0.5, i, x) : -1.0);
      }
    tc_matrix_destroy(&M);
    tc_ell_destroy(&R);
  }
}

/* tc_format_first must return the first format of each form. A product with differences must preserve a
 * constant exactly. */
Test(matrix, constants_stay) {
  enum { rows = 50 };
  const tc_format *format = tc_format_first(TC_ROW_FORM_DIFFERENCE);
  tc_ell *R = random_rows(rows, rows, 4, 20, 3);
  tc_matrix *M = NULL;
  double x[rows], y[rows];
  cr_assert_eq(tc_format_first(TC_ROW_FORM_MATRIX), tc_format_at(0));
  cr_assert_eq(format->form, TC_ROW_FORM_DIFFERENCE);
  for (int i = 0; i < rows; i++) x[i] = 1.0 / 3.0;
  expect_ok(tc_matrix_create(format, R, 1.0, 0.7, &M));
  tc_matrix_multiply(M, x, y);
  cr_assert_eq(memcmp(x, y, sizeof x), 0);
  tc_matrix_destroy(&M);
  tc_ell_destroy(&R);
}

/* The ranges of all threads must contain each row once and differ by at most one row in length. */
Test(matrix, shares) {
  for (int32_t rows = 0; rows < 40; rows++)
    for (int threads = 1; threads < 9; threads++) {
      int32_t next = 0, begin, end;
      for (int t = 0; t < threads; t++) {
        tc_matrix_thread_rows(rows, t, threads, &begin, &end);
        cr_assert_eq(begin, next);
        cr_assert(end - begin == rows / threads || end - begin == rows / threads + 1);
        next = end;
      }
      cr_assert_eq(next, rows);
    }
}

/* Format ell16 must need fewer index bytes if columns are near, and hardly more if they are distant. */
Test(matrix, bytes_that_tell_columns) {
  enum { rows = 1600, columns = 300000 };
  tc_ell *near = random_rows(rows, rows, 16, 100, 1), *far = random_rows(rows, columns, 16, columns, 1);
  tc_matrix *M = NULL;
  expect_ok(tc_matrix_create(tc_format_find("ell"), near, 1.0, 0.1, &M));
  cr_assert_eq(tc_matrix_index_bytes(M), 4.0);
  tc_matrix_destroy(&M);
  expect_ok(tc_matrix_create(tc_format_find("ell16"), near, 1.0, 0.1, &M));
  cr_assert(tc_matrix_index_bytes(M) >= 2.0 && tc_matrix_index_bytes(M) < 2.1);
  tc_matrix_destroy(&M);
  expect_ok(tc_matrix_create(tc_format_find("ell16"), far, 1.0, 0.1, &M));
  cr_assert(tc_matrix_index_bytes(M) > 3.9 && tc_matrix_index_bytes(M) < 4.1);
  tc_matrix_destroy(&M);
  tc_ell_destroy(&near);
  tc_ell_destroy(&far);
}
