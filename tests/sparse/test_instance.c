#include "sparse/instance.h"

#include <omp.h>
#include <stdlib.h>

#include "base/numeric/hash.h"
#include "graph/graphs.h"

static int32_t *create_symmetric(int32_t rows, int32_t block, uint64_t seed) {
  int32_t *column = malloc((size_t)rows * 4 * sizeof *column);
  expect_ok(tc_instance_symmetric(rows, block, seed, column));
  return column;
}

static int32_t *create_directed(int32_t rows, int32_t block, int degree, uint64_t seed) {
  int32_t *column = malloc((size_t)rows * (size_t)degree * sizeof *column);
  tc_instance_directed(rows, block, degree, seed, column);
  return column;
}

static bool are_neighbours(const int32_t *column, int32_t i, int32_t j) {
  for (int k = 0; k < 4; k++)
    if (column[4 * i + k] == j) return true;
  return false;
}

/* Returns the first row and the end of the block that contains row i, as instance.h defines blocks. Blocks
 * have `block` rows, and the last one includes a remainder of fewer than 5 rows. */
static void find_block(int32_t rows, int32_t block, int32_t i, int32_t *begin, int32_t *end) {
  *begin = i / block * block;
  if (rows - *begin < 5) *begin -= block;
  *end = *begin + block;
  if (*end > rows - 5) *end = rows;
}

static void expect_blocks(int32_t rows, int32_t block, uint64_t seed) {
  int32_t *column = create_symmetric(rows, block, seed);
  for (int32_t i = 0; i < rows; i++) {
    int32_t begin, end;
    find_block(rows, block, i, &begin, &end);
    cr_assert(begin >= 0 && end <= rows && end - begin >= 5);
    cr_assert_eq(tc_instance_block_end(rows, block, begin), end);
    for (int k = 0; k < 4; k++) {
      const int32_t j = column[4 * i + k];
      cr_assert(j >= begin && j < end && j != i, "%d in %d: row %d touches %d", block, rows, i, j);
      cr_assert(k == 0 || j > column[4 * i + k - 1], "%d in %d: row %d touches %d twice", block, rows, i, j);
      cr_assert(are_neighbours(column, j, i), "%d in %d: %d touches %d alone", block, rows, i, j);
    }
  }
  free(column);
}

/* Each row must have four neighbours in its block, and be a neighbour of these rows. Tests small blocks of
 * all sizes, with any number of remaining rows. */
Test(instance, rows_touch_four_others_of_their_block_and_these_them) {
  for (int32_t block = 5; block < 40; block++)
    for (int32_t rows = block; rows < 4 * block + 6; rows++) expect_blocks(rows, block, (uint64_t)rows);
  expect_blocks(20011, 1000, 1);
  expect_blocks(20011, 20011, 2);
}

Test(instance, five_rows_all_touch_each_other) {
  int32_t *column = create_symmetric(25, 5, 3);
  for (int32_t i = 0; i < 25; i++)
    for (int32_t j = i / 5 * 5; j < i / 5 * 5 + 5; j++) cr_assert_eq(are_neighbours(column, i, j), i != j);
  free(column);
}

/* Edges must connect near and distant rows. In a single block, half of the edges connect rows whose distance
 * exceeds 0.293 of the number of rows. */
Test(instance, neighbours_are_spread_over_the_block) {
  const int32_t rows = 100000;
  int32_t *of[2] = {create_symmetric(rows, rows, 4), create_directed(rows, rows, 4, 4)};
  for (int kind = 0; kind < 2; kind++) {
    int64_t far = 0;
    for (int32_t i = 0; i < rows; i++)
      for (int k = 0; k < 4; k++) far += abs(of[kind][4 * i + k] - i) > 0.29289 * rows;
    cr_assert_float_eq((double)far / (4.0 * rows), 0.5, 0.01);
    free(of[kind]);
  }
}

Test(instance, directed_rows_draw_others_of_their_block_evenly) {
  for (int32_t block = 5; block < 12; block++)
    for (int32_t rows = block; rows < 3 * block; rows++) {
      int32_t *column = create_directed(rows, block, 16, 5);
      for (int32_t i = 0; i < rows; i++) {
        int32_t begin, end;
        find_block(rows, block, i, &begin, &end);
        for (int k = 0; k < 16; k++) {
          const int32_t j = column[16 * i + k];
          cr_assert(j >= begin && j < end && j != i && (k == 0 || j >= column[16 * i + k - 1]));
        }
      }
      free(column);
    }
  int32_t drawn[5] = {0}, *column = create_directed(5000, 5, 4, 6);
  for (int32_t e = 0; e < 20000; e++) drawn[column[e] % 5]++;
  for (int j = 0; j < 5; j++) cr_assert_float_eq(drawn[j], 4000.0, 250.0);
  free(column);
}

/* The columns must be the same on every machine, in every version and with any number of threads. */
Test(instance, are_pinned) {
  for (int threads = 1; threads < 4; threads++) {
    omp_set_num_threads(threads);
    int32_t *s = create_symmetric(10007, 64, 7), *d = create_directed(10007, 64, 4, 7),
            *other = create_symmetric(10007, 64, 8);
    const size_t bytes = 10007 * 4 * sizeof *s;
    cr_assert_eq(tc_hash_bytes(0, s, bytes), UINT64_C(0xc57d8251723eb6e8));
    cr_assert_eq(tc_hash_bytes(0, d, bytes), UINT64_C(0x8082bd4e26ef2726));
    cr_assert_neq(memcmp(s, other, bytes), 0);
    free(s);
    free(d);
    free(other);
  }
}
