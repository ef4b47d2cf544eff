/* Tests of general rows, which have any length and no padding. Products and solves must have the bits of
 * padded rows of any width. */
#include "sparse/general_rows.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/numeric/hash.h"
#include "sparse/ell_kernels.h"
#include "sparse/matrix.h"
#include "sparse/reuse_distance.h"
#include "sparse/triangular_factor.h"
#include "support/expect.h"

enum { rows = 130, ghosts = 40, columns = rows + ghosts, widest = 64 };

/* Returns a value of either sign whose binary exponent varies by 20. Some values are +0.0 or -0.0. */
static double draw_value(uint64_t index) {
  const uint64_t random = tc_hash_mix(index);
  if (random % 11 < 2) return random % 11 ? -0.0 : 0.0;
  return ldexp((double)(int64_t)random, (int)(random % 20) - 70);
}

/* Returns the number of entries of row i, from 0 to 64. If has_long_row is true, row 77 has `columns` - 1
 * entries. */
static int count_entries(int32_t i, bool has_long_row) {
  return has_long_row && i == 77 ? columns - 1 : (int)(i % (widest + 1));
}

static void fill_row(tc_ell *R, int32_t i, int entries) {
  size_t e = tc_ell_begin(R, i);
  R->diagonal[i] = draw_value((uint64_t)i);
  for (int k = 0; k < entries; k++, e++) {
    R->value[e] = draw_value(1000 * (uint64_t)(i + 1) + (uint64_t)k);
    R->column[e] = (i + 1 + 3 * k) % columns;
  }
}

static tc_ell *padded_make(void) {
  tc_ell *R = NULL;
  expect_ok(tc_ell_create(rows, columns, widest, &R));
  for (int32_t i = 0; i < rows; i++) fill_row(R, i, count_entries(i, false));
  return R;
}

static tc_ell *general_make(bool has_long_row) {
  tc_ell *R = NULL;
  int64_t begin[rows + 1] = {0};
  for (int32_t i = 0; i < rows; i++) begin[i + 1] = begin[i] + count_entries(i, has_long_row);
  expect_ok(tc_ell_create_general(rows, columns, begin, &R));
  for (int32_t i = 0; i < rows; i++) fill_row(R, i, count_entries(i, has_long_row));
  return R;
}

Test(general_rows, lengths_are_rounded_up_and_padded) {
  const int64_t begin[] = {0, 0, 1, 5, 205};
  tc_ell *R = NULL, *copy = NULL;
  expect_ok(tc_ell_create_general(4, 300, begin, &R));
  const int lengths[] = {0, 4, 4, 200};
  for (int32_t i = 0; i < 4; i++) {
    cr_assert_eq(tc_ell_length(R, i), lengths[i]);
    for (size_t e = tc_ell_begin(R, i); e < tc_ell_end(R, i); e++)
      cr_assert(R->value[e] == 0.0 && R->column[e] == i);
  }
  cr_assert(tc_ell_entries(R) == 208 && R->width == 200 && tc_ell_average_width(R) == 52.0);
  expect_ok(tc_ell_create_like(R, 7, &copy));
  cr_assert(copy->columns == 7 && copy->begin != R->begin);
  cr_assert_arr_eq(copy->begin, R->begin, 5 * sizeof *R->begin);
  tc_ell_destroy(&copy);
  tc_ell_destroy(&R);
  expect_ok(tc_ell_create_general(0, 0, begin, &R));
  cr_assert_eq(tc_ell_entries(R), 0u);
  tc_ell_destroy(&R);
}

static void expect_same_bits(const double *got, const double *wanted, const char *what) {
  for (int i = 0; i < rows; i++)
    cr_assert_eq(memcmp(&got[i], &wanted[i], sizeof *got), 0, "%s, row %d: %.17g, not %.17g", what, i, got[i],
                 wanted[i]);
}

/* x contains zeros of both signs. Padding adds +0.0 times x_i, which can change the sign of a zero, and
 * general rows must have the same bits. */
Test(general_rows, bits_of_padded_rows) {
  double x[columns], wanted[rows], got[rows];
  for (int c = 0; c < columns; c++) x[c] = draw_value(900000 + (uint64_t)c);
  tc_ell *padded = padded_make(), *general = general_make(false);
  for (int form = 0; form < 2; form++) {
    tc_ell_multiply_rows(padded, 0, rows, x, wanted);
    tc_general_rows_multiply(general, 0, rows, x, got);
    expect_same_bits(got, wanted, form ? "differences" : "matrix");
    for (int32_t begin = 0; begin < rows; begin += 13) {
      memset(got, 0, sizeof got);
      tc_general_rows_multiply(general, begin, rows, x, got + begin);
      cr_assert_arr_eq(got + begin, wanted + begin, (size_t)(rows - begin) * sizeof *got);
    }
    tc_ell_use_differences(padded, 0.7);
    tc_ell_use_differences(general, 0.7);
  }
  tc_ell_destroy(&padded);
  tc_ell_destroy(&general);
}

