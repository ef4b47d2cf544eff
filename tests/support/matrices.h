/* Generated matrices of different structure, for tests and benchmarks of solvers. All Krylov methods for
 * general matrices solve them. The values depend only on the kind and the size. matrix_text_of returns the
 * text of a matrix file. matrix_kind.create, matrix_write and matrix_free do the same in separate steps. */
#ifndef TC_TESTS_MATRICES_H
#define TC_TESTS_MATRICES_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/print.h"
#include "base/numeric/hash.h"

typedef struct matrix_entry {
  int row, column; /* counted from 1 */
  double value;
} matrix_entry;

/* Entries of a square matrix in any order. The caller frees `entry` with matrix_free. */
typedef struct matrix_made {
  int rows;
  size_t count, capacity;
  matrix_entry *entry;
} matrix_made;

static inline void matrix_free(matrix_made *m) {
  free(m->entry);
  *m = (matrix_made){0};
}

static inline void matrix_add(matrix_made *m, int i, int j, double value) {
  if (m->count == m->capacity) {
    m->capacity = m->capacity ? 2 * m->capacity : 256;
    m->entry = realloc(m->entry, m->capacity * sizeof *m->entry);
    if (!m->entry) abort();
  }
  m->entry[m->count++] = (matrix_entry){i, j, value};
}

/* Returns a number from 0 to 1 that depends on both arguments. */
static inline double matrix_random(int i, int j) {
  return (double)(tc_hash_mix(((uint64_t)i << 32) + (uint64_t)j) >> 11) * 0x1p-53;
}

static inline bool matrix_is_inside(int n, int x) { return x >= 0 && x < n; }

/* Adds a stencil on a grid of n x n x depth points. Each neighbour at a distance of at most `reach` steps
 * along the axes has the entry -1. `wind` models convection. It enlarges the upstream entries and reduces the
 * downstream ones. */
static inline void matrix_add_stencil(int n, int depth, int reach, double wind, matrix_made *m) {
  m->rows = n * n * depth;
  for (int z = 0; z < depth; z++)
    for (int y = 0; y < n; y++)
      for (int x = 0; x < n; x++) {
        const int i = (z * n + y) * n + x;
        double sum = 0.0;
        for (int c = -1; c <= 1; c++)
          for (int b = -1; b <= 1; b++)
            for (int a = -1; a <= 1; a++) {
              const int steps = abs(a) + abs(b) + abs(c);
              if (steps == 0 || steps > reach || (depth == 1 && c != 0)) continue;
              const double value = -1.0 + wind * (a + 0.5 * b);
              sum -= value;
              if (matrix_is_inside(n, x + a) && matrix_is_inside(n, y + b) && matrix_is_inside(depth, z + c))
                matrix_add(m, i + 1, i + (c * n + b) * n + a + 1, value);
            }
        matrix_add(m, i + 1, i + 1, sum);
      }
}

static inline void matrix_stencil5(int size, matrix_made *m) { matrix_add_stencil(size, 1, 1, 0.0, m); }
static inline void matrix_stencil7(int size, matrix_made *m) {
  matrix_add_stencil(size / 3 + 1, size / 3 + 1, 1, 0.0, m);
}
static inline void matrix_stencil27(int size, matrix_made *m) {
  matrix_add_stencil(size / 3 + 1, size / 3 + 1, 3, 0.0, m);
}
static inline void matrix_convection(int size, matrix_made *m) { matrix_add_stencil(size, 1, 1, 0.6, m); }

/* Matrix with a random symmetric pattern. Each diagonal entry exceeds the sum of the other entries of its row
 * by 1 %. */
static inline void matrix_dominant(int size, matrix_made *m) {
  const int n = m->rows = size * size;
  double *sum = calloc((size_t)n + 1, sizeof *sum);
  if (!sum) abort();
  for (int i = 1; i <= n; i++)
    for (int k = 0; k < 3; k++) {
      const int j = 1 + (int)(matrix_random(i, k) * n);
      const double value = -matrix_random(i, k + 10);
      if (i == j) continue;
      matrix_add(m, i, j, value);
      matrix_add(m, j, i, value);
      sum[i] -= value;
      sum[j] -= value;
    }
  for (int i = 1; i <= n; i++) matrix_add(m, i, i, sum[i] > 0.0 ? 1.01 * sum[i] : 1.0);
  free(sum);
}

/* Arrow matrix, whose diagonal, first row and first column are full. */
static inline void matrix_arrow(int size, matrix_made *m) {
  const int n = m->rows = size * size;
  for (int i = 1; i <= n; i++) matrix_add(m, i, i, i == 1 ? n : 3.0);
  for (int i = 2; i <= n; i++) {
    matrix_add(m, i, 1, -1.0);
    matrix_add(m, 1, i, -1.0 / i);
  }
}