/* A row of 169 entries must not change the bits of the other rows. */
Test(general_rows, bits_do_not_depend_on_the_longest_row) {
  double x[columns], wanted[rows], got[rows];
  for (int c = 0; c < columns; c++) x[c] = draw_value(900000 + (uint64_t)c);
  tc_ell *some = general_make(false), *all = general_make(true);
  tc_general_rows_multiply(some, 0, rows, x, wanted);
  tc_general_rows_multiply(all, 0, rows, x, got);
  cr_assert_eq(all->width, 172);
  cr_assert_neq(got[77], wanted[77]);
  got[77] = wanted[77];
  expect_same_bits(got, wanted, "other rows");
  tc_ell_destroy(&some);
  tc_ell_destroy(&all);
}

/* Creates a matrix from general rows with the format `chosen`. The matrix must use the format for general
 * rows with the same row form, and products must have the bits of padded rows. */
static void expect_format(const tc_format *chosen, const tc_ell *R, const tc_ell *padded, const double *x) {
  const bool differs = chosen->form == TC_ROW_FORM_DIFFERENCE;
  double wanted[rows], got[rows];
  tc_matrix *M = NULL, *P = NULL;
  expect_ok(tc_matrix_create(chosen, R, 0.3, 0.7, &M));
  expect_ok(tc_matrix_create(chosen, padded, 0.3, 0.7, &P));
  cr_assert_str_eq(M->format->name, differs ? "row-differences" : "rows");
  cr_assert_eq(M->format->form, chosen->form);
  cr_assert_eq(M->entries, (int64_t)tc_ell_entries(R));
  cr_assert_eq(tc_matrix_index_bytes(M) * (double)M->entries, 4.0 * (double)M->entries + 8.0 * rows);
  tc_matrix_multiply(P, x, wanted);
  for (int threads = 1; threads <= 3; threads++) {
    omp_set_num_threads(threads);
    tc_matrix_multiply(M, x, got);
    expect_same_bits(got, wanted, chosen->name);
  }
  for (int32_t i = 0; i < rows; i++) {
    int32_t column[columns], padded_column[columns];
    double value[columns], padded_value[columns], diagonal, padded_diagonal;
    M->format->row(M, i, column, value, &diagonal);
    P->format->row(P, i, padded_column, padded_value, &padded_diagonal);
    cr_assert_eq(diagonal, padded_diagonal);
    for (int k = 0; k < tc_ell_length(R, i); k++)
      cr_assert(column[k] == padded_column[k] && value[k] == padded_value[k]);
  }
  tc_matrix_destroy(&M);
  tc_matrix_destroy(&P);
}

Test(general_rows, formats_give_the_bits_of_padded_ones) {
  double x[columns];
  for (int c = 0; c < columns; c++) x[c] = draw_value(900000 + (uint64_t)c);
  tc_ell *padded = padded_make(), *general = general_make(false);
  for (int f = 0; f < tc_format_count(); f++) expect_format(tc_format_at(f), general, padded, x);
  tc_ell_destroy(&padded);
  tc_ell_destroy(&general);
}

/* If shift and scale are such that the matrix equals the rates R, the arrays of R must be used without a
 * copy. */
Test(general_rows, combination_and_renumbering) {
  tc_ell *R = general_make(true), *M = NULL;
  tc_matrix *same = NULL;
  int32_t number[ghosts];
  for (int g = 0; g < ghosts; g++) number[g] = (7 * g + 3) % ghosts;
  expect_ok(tc_ell_combine(R, 0.5, -2.0, &M));
  tc_ell_renumber(M, rows, number);
  for (int32_t i = 0; i < rows; i++) {
    cr_assert_eq(M->diagonal[i], 0.5 - 2.0 * R->diagonal[i]);
    cr_assert(tc_ell_begin(M, i) == tc_ell_begin(R, i) && tc_ell_end(M, i) == tc_ell_end(R, i));
    for (size_t e = tc_ell_begin(R, i); e < tc_ell_end(R, i); e++) {
      const int32_t c = R->column[e];
      cr_assert_eq(M->value[e], -2.0 * R->value[e]);
      cr_assert_eq(M->column[e], c < rows ? c : rows + number[c - rows]);
    }
  }
  expect_ok(tc_matrix_create(tc_format_at(0), R, 0.0, 1.0, &same));
  tc_numa_pages pages = {0};
  same->format->locate(same, 0, rows, &pages);
  tc_matrix_destroy(&same);
  tc_ell_destroy(&M);
  tc_ell_destroy(&R);
}

/* Solves with the lower triangle of A in the order of the rows. y[rows] receives the result. */
static void solve_lower(const tc_ell *A, int threads, double *y) {
  int32_t key[columns];
  double scale[rows], lead[rows], r[rows];
  for (int32_t i = 0; i < columns; i++) key[i] = i < rows ? i : INT32_MAX;
  for (int32_t i = 0; i < rows; i++) {
    scale[i] = 1e-6 + 1e-7 * (i % 7);
    lead[i] = 1.0 / (i + 1);
    r[i] = draw_value(800000 + (uint64_t)i);
  }
  const tc_triangular_factor_options options = {key, 0, scale, lead, false, threads};
  tc_triangular_factor *t = NULL;
  expect_ok(tc_triangular_factor_create(A, &options, &t));
  tc_triangular_factor_solve(t, 0, r, y);
  tc_triangular_factor_destroy(&t);
}

Test(general_rows, triangles_of_padded_rows) {
  double wanted[columns] = {0}, got[columns] = {0};
  tc_ell *padded = padded_make(), *general = general_make(false), *with_long_row = general_make(true);
  solve_lower(padded, 1, wanted);
  solve_lower(general, 1, got);
  expect_same_bits(got, wanted, "triangle");
  solve_lower(with_long_row, 1, got);
  cr_assert_arr_eq(got, wanted, 77 * sizeof *got); /* rows before the long row 77 must not change */
  cr_assert_neq(got[77], wanted[77]);
  tc_ell_destroy(&padded);
  tc_ell_destroy(&general);
  tc_ell_destroy(&with_long_row);
}

/* If the row bytes are 0, the counts of reads must not depend on the lengths of rows, because padding reads
 * nothing new. */
Test(general_rows, reads_of_padded_rows) {
  tc_ell *padded = padded_make(), *general = general_make(false);
  const tc_ell_pattern a = {rows, columns, widest, padded->column, NULL},
                       b = {rows, columns, general->width, general->column, general->begin};
  tc_reuse wanted, got;
  expect_ok(tc_reuse_count(&a, 0.0, &wanted));
  expect_ok(tc_reuse_count(&b, 0.0, &got));
  cr_assert_arr_eq(got.scattered, wanted.scattered, sizeof got.scattered);
  cr_assert_arr_eq(got.in_order, wanted.in_order, sizeof got.in_order);
  cr_assert(got.cold == wanted.cold && got.cold_in_order == wanted.cold_in_order);
  double sectors[2];
  expect_ok(tc_reuse_count_tiles(&a, 32, 32, &sectors[0]));
  expect_ok(tc_reuse_count_tiles(&b, 32, 32, &sectors[1]));
  cr_assert_eq(sectors[0], sectors[1]);
  tc_ell_destroy(&padded);
  tc_ell_destroy(&general);
}

/* Rows 0 and 2 read column 24, whose cache line no other row touches. Row 1 has 100 entries in one other
 * cache line. The reuse distance of column 24 is the size of the other lines plus the bytes of rows 0 and 1,
 * which have 104 entries. */
Test(general_rows, distance_of_a_long_row) {
  enum { entries = 108 };
  int32_t column[entries];
  const int64_t begin[] = {0, 4, 104, 108};
  for (int e = 0; e < entries; e++) column[e] = e < 4 ? 0 : e < 104 ? 1 : 2;
  column[0] = column[104] = 24;
  for (int e = 4; e < 104; e++) column[e] = 48;
  const tc_ell_pattern pattern = {3, 64, 100, column, begin};
  const double row_bytes = tc_reuse_pattern_row_bytes(&pattern);
  tc_reuse reuse;
  cr_assert_float_eq(row_bytes, 12.0 * entries / 3.0 + 24.0, 1e-12);
  expect_ok(tc_reuse_count(&pattern, row_bytes, &reuse));
  const double distance = 12.0 * 104 + 2 * 24.0 + 2 * 64.0; /* plus the lines of column 48 and of the rows */
  cr_assert_float_eq(tc_reuse_reads_beyond(&reuse, 128.0), 1.0, 1e-9);
  int bin = 0;
  while (tc_reuse_bin_bytes(bin + 1) <= distance) bin++;
  cr_assert_eq(reuse.scattered[bin] + reuse.in_order[bin], 1.0, "%g bytes, bin %d", distance, bin);
}