/* Nonsymmetric band matrix of 17 diagonals. */
static inline void matrix_band(int size, matrix_made *m) {
  enum { half = 8 };
  const int n = m->rows = size * size;
  for (int i = 1; i <= n; i++)
    for (int j = i > half ? i - half : 1; j <= i + half && j <= n; j++)
      matrix_add(m, i, j, i == j ? 3.0 : (matrix_random(i, j) - 0.6) / (1 + abs(i - j)));
}

/* Matrix in which every 50th row has entries in a third of all columns, and the other rows have two or three
 * entries. The pattern is not symmetric. */
static inline void matrix_ragged(int size, matrix_made *m) {
  const int n = m->rows = size * size;
  for (int i = 1; i <= n; i++) {
    const bool is_long = i % 50 == 7;
    const int step = is_long ? 3 : n;
    for (int j = 1 + i % step; j <= n && is_long; j += step)
      if (j != i) matrix_add(m, i, j, -matrix_random(i, j) / n);
    if (!is_long && i < n) matrix_add(m, i, i + 1, -0.9 * matrix_random(i, 1));
    if (!is_long && i > 3) matrix_add(m, i, i - 3, -matrix_random(i, 2));
    matrix_add(m, i, i, 2.0);
  }
}

/* Returns the numbers 1 to n in random order. The caller frees the array. */
static inline int *matrix_permutation(int n) {
  int *number = malloc(((size_t)n + 1) * sizeof *number);
  if (!number) abort();
  for (int i = 0; i <= n; i++) number[i] = i;
  for (int i = n; i > 1; i--) {
    const int j = 1 + (int)(matrix_random(i, n) * i), other = number[j];
    number[j] = number[i];
    number[i] = other;
  }
  return number;
}

static inline void matrix_permuted(int size, matrix_made *m) {
  matrix_convection(size, m);
  int *number = matrix_permutation(m->rows);
  for (size_t k = 0; k < m->count; k++) {
    m->entry[k].row = number[m->entry[k].row];
    m->entry[k].column = number[m->entry[k].column];
  }
  free(number);
}

/* Badly scaled matrix D A D. A is the 5-point stencil, and D is diagonal with powers of two from 1/8 to 8. */
static inline void matrix_scaled(int size, matrix_made *m) {
  matrix_stencil5(size, m);
  for (size_t k = 0; k < m->count; k++) {
    matrix_entry *const e = &m->entry[k];
    const int exponent = (int)(7.0 * matrix_random(e->row, 0)) + (int)(7.0 * matrix_random(e->column, 0)) - 6;
    e->value = ldexp(e->value, exponent);
  }
}

/* Kinds of matrices. `size` is about the square root of the number of rows. */
typedef struct matrix_kind {
  const char *name;
  void (*create)(int size, matrix_made *m);
} matrix_kind;

static const matrix_kind matrix_kinds[] = {{"stencil5", matrix_stencil5},   {"stencil7", matrix_stencil7},
                                           {"stencil27", matrix_stencil27}, {"convection", matrix_convection},
                                           {"dominant", matrix_dominant},   {"arrow", matrix_arrow},
                                           {"band", matrix_band},           {"ragged", matrix_ragged},
                                           {"permuted", matrix_permuted},   {"scaled", matrix_scaled}};
enum { matrix_kind_count = sizeof matrix_kinds / sizeof *matrix_kinds };

/* Writes the matrix in the format Matrix Market with 17 digits. */
static inline void matrix_write(const matrix_made *m, FILE *out) {
  fprintf(out, "%%%%MatrixMarket matrix coordinate real general\n%d %d %zu\n", m->rows, m->rows, m->count);
  for (size_t k = 0; k < m->count; k++)
    tc_fprintf(out, "%d %d %.17g\n", m->entry[k].row, m->entry[k].column, m->entry[k].value);
}

/* Returns the text of a matrix, which the caller frees. */
static inline char *matrix_text_of(const matrix_kind *kind, int size) {
  matrix_made m = {0};
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&text, &bytes);
  if (!out) abort();
  kind->create(size, &m);
  matrix_write(&m, out);
  fclose(out);
  matrix_free(&m);
  return text;
}

/* Returns the kind of this name, which must exist. */
static inline const matrix_kind *matrix_kind_find(const char *name) {
  int k = 0;
  while (strcmp(matrix_kinds[k].name, name) != 0) k++;
  return &matrix_kinds[k];
}

#endif
